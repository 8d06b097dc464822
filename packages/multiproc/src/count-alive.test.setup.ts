import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Collects garbage and returns the number of objects that are still alive. Waits for the next turn
 * first, because objects whose WeakRef was created or read in a turn stay alive until it ends.
 */
export async function countAlive(objects: readonly WeakRef<object>[]): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return objects.filter((each) => each.deref() !== undefined).length;
}

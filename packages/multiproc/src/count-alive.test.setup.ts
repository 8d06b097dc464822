import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Returns the number of objects that are alive. First waits until the current turn has ended,
 * because the objects that it has used are alive until then.
 */
export async function countAlive(objects: readonly WeakRef<object>[]): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return objects.filter((each) => each.deref() !== undefined).length;
}

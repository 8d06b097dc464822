import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of memory in use, without garbage. */
export async function memoryInUse(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collect(); // buffers are released only after the collection
    await new Promise(setImmediate);
  }
  const { external, heapUsed } = process.memoryUsage();
  return heapUsed + external;
}

import { fromAddress, toAddress } from './address.ts';
import { packRun, type Run, unpackRun } from './run.ts';

const prefix = '#run=';

/** The fragment of an address that contains a run, beginning with `#`. */
export async function runToAddress(run: Run): Promise<string> {
  return prefix + toAddress(await packRun(run));
}

/** The run in the fragment of an address, or undefined. Rejects with a RangeError or TypeError if it is invalid. */
export async function runFromAddress(hash: string): Promise<Run | undefined> {
  return hash.startsWith(prefix) ? unpackRun(fromAddress(hash.slice(prefix.length))) : undefined;
}

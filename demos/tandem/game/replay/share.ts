import { fromAddress, toAddress } from './address.ts';
import { packRun, type Run, unpackRun } from './run.ts';

const prefix = '#run=';

/** The part of an address that holds a run, from `#` on. */
export async function runToAddress(run: Run): Promise<string> {
  return prefix + toAddress(await packRun(run));
}

/** The run in an address, or undefined if there is none. Rejects with a RangeError or TypeError where it makes no sense. */
export async function runFromAddress(hash: string): Promise<Run | undefined> {
  return hash.startsWith(prefix) ? unpackRun(fromAddress(hash.slice(prefix.length))) : undefined;
}

import { copyAddress } from './copy-address.ts';
import { levelFromAddress } from '../game/levels/share.ts';
import { type Run, unpackRun } from '../game/replay/run.ts';
import { runFromAddress, runToAddress } from '../game/replay/share.ts';

/** What is played: a level of the catalog, or one that somebody made; or watched, if there is a replay. */
export interface Given {
  readonly source: string;
  readonly seed: number;
  readonly replay?: Pick<Run, 'tape' | 'hash'>;
  /** Place in the catalog; undefined for a level that is not in it. */
  readonly index?: number;
}

/** Characters that an address may have wherever it is pasted. */
const longestAddress = 30_000;

/** The run (`#run=…`) or level (`#level=…`) in an address, if there is one. Rejects with an Error where it makes no sense. */
export async function givenInAddress(hash: string): Promise<Given | undefined> {
  const run = await runFromAddress(hash);
  if (run !== undefined) return { ...run, replay: run };
  const source = await levelFromAddress(hash);
  return source === undefined ? undefined : { source, seed: 1 };
}

/** The run (`.run`) or level in a file. Rejects with an Error where it makes no sense. */
export async function givenInFile(file: File): Promise<Given> {
  if (!file.name.endsWith('.run')) return { source: await file.text(), seed: 1 };
  const run = await unpackRun(new Uint8Array(await file.arrayBuffer()));
  return { ...run, replay: run };
}

/** Puts a run into the address, and a link to it into the clipboard. Returns what is to be said about that. */
export async function shareRun(run: Run): Promise<string> {
  const address = await runToAddress(run);
  if (address.length > longestAddress) return 'This run is too long for a link: save it as a file.';
  history.replaceState(null, '', address);
  return (await copyAddress())
    ? 'A link to this run is copied.'
    : 'The link to this run is in the address bar.';
}

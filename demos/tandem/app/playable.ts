import { copyAddress } from './copy-address.ts';
import { levelFromAddress } from '../game/levels/share.ts';
import { type Run, unpackRun } from '../game/replay/run.ts';
import { runFromAddress, runToAddress } from '../game/replay/share.ts';

/**
 * A level of the catalog, or one that a player has made. With `replay`, this run is watched;
 * otherwise the level is played.
 */
export interface Playable {
  readonly source: string;
  readonly seed: number;
  readonly replay?: Pick<Run, 'tape' | 'hash'>;
  /** Index in the catalog; undefined for other levels. */
  readonly index?: number;
}

/** Maximum length of a link in characters. A longer link could not be pasted everywhere. */
const maxAddressLength = 30_000;

/** The run (`#run=…`) or level (`#level=…`) in an address, if there is one. Rejects with an Error if it is invalid. */
export async function playableFromAddress(hash: string): Promise<Playable | undefined> {
  const run = await runFromAddress(hash);
  if (run !== undefined) return { ...run, replay: run };
  const source = await levelFromAddress(hash);
  return source === undefined ? undefined : { source, seed: 1 };
}

/** The run (`.run`) or level in a file. Rejects with an Error if it is invalid. */
export async function playableFromFile(file: File): Promise<Playable> {
  if (!file.name.endsWith('.run')) return { source: await file.text(), seed: 1 };
  const run = await unpackRun(new Uint8Array(await file.arrayBuffer()));
  return { ...run, replay: run };
}

/** Puts a run into the address, and a link to it on the clipboard. Resolves to a message for the user. */
export async function shareRun(run: Run): Promise<string> {
  const address = await runToAddress(run);
  if (address.length > maxAddressLength) return 'This run is too long for a link: save it as a file.';
  history.replaceState(null, '', address);
  return (await copyAddress())
    ? 'The link to this run is copied.'
    : 'The link to this run is in the address bar.';
}

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

const damagedLink =
  'This link is damaged, perhaps because a part of it is missing. Copy the whole link and try again.';

/** Maximum length of a link in characters. A longer link could not be pasted everywhere. */
const maxAddressLength = 30_000;

/**
 * The run (`#run=…`) or level (`#level=…`) in an address, if there is one. Rejects with an Error if the link is damaged. Its message is for the player. The
 * level is not checked.
 */
export async function playableFromAddress(hash: string): Promise<Playable | undefined> {
  if (hash.length <= 1) return undefined;
  try {
    const run = await runFromAddress(hash);
    if (run !== undefined) return { ...run, replay: run };
    const source = await levelFromAddress(hash);
    if (source !== undefined) return { source, seed: 1 };
  } catch (error) {
    throw new Error(damagedLink, { cause: error });
  }
  throw new Error(damagedLink);
}

/** The run (`.run`) or level in a file. Rejects with an Error if the file is damaged. The level is not checked. */
export async function playableFromFile(file: File): Promise<Playable> {
  if (!file.name.endsWith('.run')) return { source: await file.text(), seed: 1 };
  try {
    const run = await unpackRun(new Uint8Array(await file.arrayBuffer()));
    return { ...run, replay: run };
  } catch (error) {
    throw new Error('This file is damaged, or it is not a run of this game.', { cause: error });
  }
}

/** Puts a run into the address, and a link to it on the clipboard. Resolves to a message for the user. */
export async function shareRun(run: Run): Promise<string> {
  const address = await runToAddress(run);
  if (address.length > maxAddressLength)
    return 'This run is too long for a link. You can save it as a file instead.';
  history.replaceState(null, '', address);
  return (await copyAddress())
    ? 'The link to your run is copied. You can paste it anywhere.'
    : 'The link to your run is in the address bar now. You can copy it from there.';
}

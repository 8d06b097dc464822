import { messageOf } from '../../../lib/message-of.ts';
import { catalog, levelOf } from '../../game/levels/catalog.ts';
import { levelFromAddress } from '../../game/levels/share.ts';
import { type Run, unpackRun } from '../../game/replay/run.ts';
import { runFromAddress } from '../../game/replay/share.ts';

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

/** The level with this index in the catalog. */
export function playableOf(index: number): Playable {
  const { seed, source } = catalog[index]!;
  return { source, seed, index };
}

/** The same level, to be played, also after a replay. */
export function withoutReplay({ index, seed, source }: Playable): Playable {
  return { source, seed, ...(index !== undefined && { index }) };
}

/**
 * The run (`#run=…`) or level (`#level=…`, `?level=03-…`) in an address, if there is one. Rejects with an Error if the link is damaged, its level is invalid
 * or there is no such level. The message is for the player.
 */
export async function playableFromAddress({
  hash,
  search,
}: Pick<Location, 'hash' | 'search'>): Promise<Playable | undefined> {
  if (hash.length > 1) return playableFromHash(hash);
  const id = new URLSearchParams(search).get('level');
  if (id === null) return undefined;
  const index = catalog.findIndex((entry) => entry.id === id);
  if (index < 0) throw new Error(`There is no level “${id}”. Choose another one.`);
  return playableOf(index);
}

async function playableFromHash(hash: string): Promise<Playable> {
  const run = await undamaged(() => runFromAddress(hash));
  const source = run?.source ?? (await undamaged(() => levelFromAddress(hash)));
  if (source === undefined) throw new Error(damagedLink);
  try {
    levelOf(source);
  } catch (error) {
    throw new Error(`The level in this link has an error: ${messageOf(error)}`, { cause: error });
  }
  return run === undefined ? { source, seed: 1 } : { ...run, replay: run };
}

async function undamaged<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new Error(damagedLink, { cause: error });
  }
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

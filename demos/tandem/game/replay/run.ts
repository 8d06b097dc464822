import { hashWorld } from '../../world/hash-world.ts';
import { commit, createWorld, tickLength, update, type World } from '../../world/world.ts';
import { levelOf } from '../levels/catalog.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { squeeze } from './squeeze.ts';
import { TapePlayer } from './tape-player.ts';

/** A finished run: all that is needed to see it again, and what it must come to. */
export interface Run {
  /** The level's text: a replay is of the level as it was. */
  readonly source: string;
  readonly seed: number;
  readonly tape: Uint8Array;
  /** Hash of the world after the commit that ends the last step. */
  readonly hash: number;
}

const version = 1;

/** A run as compressed bytes, for a file. */
export async function packRun({ source, seed, tape, hash }: Run): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ByteWriter();
  writer.byte(version);
  writer.text(source);
  writer.number(seed);
  writer.number(hash);
  writer.number(tape.length);
  writer.bytes(tape);
  return squeeze(writer.finish(), new CompressionStream('deflate-raw'));
}

/** Reads what {@link packRun} made. Rejects with a RangeError or TypeError where the bytes make no sense. */
export async function unpackRun(bytes: Uint8Array<ArrayBuffer>): Promise<Run> {
  const reader = new ByteReader(await squeeze(bytes, new DecompressionStream('deflate-raw')));
  const found = reader.byte();
  if (found !== version) throw new RangeError(`a run must be of version ${version}, got ${found}`);
  const source = reader.text();
  const seed = reader.number();
  const hash = reader.number();
  return { source, seed, hash, tape: reader.bytes(reader.number()) };
}

/** Plays a run to its end, as fast as can be. Throws an Error if it does not come to the hash that it should. */
export function playRun({ source, seed, tape, hash }: Run): World {
  const world = createWorld(levelOf(source), seed);
  const player = new TapePlayer(world, tape);
  while (!player.isAtEnd) {
    commit(world, tickLength);
    player.begin();
    for (const robot of world.players) update(world, robot, tickLength);
    player.update((enemy, elapsed) => update(world, enemy, elapsed));
  }
  commit(world, tickLength);
  const found = hashWorld(world);
  if (found !== hash) throw new Error(`playRun: the run must end with the hash ${hash}, got ${found}`);
  return world;
}

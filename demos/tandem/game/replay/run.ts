import { hashWorld } from '../../world/hash-world.ts';
import { commit, createWorld, tickLength, update, type World } from '../../world/world.ts';
import { levelOf } from '../levels/catalog.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { pipeBytes } from './pipe-bytes.ts';
import { TapePlayer } from './tape-player.ts';

/** A finished run: the data for a replay, and its expected result. */
export interface Run {
  /** The text of the level, so that the replay does not depend on later changes of the level. */
  readonly source: string;
  readonly seed: number;
  readonly tape: Uint8Array;
  /** Hash of the world after the commit of the last step. */
  readonly hash: number;
}

const version = 1;

/** Packs a run into compressed bytes, for a file. Their format, zlib, has a checksum. */
export async function packRun({ source, seed, tape, hash }: Run): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ByteWriter();
  writer.byte(version);
  writer.text(source);
  writer.number(seed);
  writer.number(hash);
  writer.number(tape.length);
  writer.bytes(tape);
  return pipeBytes(writer.finish(), new CompressionStream('deflate'));
}

/** Unpacks the bytes of {@link packRun}. Rejects with a RangeError or TypeError if they are invalid. */
export async function unpackRun(bytes: Uint8Array<ArrayBuffer>): Promise<Run> {
  const reader = new ByteReader(await pipeBytes(bytes, new DecompressionStream('deflate')));
  const found = reader.byte();
  if (found !== version) throw new RangeError(`a run must be of version ${version}, got ${found}`);
  const source = reader.text();
  const seed = reader.number();
  const hash = reader.number();
  return { source, seed, hash, tape: reader.bytes(reader.number()) };
}

/** Plays a run to its end without waiting. Throws an Error if the world does not have the expected hash. */
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

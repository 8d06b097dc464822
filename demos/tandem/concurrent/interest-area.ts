import type { Replica, RowFilter, Schema, SharingWorker } from '@doha/multiproc/shared';
import { removeFromBin } from '../world/neighbors.ts';
import { applyPlayers, neighborSchema, playerSchema } from './entity-schema.ts';
import { interestAreaOf, type Regions } from './regions.ts';
import type { Shard } from './shard.ts';

/**
 * An enemy of another thread is removed if the replicas have had no row of it for more than this number
 * of ticks. The check is made once in this number of ticks.
 */
const memory = 8;

/** Stands for "in no tick yet". */
const never = -1;

const nowhere = { left: -1, top: -1, right: -1, bottom: -1 };

/** The replica of the enemies of another thread. */
interface Neighbor {
  readonly replica: Replica<typeof neighborSchema>;
  /** The newest `writtenIn` of its rows, and the tick in which they were last read. */
  newestRow: number;
  readIn: number;
}

/** The entities of other threads that this thread sees: the players, and the enemies in and around its region. */
export class InterestArea {
  #shard: Shard;
  #thread: number;
  #regions: Regions;
  #neighbors: Neighbor[] = [];
  #players: Replica<Schema> | undefined;
  #seenAt: Int32Array; // by entity, the last tick in which the area contained it
  #hasPlayers: boolean;

  /**
   * `hasPlayers`: whether this thread owns the players and the stage. The players can be anywhere,
   * so the area of their thread is the whole map.
   */
  constructor(shard: Shard, thread: number, regions: Regions, hasPlayers: boolean) {
    this.#shard = shard;
    this.#thread = thread;
    this.#hasPlayers = hasPlayers;
    this.#regions = regions;
    this.#seenAt = new Int32Array(shard.world.entities.length).fill(never);
  }

  /** Opens replicas of the tables of all other threads. */
  async open(exposed: SharingWorker<unknown>, threadCount: number): Promise<void> {
    const within = this.#filter;
    for (let other = 0; other < threadCount; other++) {
      if (other === this.#thread) continue;
      const replica = await exposed.replica(`visible ${other}`, neighborSchema, within && { within });
      this.#neighbors.push({ replica, newestRow: 0, readIn: never });
    }
    if (!this.#hasPlayers) this.#players = await exposed.replica('players', playerSchema);
    this.setRegions(this.#regions); // they may have changed meanwhile
  }

  /** Adapts the area to other regions. */
  setRegions(regions: Regions): void {
    this.#regions = regions;
    const within = this.#filter;
    for (const { replica } of this.#neighbors) replica.within = within;
  }

  /** Makes the state of other threads' entities visible to updates; to be called in each step. */
  advance(): void {
    for (const neighbor of this.#neighbors) if (neighbor.replica.advance()) this.#read(neighbor);
    const { world } = this.#shard;
    if (this.#players?.advance() === true) applyPlayers(this.#players, world);
    if (world.tick % memory === 0) this.#removeUnseen();
  }

  #read(neighbor: Neighbor): void {
    const shard = this.#shard;
    const { newestRow, readIn } = neighbor;
    const { tick } = shard.world;
    for (const { columns, count, ids } of neighbor.replica.parts) {
      const { active, motion, writtenIn } = columns;
      for (let row = 0; row < count; row++) {
        const index = ids[row]! - 1;
        if (shard.has(index)) continue;
        const wasSeen = this.#seenAt[index] === readIn;
        this.#seenAt[index] = tick;
        if (wasSeen && writtenIn[row]! < newestRow) continue;
        neighbor.newestRow = Math.max(neighbor.newestRow, writtenIn[row]!);
        const at = 4 * row;
        shard.seeAt(index, motion[at]!, motion[at + 1]!, motion[at + 2]!, motion[at + 3]!, active[row]!);
      }
    }
    neighbor.readIn = tick;
  }

  /**
   * Keeps an entity that has just migrated to another thread visible until that thread publishes
   * it.
   */
  keep(index: number): void {
    this.#seenAt[index] = this.#shard.world.tick;
  }

  #removeUnseen(): void {
    const { committed, enemies, neighbors, tick } = this.#shard.world;
    for (const { index } of enemies) {
      if (this.#shard.has(index) || committed.active[index] === 0) continue;
      if (this.#seenAt[index]! >= tick - memory) continue;
      this.#seenAt[index] = never;
      committed.active[index] = 0;
      removeFromBin(neighbors, index);
    }
  }

  get #filter(): RowFilter | undefined {
    if (this.#hasPlayers) return undefined;
    const { bottom, left, right, top } = interestAreaOf(this.#regions, this.#thread) ?? nowhere;
    return {
      motion: [
        [left, top, -Infinity, -Infinity],
        [right, bottom, Infinity, Infinity],
      ],
    };
  }
}

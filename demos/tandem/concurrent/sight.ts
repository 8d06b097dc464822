import type { Replica, RowFilter, Schema, SharingWorker } from '@doha/multiproc/shared';
import { removeFromBin } from '../world/neighbours.ts';
import { followPlayers, playerSchema, seenSchema } from './fields.ts';
import { type Regions, sightOf } from './regions.ts';
import type { Shard } from './shard.ts';

/** Ticks after which whoever was not seen is out of sight. */
const memory = 8;

/** No tick. */
const never = -1;

const nowhere = { left: -1, top: -1, right: -1, bottom: -1 };

/** What another thread shows. */
interface Neighbour {
  readonly replica: Replica<typeof seenSchema>;
  /** The newest tick of its rows, and the tick of the last look at them. */
  seenIn: number;
  lookedAt: number;
}

/** What a thread sees of the entities of others: the players, and the enemies around its region. */
export class Sight {
  #shard: Shard;
  #part: number;
  #regions: Regions;
  #neighbours: Neighbour[] = [];
  #players: Replica<Schema> | undefined;
  #seenAt: Int32Array; // by entity, the tick in which it was in sight
  #hasPlayers: boolean;

  /** `hasPlayers`: the thread has the players and the stage, and has to see what is near them, wherever they are: all. */
  constructor(shard: Shard, part: number, regions: Regions, hasPlayers: boolean) {
    this.#shard = shard;
    this.#part = part;
    this.#hasPlayers = hasPlayers;
    this.#regions = regions;
    this.#seenAt = new Int32Array(shard.world.entities.length).fill(never);
  }

  /** Begins to look at all others of so many threads. */
  async open(exposed: SharingWorker<unknown>, parts: number): Promise<void> {
    const within = this.#interest;
    for (let other = 0; other < parts; other++) {
      if (other === this.#part) continue;
      const replica = await exposed.replica(`shown ${other}`, seenSchema, within && { within });
      this.#neighbours.push({ replica, seenIn: 0, lookedAt: never });
    }
    if (!this.#hasPlayers) this.#players = await exposed.replica('players', playerSchema);
    this.follow(this.#regions); // they may have changed meanwhile
  }

  /** The map is shared out in another way. */
  follow(regions: Regions): void {
    this.#regions = regions;
    const within = this.#interest;
    for (const { replica } of this.#neighbours) replica.within = within;
  }

  /** Lets updates see what others are now. To be called in each step. */
  look(): void {
    for (const neighbour of this.#neighbours) if (neighbour.replica.advance()) this.#see(neighbour);
    const { world } = this.#shard;
    if (this.#players?.advance() === true) followPlayers(this.#players, world);
    if (world.tick % memory === 0) this.#forget();
  }

  #see(neighbour: Neighbour): void {
    const shard = this.#shard;
    const { lookedAt, seenIn } = neighbour;
    const { tick } = shard.world;
    for (const { columns, count, ids } of neighbour.replica.parts) {
      const { active, place, shownIn } = columns;
      for (let row = 0; row < count; row++) {
        const index = ids[row]! - 1;
        if (shard.has(index)) continue;
        const wasInSight = this.#seenAt[index] === lookedAt;
        this.#seenAt[index] = tick;
        if (wasInSight && shownIn[row]! < seenIn) continue;
        neighbour.seenIn = Math.max(neighbour.seenIn, shownIn[row]!);
        const at = 4 * row;
        shard.seeAt(index, place[at]!, place[at + 1]!, place[at + 2]!, place[at + 3]!, active[row]!);
      }
    }
    neighbour.lookedAt = tick;
  }

  /** An entity has just gone to another thread, which will show it. */
  remember(index: number): void {
    this.#seenAt[index] = this.#shard.world.tick;
  }

  // Who has left one's sight is nowhere.
  #forget(): void {
    const { committed, enemies, neighbours, tick } = this.#shard.world;
    for (const { index } of enemies) {
      if (this.#shard.has(index) || committed.active[index] === 0) continue;
      if (this.#seenAt[index]! >= tick - memory) continue;
      this.#seenAt[index] = never;
      committed.active[index] = 0;
      removeFromBin(neighbours, index);
    }
  }

  get #interest(): RowFilter | undefined {
    if (this.#hasPlayers) return undefined;
    const { bottom, left, right, top } = sightOf(this.#regions, this.#part) ?? nowhere;
    return {
      place: [
        [left, top, -Infinity, -Infinity],
        [right, bottom, Infinity, Infinity],
      ],
    };
  }
}

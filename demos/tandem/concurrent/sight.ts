import type { Interest, Replica, Schema } from '@doha/multiproc';
import type { Exposed } from '@doha/multiproc/worker';
import { removeFromBin } from '../world/neighbours.ts';
import { followPlayers, playerSchema, seenSchema } from './fields.ts';
import { type Regions, sightOf } from './regions.ts';
import type { Shard } from './shard.ts';

/** Ticks after which whoever was not seen is out of sight. */
const memory = 8;

const nowhere = { left: -1, top: -1, right: -1, bottom: -1 };

/** What another thread shows. */
interface Neighbour {
  readonly replica: Replica<typeof seenSchema>;
  /** The newest tick of its rows. */
  seenIn: number;
}

/** What a thread sees of the entities of others: the players, and the enemies around its region. */
export class Sight {
  #shard: Shard;
  #part: number;
  #regions: Regions;
  #neighbours: Neighbour[] = [];
  #players: Replica<Schema> | undefined;
  #seenAt: Int32Array; // by entity, the tick in which it was in sight

  constructor(shard: Shard, part: number, regions: Regions) {
    this.#shard = shard;
    this.#part = part;
    this.#regions = regions;
    this.#seenAt = new Int32Array(shard.world.entities.length);
  }

  /** Begins to look at all others of so many threads. `hasPlayers`: this one has them itself. */
  async open(exposed: Exposed<unknown>, parts: number, hasPlayers: boolean): Promise<void> {
    const within = this.#interest;
    for (let other = 0; other < parts; other++) {
      if (other === this.#part) continue;
      const replica = await exposed.replica(`shown ${other}`, seenSchema, { within });
      this.#neighbours.push({ replica, seenIn: 0 });
    }
    if (!hasPlayers) this.#players = await exposed.replica('players', playerSchema);
    this.follow(this.#regions); // they may have changed meanwhile
  }

  /** The map is shared out in another way. */
  follow(regions: Regions): void {
    this.#regions = regions;
    const within = this.#interest;
    for (const neighbour of this.#neighbours) {
      neighbour.replica.within = within;
      neighbour.seenIn = 0; // some that have not moved are in sight now
    }
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
    const { seenIn } = neighbour;
    for (const { columns, count, ids } of neighbour.replica.parts) {
      const { active, place, shownIn } = columns;
      for (let row = 0; row < count; row++) {
        const index = ids[row]! - 1;
        if (shard.has(index)) continue;
        this.#seenAt[index] = shard.world.tick;
        if (shownIn[row]! < seenIn) continue;
        neighbour.seenIn = Math.max(neighbour.seenIn, shownIn[row]!);
        const at = 4 * row;
        shard.seeAt(index, place[at]!, place[at + 1]!, place[at + 2]!, place[at + 3]!, active[row]!);
      }
    }
  }

  // Who has left one's sight is nowhere.
  #forget(): void {
    const { committed, enemies, neighbours, tick } = this.#shard.world;
    for (const { index } of enemies) {
      if (this.#shard.has(index) || committed.active[index] === 0) continue;
      if (this.#seenAt[index]! >= tick - memory) continue;
      committed.active[index] = 0;
      removeFromBin(neighbours, index);
    }
  }

  get #interest(): Interest {
    const { bottom, left, right, top } = sightOf(this.#regions, this.#part) ?? nowhere;
    return {
      place: [
        [left, top, -Infinity, -Infinity],
        [right, bottom, Infinity, Infinity],
      ],
    };
  }
}

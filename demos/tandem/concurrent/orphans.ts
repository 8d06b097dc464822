import type { Entities, SharedPool } from '@doha/multiproc/shared';
import { copyEntity } from '../world/entity.ts';
import type { PostedMutation } from '../world/mutation.ts';
import type { World } from '../world/world.ts';
import { idOf, leaderOf, leadersOf, membersOf } from './groups.ts';
import { partAt, type Regions } from './regions.ts';
import type { Region } from './region.ts';
import type { GroupState } from './shard.ts';

/** Groups that have lost their thread. They rest with the page until another thread takes them. */
export class Orphans {
  #world: World;
  #proc: SharedPool<Region>;
  #leaders: Int32Array;
  #generations: Uint8Array;
  #groups: Entities<GroupState, PostedMutation>;
  #mutations: Map<number, PostedMutation[]> = new Map(); // by leader, what is done to them meanwhile
  #isClosed = false;

  /** `recall` brings entities to what is known of them last. */
  constructor(proc: SharedPool<Region>, world: World, recall: (isLost: (index: number) => boolean) => void) {
    this.#proc = proc;
    this.#world = world;
    this.#leaders = leadersOf(world);
    this.#generations = new Uint8Array(world.entities.length);
    this.#groups = proc.entities<GroupState, PostedMutation>('groups', {
      release: (id) => this.#release(leaderOf(id)),
      // Who was to take it has gone: it is back.
      adopt: (_, { leader, mutations }) => void this.#mutations.set(leader, [...mutations]),
      apply: (_, mutation) => this.#mutations.get(this.#leaders[mutation.target]!)?.push(mutation),
      died: (ids) => {
        const dead = new Set(ids.filter((id) => idOf(leaderOf(id), this.#generations) === id).map(leaderOf));
        if (dead.size === 0 || this.#isClosed) return;
        recall((index) => dead.has(this.#leaders[index]!));
        this.#takeOver(dead);
      },
    });
    proc.publish('generations', this.#generations.slice());
  }

  /** By leader the number of its id: it rises when its thread was lost with it. */
  get generations(): Uint8Array {
    return this.#generations;
  }

  /** Whoever loses its thread from now on is let go. */
  close(): void {
    this.#isClosed = true;
  }

  /** A thread was lost before it had said what it has: all that is in its region. */
  takeRegion(regions: Regions, part: number): void {
    const { entities, playerCount } = this.#world;
    const leaders = [...new Set(this.#leaders)].filter((leader) => {
      if (leader < playerCount || this.#mutations.has(leader)) return false;
      return partAt(regions, entities[leader]!.x, entities[leader]!.y) === part;
    });
    this.#takeOver(leaders);
  }

  /** All go to who has their place now. */
  giveBack(regions: Regions): void {
    for (const leader of this.#mutations.keys()) {
      const { x, y } = this.#world.entities[leader]!;
      this.#groups.migrate(idOf(leader, this.#generations), partAt(regions, x, y));
    }
  }

  // Under new ids: what is meant for the old ones is dropped.
  #takeOver(leaders: Iterable<number>): void {
    for (const leader of leaders) {
      this.#generations[leader]!++;
      this.#mutations.set(leader, []);
      this.#groups.own(idOf(leader, this.#generations));
    }
    this.#proc.publish('generations', this.#generations.slice());
  }

  #release(leader: number): GroupState {
    const { entities, stage } = this.#world;
    const records = membersOf(this.#leaders, leader).map((index) => copyEntity(entities[index]!));
    const mutations = this.#mutations.get(leader) ?? [];
    this.#mutations.delete(leader);
    return { leader, records, robots: [], mutations, rewinds: stage.rewinds };
  }
}

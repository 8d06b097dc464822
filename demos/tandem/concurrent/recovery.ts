import type { Entities, SharedPool } from '@doha/multiproc/shared';
import { copyEntity } from '../world/entity.ts';
import type { PostedMutation } from '../world/mutation.ts';
import type { World } from '../world/world.ts';
import { idOf, leaderOf, leadersOf, membersOf } from './groups.ts';
import type { Region } from './region.ts';
import { type Regions, threadAt } from './regions.ts';
import type { GroupState } from './shard.ts';
import { publish } from './topics.ts';

/**
 * Recovers the groups of lost threads. Until another thread adopts them, the page owns them, but does
 * not update them.
 */
export class Recovery {
  #world: World;
  #proc: SharedPool<Region>;
  #leaders: Int32Array;
  #generations: Uint8Array;
  #groups: Entities<GroupState, PostedMutation>;
  #mutations: Map<number, PostedMutation[]> = new Map(); // mutations of groups that the page owns, by leader
  #isClosed = false;

  /** `readBackups` brings the entities that its argument selects to their last known state. */
  constructor(
    proc: SharedPool<Region>,
    world: World,
    readBackups: (isLost: (index: number) => boolean) => void,
  ) {
    this.#proc = proc;
    this.#world = world;
    this.#leaders = leadersOf(world);
    this.#generations = new Uint8Array(world.entities.length);
    this.#groups = proc.entities<GroupState, PostedMutation>('groups', {
      release: (id) => this.#release(leaderOf(id)),
      // The thread that should have adopted the group is lost, too.
      adopt: (_, { leader, mutations }) => void this.#mutations.set(leader, [...mutations]),
      apply: (_, mutation) => this.#mutations.get(this.#leaders[mutation.target]!)?.push(mutation),
      died: (ids) => {
        const lost = new Set(ids.filter((id) => idOf(leaderOf(id), this.#generations) === id).map(leaderOf));
        if (lost.size === 0 || this.#isClosed) return;
        readBackups((index) => lost.has(this.#leaders[index]!));
        this.#own(lost);
      },
    });
    publish(proc, 'generations', this.#generations.slice());
  }

  /**
   * By leader: how often the thread that owned the group was lost. The id of the group depends on
   * it, see `idOf`.
   */
  get generations(): Uint8Array {
    return this.#generations;
  }

  /** Groups that are lost from now on are not recovered. */
  close(): void {
    this.#isClosed = true;
  }

  /** Recovers all groups in the region of a thread that was lost before it had claimed them. */
  takeRegion(regions: Regions, thread: number): void {
    const { entities, playerCount } = this.#world;
    const leaders = [...new Set(this.#leaders)].filter((leader) => {
      if (leader < playerCount || this.#mutations.has(leader)) return false;
      return threadAt(regions, entities[leader]!.x, entities[leader]!.y) === thread;
    });
    this.#own(leaders);
  }

  /** Sends each recovered group to the thread that owns its position. */
  distribute(regions: Regions): void {
    for (const leader of this.#mutations.keys()) {
      const { x, y } = this.#world.entities[leader]!;
      this.#groups.migrate(idOf(leader, this.#generations), threadAt(regions, x, y));
    }
  }

  // The groups get new ids, so that mutations for the old ids are dropped.
  #own(leaders: Iterable<number>): void {
    for (const leader of leaders) {
      this.#generations[leader]!++;
      this.#mutations.set(leader, []);
      this.#groups.own(idOf(leader, this.#generations));
    }
    publish(this.#proc, 'generations', this.#generations.slice());
  }

  #release(leader: number): GroupState {
    const { entities, stage } = this.#world;
    const records = membersOf(this.#leaders, leader).map((index) => copyEntity(entities[index]!));
    const mutations = this.#mutations.get(leader) ?? [];
    this.#mutations.delete(leader);
    return { leader, records, robots: [], mutations, rewinds: stage.rewinds };
  }
}

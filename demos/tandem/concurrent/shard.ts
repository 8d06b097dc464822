import { assignEntity, copyEntity, type Entity, type EntityRecord } from '../world/entity.ts';
import { applyMutations, addPostedMutation, type PostedMutation, takeMutations } from '../world/mutation.ts';
import { moveToBin, removeFromBin } from '../world/neighbors.ts';
import { publish } from '../world/publish.ts';
import { rewindEnemy } from '../world/rewind.ts';
import { Robot } from '../world/robot/robot.ts';
import { markChanged } from '../world/surroundings.ts';
import type { World } from '../world/world.ts';
import { leadersOf, membersOf } from './groups.ts';

/** The committed state of an entity, for other threads. */
export interface CommittedRow {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  readonly active: boolean;
  /** Only for a player: further properties that other entities read. */
  readonly player?: PlayerRow;
}

export interface PlayerRow extends Readonly<Pick<Robot, 'posture' | 'facing' | 'falls'>> {
  readonly burden: number;
}

/** The complete state of a group, for the thread that adopts it. */
export interface GroupState {
  readonly leader: number;
  readonly records: readonly EntityRecord[];
  readonly robots: readonly Readonly<Omit<Robot, 'pressed'>>[];
  /** Mutations that are not applied yet. */
  readonly mutations: readonly PostedMutation[];
  /** `Stage.rewinds` when the group was released. */
  readonly rewinds: number;
}

/**
 * One thread's part of a world. The thread has a record of every entity, but updates only the
 * entities that it owns. An update reads only the committed state of other entities, which the thread
 * receives from their owners. So the result does not depend on which thread owns another entity.
 */
export class Shard {
  readonly world: World;
  /** The leader of each entity's group, by entity index. */
  readonly leaders: Int32Array;
  #own: Uint8Array;
  #players: Entity[] = [];
  #enemies: Entity[] = [];
  #areListed = true; // false after groups were adopted or released

  /** Creates a shard that owns nothing. */
  constructor(world: World) {
    this.world = world;
    this.leaders = leadersOf(world);
    this.#own = new Uint8Array(world.entities.length);
  }

  /** The players that this thread owns. It is always the same array, which is updated when this property is read after a migration. */
  get players(): readonly Entity[] {
    this.#list();
    return this.#players;
  }

  /** The enemies that this thread owns. Like `players`, it is always the same array. */
  get enemies(): readonly Entity[] {
    this.#list();
    return this.#enemies;
  }

  /** Whether this thread owns an entity. */
  has(index: number): boolean {
    return this.#own[index] === 1;
  }

  /** Makes this thread the owner of exactly the groups of these leaders. */
  assign(leaders: Iterable<number>): void {
    this.#own.fill(0);
    const chosen = new Set(leaders);
    for (const [index, leader] of this.leaders.entries()) this.#own[index] = Number(chosen.has(leader));
    this.#areListed = false;
  }

  /** Removes and returns the mutations of other threads' entities, in the order of their targets. To be called after updates. */
  takeForeign(): PostedMutation[] {
    const { changed, mutations } = this.world;
    const taken: PostedMutation[] = [];
    for (const index of bitsOf(changed)) {
      if (this.has(index)) continue;
      taken.push(...takeMutations(mutations, index));
      changed[index >> 5]! &= ~(1 << (index & 31));
    }
    return taken;
  }

  /** Adds a mutation of an entity of this thread. The next commit applies it. */
  accept(mutation: PostedMutation): void {
    addPostedMutation(this.world.mutations, mutation);
    markChanged(this.world, mutation.target);
  }

  /**
   * Applies the mutations of this thread's entities. Returns the entities that have changed since
   * the last call, in the order of their indices.
   */
  settle(): Entity[] {
    const { changed, entities, mutations } = this.world;
    const settled = bitsOf(changed).map((index) => entities[index]!);
    changed.fill(0);
    for (const entity of settled) applyMutations(mutations, entity);
    return settled;
  }

  /** Publishes the changed entities of this thread and the committed states from other threads, in the order of their indices. */
  publish(settled: readonly Entity[], rows: readonly CommittedRow[]): void {
    const others = rows.toSorted((one, other) => one.index - other.index);
    let next = 0;
    for (const entity of settled) {
      for (; next < others.length && others[next]!.index < entity.index; next++) this.see(others[next]!);
      publish(this.world, entity);
    }
    for (; next < others.length; next++) this.see(others[next]!);
  }

  /** Publishes the committed state of an entity of another thread. */
  see({ active, index, player, vx, vy, x, y }: CommittedRow): void {
    if (player === undefined) return this.seeAt(index, x, y, vx, vy, Number(active));
    // Policies and the stage read the records of players, besides the committed state.
    const { entities, robots } = this.world;
    const { burden, ...robot } = player;
    Object.assign(entities[index]!, { x, y, vx, vy, active, burden });
    Object.assign(robots[index]!, robot);
    publish(this.world, entities[index]!);
  }

  /**
   * Like `see`, for an enemy of another thread. It takes single numbers, so that the caller
   * allocates no object.
   */
  seeAt(index: number, x: number, y: number, vx: number, vy: number, active: number): void {
    const { committed, neighbors } = this.world;
    committed.x[index] = x;
    committed.y[index] = y;
    committed.vx[index] = vx;
    committed.vy[index] = vy;
    committed.active[index] = active;
    if (active === 1) moveToBin(neighbors, committed, index);
    else removeFromBin(neighbors, index);
  }

  /** The committed state of an entity of this thread. */
  rowOf(index: number): CommittedRow {
    const { entities, playerCount, robots } = this.world;
    const { active, burden, vx, vy, x, y } = entities[index]!;
    const row = { index, x, y, vx, vy, active };
    if (index >= playerCount) return row;
    const { facing, falls, posture } = robots[index]!;
    return { ...row, player: { burden, posture, facing, falls } };
  }

  /** Gives up the ownership of a group and returns its state. */
  release(leader: number): GroupState {
    const { changed, entities, mutations, playerCount, robots, stage } = this.world;
    const members = membersOf(this.leaders, leader);
    const posted: PostedMutation[] = [];
    for (const index of members) {
      posted.push(...takeMutations(mutations, index));
      changed[index >> 5]! &= ~(1 << (index & 31));
      this.#own[index] = 0;
    }
    this.#areListed = false;
    return {
      leader,
      records: members.map((index) => copyEntity(entities[index]!)),
      robots: members
        .filter((index) => index < playerCount)
        .map((index) => Object.assign(new Robot(), robots[index])),
      mutations: posted,
      rewinds: stage.rewinds,
    };
  }

  /** Takes over the ownership of a group that another thread has released. */
  adopt(group: GroupState): void {
    const { entities, playerCount, stage } = this.world;
    for (const index of membersOf(this.leaders, group.leader)) this.#own[index] = 1;
    this.#areListed = false;
    assignGroup(this.world, group);
    if (group.rewinds === stage.rewinds) for (const mutation of group.mutations) this.accept(mutation);
    // A rewind happened while the group was migrating, so the group must be rewound as well.
    else if (group.leader >= playerCount)
      for (const { index } of group.records) rewindEnemy(this.world, entities[index]!);
  }

  #list(): void {
    if (this.#areListed) return;
    this.#areListed = true;
    this.#listOwn(this.world.players, this.#players);
    this.#listOwn(this.world.enemies, this.#enemies);
  }

  #listOwn(all: readonly Entity[], own: Entity[]): void {
    let count = 0;
    for (const entity of all) if (this.has(entity.index)) own[count++] = entity;
    own.length = count;
  }
}

/** Copies the state of a released group into the records of a world. */
export function assignGroup({ entities, robots }: World, group: GroupState): void {
  for (const [i, record] of group.records.entries()) {
    assignEntity(entities[record.index]!, record);
    if (group.robots[i] !== undefined) Object.assign(robots[record.index]!, group.robots[i]);
  }
}

/** The positions of all bits that are set. */
function bitsOf(words: Int32Array): number[] {
  const positions: number[] = [];
  for (let word = 0; word < words.length; word++) {
    for (let bits = words[word]!; bits !== 0; bits &= bits - 1) {
      positions.push(word * 32 + 31 - Math.clz32(bits & -bits));
    }
  }
  return positions;
}

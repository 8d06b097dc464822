import { copyEntity, type Entity } from '../world/entity.ts';
import { applyMutations, fileMutation, type PostedMutation, takeMutations } from '../world/mutation.ts';
import { moveToBin, removeFromBin } from '../world/neighbors.ts';
import { publish } from '../world/publish.ts';
import { rewindEnemy } from '../world/rewind.ts';
import { Robot } from '../world/robot/robot.ts';
import { markChanged } from '../world/surroundings.ts';
import type { World } from '../world/world.ts';
import { leadersOf, membersOf } from './groups.ts';

/** What others may know of an entity, as it was committed. */
export interface CommittedRow {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  readonly active: boolean;
  /** Of a player: what else concerns others. */
  readonly player?: PlayerRow;
}

export interface PlayerRow {
  readonly burden: number;
  readonly posture: number;
  readonly side: number;
  readonly falls: number;
}

/** All of an entity and of those that follow it, to go on with in another thread. */
export interface GroupState {
  readonly leader: number;
  readonly records: readonly Readonly<Omit<Entity, 'angle'>>[];
  readonly robots: readonly Readonly<Omit<Robot, 'pressed'>>[];
  /** What was done to them and has not come to effect. */
  readonly mutations: readonly PostedMutation[];
  /** How often all had gone back to the beginning by then. */
  readonly rewinds: number;
}

/**
 * A thread's part of a world: it has all entities of it, and updates its own. What it knows of the others is what was committed of them, as of
 * all in a world that is in one thread; so an update does not see where the others are.
 */
export class Shard {
  readonly world: World;
  /** By entity the leader of its group. */
  readonly leaders: Int32Array;
  #own: Uint8Array;
  #players: Entity[] = [];
  #enemies: Entity[] = [];
  #areListed = true; // not since groups have come or gone

  /** Has nothing yet of its own. */
  constructor(world: World) {
    this.world = world;
    this.leaders = leadersOf(world);
    this.#own = new Uint8Array(world.entities.length);
  }

  /** This thread's own, in lists that stay: who goes on with one without asking for it again may miss who has come and gone. */
  get players(): readonly Entity[] {
    this.#list();
    return this.#players;
  }

  get enemies(): readonly Entity[] {
    this.#list();
    return this.#enemies;
  }

  /** Whether an entity is this thread's own. */
  has(index: number): boolean {
    return this.#own[index] === 1;
  }

  /** Makes the groups of these leaders this thread's own, and all others not. */
  assign(leaders: Iterable<number>): void {
    this.#own.fill(0);
    const chosen = new Set(leaders);
    for (const [index, leader] of this.leaders.entries()) this.#own[index] = Number(chosen.has(leader));
    this.#areListed = false;
  }

  /** What this thread's entities did to those of others since the last call, in the order of the targets. To be called after updates. */
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

  /** Something was done to an entity of this thread. It comes to effect with the next commit. */
  accept(mutation: PostedMutation): void {
    fileMutation(this.world.mutations, mutation);
    markChanged(this.world, mutation.target);
  }

  /** Lets come to effect what was done to this thread's entities. Returns who of them has changed, in their order. */
  settle(): Entity[] {
    const { changed, entities, mutations } = this.world;
    const settled = bitsOf(changed).map((index) => entities[index]!);
    changed.fill(0);
    for (const entity of settled) applyMutations(mutations, entity);
    return settled;
  }

  /** Lets updates see what this thread's entities are now, and what those of others are. All are gone through in their order. */
  publish(settled: readonly Entity[], rows: readonly CommittedRow[]): void {
    const others = rows.toSorted((one, other) => one.index - other.index);
    let next = 0;
    for (const entity of settled) {
      for (; next < others.length && others[next]!.index < entity.index; next++) this.see(others[next]!);
      publish(this.world, entity);
    }
    for (; next < others.length; next++) this.see(others[next]!);
  }

  /** Lets updates see what an entity of another thread is. */
  see({ active, index, player, vx, vy, x, y }: CommittedRow): void {
    if (player === undefined) return this.seeAt(index, x, y, vx, vy, Number(active));
    // Policies and the stage look at players themselves.
    const { entities, robots } = this.world;
    const { burden, ...robot } = player;
    Object.assign(entities[index]!, { x, y, vx, vy, active, burden });
    Object.assign(robots[index]!, robot);
    publish(this.world, entities[index]!);
  }

  /** The same of an enemy, without an object for it. */
  seeAt(index: number, x: number, y: number, vx: number, vy: number, active: number): void {
    const { committed, neighbours } = this.world;
    committed.x[index] = x;
    committed.y[index] = y;
    committed.vx[index] = vx;
    committed.vy[index] = vy;
    committed.active[index] = active;
    if (active === 1) moveToBin(neighbours, committed, index);
    else removeFromBin(neighbours, index);
  }

  /** What others may know of an entity of this thread. */
  rowOf(index: number): CommittedRow {
    const { entities, playerCount, robots } = this.world;
    const { active, burden, vx, vy, x, y } = entities[index]!;
    const row = { index, x, y, vx, vy, active };
    if (index >= playerCount) return row;
    const { falls, posture, side } = robots[index]!;
    return { ...row, player: { burden, posture, side, falls } };
  }

  /** Takes a group out of this thread, with all that others need to go on. */
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

  /** Goes on with a group that another thread has released. */
  adopt(group: GroupState): void {
    const { entities, playerCount, stage } = this.world;
    for (const index of membersOf(this.leaders, group.leader)) this.#own[index] = 1;
    this.#areListed = false;
    assignGroup(this.world, group);
    if (group.rewinds === stage.rewinds) for (const mutation of group.mutations) this.accept(mutation);
    // It was on its way when all went back to the beginning.
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

/** Brings a group to what it was when it was released. */
export function assignGroup({ entities, robots }: World, group: GroupState): void {
  for (const [i, record] of group.records.entries()) {
    Object.assign(entities[record.index]!, record);
    if (group.robots[i] !== undefined) Object.assign(robots[record.index]!, group.robots[i]);
  }
}

/** The places of the bits that are set. */
function bitsOf(words: Int32Array): number[] {
  const places: number[] = [];
  for (let word = 0; word < words.length; word++) {
    for (let bits = words[word]!; bits !== 0; bits &= bits - 1) {
      places.push(word * 32 + 31 - Math.clz32(bits & -bits));
    }
  }
  return places;
}

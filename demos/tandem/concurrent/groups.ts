import { type Kind, traitsOf } from '../world/kinds.ts';
import type { World } from '../world/world.ts';

// An entity and the entities that come with it, such as a turret and its bolts, form a group. A
// group always migrates as a whole. Its leader is the first entity, here the turret.

/** The leader of each entity's group, by entity index. */
export function leadersOf({ entities }: Pick<World, 'entities'>): Int32Array {
  const leaders = new Int32Array(entities.length);
  for (let leader = 0; leader < entities.length;) {
    const end = leader + sizeOf(entities[leader]!.kind);
    leaders.fill(leader, leader, end);
    leader = end;
  }
  return leaders;
}

/** The members of a leader's group, the leader first. */
export function membersOf(leaders: Int32Array, leader: number): number[] {
  const members = [leader];
  for (let index = leader + 1; leaders[index] === leader; index++) members.push(index);
  return members;
}

/**
 * Difference between the ids of a group in successive generations. If the thread that owns a group is
 * lost, the group gets the id of its next generation.
 */
const generation = 2 ** 20;

/** The id of a leader's group. `generations` has the current generation by leader. */
export function idOf(leader: number, generations: Uint8Array): number {
  return generations[leader]! * generation + leader + 1;
}

/** The leader of the group with this id. */
export function leaderOf(id: number): number {
  return (id - 1) % generation;
}

/** Number of entities in the group of a leader of this kind. */
function sizeOf(kind: Kind): number {
  return traitsOf(kind).brings.reduce<number>((sum, brought) => sum + sizeOf(brought), 1);
}

import { type Kind, traitsOf } from '../world/kind.ts';
import type { World } from '../world/world.ts';

/**
 * By entity the one that it follows from thread to thread: itself, or the one that brings it, such as a rocket its hangar. Who throws and
 * what is thrown, and both halves of an enemy that has two, are always in one thread.
 */
export function leadersOf({ entities }: Pick<World, 'entities'>): Int32Array {
  const leaders = new Int32Array(entities.length);
  for (let leader = 0; leader < entities.length;) {
    const end = leader + sizeOf(entities[leader]!.kind);
    leaders.fill(leader, leader, end);
    leader = end;
  }
  return leaders;
}

/** Who follows a leader, itself first. */
export function membersOf(leaders: Int32Array, leader: number): number[] {
  const members = [leader];
  for (let index = leader + 1; leaders[index] === leader; index++) members.push(index);
  return members;
}

/** A group has one id for each thread that was lost with it. */
const generation = 2 ** 20;

/** The id of a leader's group. */
export function idOf(leader: number, generations: Uint8Array): number {
  return generations[leader]! * generation + leader + 1;
}

/** Whose group has an id. */
export function leaderOf(id: number): number {
  return (id - 1) % generation;
}

/** Entities that come with one of a kind, itself included. */
function sizeOf(kind: Kind): number {
  return traitsOf(kind).brings.reduce<number>((sum, brought) => sum + sizeOf(brought), 1);
}

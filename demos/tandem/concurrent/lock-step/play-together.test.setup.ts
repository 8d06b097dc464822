import { expect } from 'vitest';
import { step } from '../../game/game.ts';
import { chance } from '../../world/chance.ts';
import { assignEntity } from '../../world/entity.ts';
import type { Level } from '../../world/level.ts';
import { heldBy } from '../../world/robot/keys.ts';
import { commit, createWorld, update, type World } from '../../world/world.ts';
import { Shard } from '../shard.ts';
import type { LockStepMessage, Move } from './lock-step-message.ts';
import { LockStep } from './lock-step.ts';

/** A run of a level. */
export interface Program {
  readonly level: Level;
  readonly seed: number;
  readonly until: number;
  /** The keys of both robots, see `joinHeld`. */
  readonly heldAt: (tick: number) => number;
  readonly stepsOf: (enemy: number, tick: number) => number;
}

/** Plays a program in one thread. Its world is the expected result. */
export function playAlone({ heldAt, level, seed, stepsOf, until }: Program): World {
  const world = createWorld(level, seed);
  for (;;) {
    commit(world, step);
    if (world.tick >= until || world.stage.wonAt >= 0) return world;
    steer(world, heldAt);
    for (const player of world.players) update(world, player, step);
    for (const enemy of world.enemies) {
      const steps = stepsOf(enemy.index, world.tick);
      if (steps > 0) update(world, enemy, steps * step);
    }
  }
}

/** Is told of each message between two threads. */
export interface Tap {
  sent(from: number, to: number, message: LockStepMessage): void;
  received(from: number, to: number, message: LockStepMessage): void;
}

/**
 * Plays a program in several shards, and merges them into one world. Messages have random delays.
 * In each step each group migrates with a probability of at most `unrest`.
 */
export async function playTogether(
  program: Program,
  threadCount: number,
  unrest: number,
  tap?: Tap,
): Promise<World> {
  const { heldAt, level, seed, stepsOf, until } = program;
  const channels = Array.from({ length: threadCount * threadCount }, (): LockStepMessage[] => []);
  const shards = Array.from({ length: threadCount }, () => new Shard(createWorld(level, seed)));
  const players = shards.map(
    (shard, thread) =>
      new LockStep({
        shard,
        thread,
        threadCount,
        ownerOf: (leader) => Math.floor(threadCount * chance(seed, leader, 0, 1)),
        send(to, message) {
          tap?.sent(thread, to, message);
          channels[thread * threadCount + to]!.push(structuredClone(message));
        },
        steer: () => steer(shard.world, heldAt),
        movesAt: (tick) => movesOf(shard, { seed: seed + tick, thread, threadCount, unrest }),
        stepsOf,
        until,
      }),
  );
  const ended = new Set<LockStep>();
  const ends = players.map((player) => player.play().then(() => ended.add(player)));
  for (let draw = 0; ended.size < threadCount; draw++) {
    const full = channels.flatMap((channel, i) => (channel.length > 0 ? [i] : []));
    if (full.length === 0) await new Promise(setImmediate);
    else {
      const chosen = full[Math.floor(full.length * chance(seed, draw, 1))]!;
      const message = channels[chosen]!.shift()!;
      const [from, to] = [Math.floor(chosen / threadCount), chosen % threadCount];
      tap?.received(from, to, message);
      players[to]!.receive(message);
      if (chance(seed, draw, 2) < 0.3) await Promise.resolve();
    }
  }
  await Promise.all(ends);
  return merge(shards);
}

function steer({ robots, tick }: World, heldAt: (tick: number) => number): void {
  for (const [i, robot] of robots.entries()) robot.held = heldBy(heldAt(tick), i);
}

interface Unrest {
  readonly seed: number;
  readonly thread: number;
  readonly threadCount: number;
  readonly unrest: number;
}

function movesOf(shard: Shard, { seed, thread, threadCount, unrest }: Unrest): Move[] {
  if (unrest === 0) return [];
  const leaders = new Set(shard.leaders.filter((leader) => shard.has(leader)));
  return [...leaders].flatMap((leader) => {
    const to = Math.floor(threadCount * chance(seed, leader, 0, 2));
    return to !== thread && chance(seed, leader, 0, 3) < unrest ? [{ leader, to }] : [];
  });
}

/**
 * Completes the world of the first shard with the records that the other shards own, and returns
 * it. Asserts that the committed state is the same in all shards.
 */
function merge(shards: readonly Shard[]): World {
  const [{ world }] = shards as [Shard];
  for (const shard of shards) {
    expect(shard.world.committed).toEqual(world.committed);
    expect(shard.world.stage).toEqual(world.stage);
    // The order of neighbors must be the same, too: floating-point sums depend on it.
    expect(shard.world.neighbors).toEqual(world.neighbors);
  }
  for (const shard of shards.slice(1)) {
    for (const entity of [...shard.players, ...shard.enemies]) {
      assignEntity(world.entities[entity.index]!, entity);
      if (entity.index < world.playerCount)
        Object.assign(world.robots[entity.index]!, shard.world.robots[entity.index]);
    }
  }
  const owned = shards.flatMap(({ enemies, players }) => [...players, ...enemies].map(({ index }) => index));
  expect(owned.toSorted((one, other) => one - other)).toEqual(world.entities.map(({ index }) => index));
  return world;
}

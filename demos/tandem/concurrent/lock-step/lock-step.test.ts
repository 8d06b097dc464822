import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLong, runs } from '../../../../packages/runs.test.setup.ts';
import { heldInSteps } from '../../../tandem-tools/autopilot/key-runs.ts';
import { readRecording } from '../../../tandem-tools/autopilot/recording.ts';
import { step, stepsPerWindow } from '../../game/game.ts';
import { catalogue, levelOf } from '../../game/levels/catalogue.ts';
import { chance } from '../../world/chance.ts';
import { hashWorld } from '../../world/hash-world.ts';
import type { Level } from '../../world/level.ts';
import { heldBy } from '../../world/robot/keys.ts';
import { createTunnel } from '../../world/tunnel.ts';
import { commit, createWorld, update, type World } from '../../world/world.ts';
import { LockStep, type LockStepMessage, type Move } from './lock-step.ts';
import { Shard } from '../shard.ts';

interface Program {
  readonly level: Level;
  readonly seed: number;
  readonly until: number;
  /** What both robots are told. */
  readonly heldAt: (tick: number) => number;
  readonly stepsOf: (enemy: number, tick: number) => number;
}

describe('in lock step, however many threads there are, a world comes to the same', () => {
  test('in any tunnel, whoever is late', async () => {
    const tunnel = fc.record({
      seed: fc.nat(1_000_000),
      enemies: fc.integer({ min: 1, max: 60 }),
      until: fc.integer({ min: 1, max: 40 }),
      late: fc.constantFrom(0, 0.3),
      unrest: fc.constantFrom(0, 0.02, 0.3),
      parts: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(tunnel, async ({ enemies, late, parts, seed, unrest, until }) => {
        const program = {
          level: createTunnel(enemies, seed),
          seed,
          until,
          heldAt: () => 0,
          stepsOf: (enemy: number, tick: number) =>
            chance(seed, enemy, tick, 9) < late ? 0 : usualSteps(enemy, tick),
        };
        expect(hashWorld(await playTogether(program, parts, unrest))).toBe(hashWorld(playAlone(program)));
      }),
      { numRuns: runs({ gate: 60, long: 10_000 }) },
    );
  });

  const isFlood = ({ text }: (typeof catalogue)[number]): boolean =>
    [...text.legend.values()].some(({ what }) => what === 'swarm');
  const levels = catalogue.filter((entry) => isLong || !isFlood(entry));

  test.each(levels)(
    'when $id is finished by its keys',
    { timeout: 1_200_000 },
    async ({ id, seed, source }) => {
      const recording = readRecording(recordings[`../../../tandem-tools/autopilot/recordings/${id}.keys`]!);
      const keys = heldInSteps(recording.runs);
      const program = {
        level: levelOf(source),
        seed,
        until: keys.length + 60,
        heldAt: (tick: number) => keys[tick - 1] ?? 0,
        stepsOf: usualSteps,
      };
      for (const parts of isLong ? [1, 2, 3, 4] : [1, 3]) {
        expect(hashWorld(await playTogether(program, parts, 0.01)), `${parts} threads`).toBe(recording.hash);
      }
    },
  );
});

const recordings = import.meta.glob<string>('../../../tandem-tools/autopilot/recordings/*.keys', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function usualSteps(_: number, tick: number): number {
  return tick % stepsPerWindow === 1 ? stepsPerWindow : 0;
}

/** The whole world in one thread: what all others must come to. */
function playAlone({ heldAt, level, seed, stepsOf, until }: Program): World {
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

/** The same in several parts, between which messages take any time; each group moves with the chance `unrest` in each step. */
async function playTogether(program: Program, parts: number, unrest: number): Promise<World> {
  const { heldAt, level, seed, stepsOf, until } = program;
  const channels = Array.from({ length: parts * parts }, (): LockStepMessage[] => []);
  const shards = Array.from({ length: parts }, () => new Shard(createWorld(level, seed)));
  const players = shards.map(
    (shard, part) =>
      new LockStep({
        shard,
        part,
        parts,
        ownerOf: (leader) => Math.floor(parts * chance(seed, leader, 0, 1)),
        send: (to, message) => channels[part * parts + to]!.push(structuredClone(message)),
        steer: () => steer(shard.world, heldAt),
        movesAt: (tick) => movesOf(shard, { seed: seed + tick, part, parts, unrest }),
        stepsOf,
        until,
      }),
  );
  const ended = new Set<LockStep>();
  const ends = players.map((player) => player.play().then(() => ended.add(player)));
  for (let draw = 0; ended.size < parts; draw++) {
    const full = channels.flatMap((channel, i) => (channel.length > 0 ? [i] : []));
    if (full.length === 0) await new Promise(setImmediate);
    else {
      const chosen = full[Math.floor(full.length * chance(seed, draw, 1))]!;
      players[chosen % parts]!.receive(channels[chosen]!.shift()!);
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
  readonly part: number;
  readonly parts: number;
  readonly unrest: number;
}

function movesOf(shard: Shard, { part, parts, seed, unrest }: Unrest): Move[] {
  if (unrest === 0) return [];
  const leaders = new Set(shard.leaders.filter((leader) => shard.has(leader)));
  return [...leaders].flatMap((leader) => {
    const to = Math.floor(parts * chance(seed, leader, 0, 2));
    return to !== part && chance(seed, leader, 0, 3) < unrest ? [{ leader, to }] : [];
  });
}

/** The world of the first shard, with the records of those who have them; what was committed must be the same everywhere. */
function merge(shards: readonly Shard[]): World {
  const [{ world }] = shards as [Shard];
  for (const shard of shards) {
    expect(shard.world.committed).toEqual(world.committed);
    expect(shard.world.stage).toEqual(world.stage);
    expect(shard.world.neighbours).toEqual(world.neighbours); // their order counts: it is that of sums
  }
  for (const shard of shards.slice(1)) {
    for (const entity of [...shard.players, ...shard.enemies]) {
      Object.assign(world.entities[entity.index]!, entity);
      if (entity.index < world.playerCount)
        Object.assign(world.robots[entity.index]!, shard.world.robots[entity.index]);
    }
  }
  const owned = shards.flatMap(({ enemies, players }) => [...players, ...enemies].map(({ index }) => index));
  expect(owned.toSorted((one, other) => one - other)).toEqual(world.entities.map(({ index }) => index));
  return world;
}

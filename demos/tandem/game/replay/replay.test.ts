import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGame, step } from '../game.ts';
import { levelOf } from '../levels/catalog.ts';
import { chance } from '../../world/chance.ts';
import { hashWorld } from '../../world/hash-world.ts';
import { commit, createWorld } from '../../world/world.ts';
import { fromAddress, toAddress } from './address.ts';
import { packRun, playRun, type Run, unpackRun } from './run.ts';
import { Tape } from './tape.ts';

const source = `title: Test

#                              #
#   f    f     s     f         #
#              l               #
#                              #
#      #  A           x  w     #
# 1 2  #  ##   r      x      ! #
################################

f flyer
s seeker of 1
l leech
r roller
w walker
A plate x
x door
`;

/**
 * Records some steps with random keys. An enemy is updated in the odd ticks for which `isLate` is
 * false, and in the even ticks for which it is true.
 */
function record(seed: number, steps: number, isLate: (enemy: number, tick: number) => boolean): Run {
  const world = createWorld(levelOf(source), seed);
  const tape = new Tape(world);
  const game = createGame(world, {
    observers: [
      {
        stepped() {},
        updated: (entity, _, updated) => tape.updated(entity, updated),
        drawn() {},
        worked() {},
      },
    ],
    steer: () => {
      for (const [i, robot] of world.robots.entries()) {
        robot.held = Math.floor(16 * chance(seed, i, Math.floor(world.tick / 20)));
      }
      tape.begin();
    },
  });
  const updatedAt = new Map<number, number>();
  for (let tick = 1; tick <= steps; tick++) {
    game.beginStep();
    for (const player of game.players) game.update(player, step);
    for (const enemy of game.enemies) {
      const isRegular = tick % 2 === 1;
      if (isRegular === isLate(enemy.index, tick)) continue;
      game.update(enemy, (tick - (updatedAt.get(enemy.index) ?? -1)) * step);
      updatedAt.set(enemy.index, tick);
    }
  }
  const bytes = tape.finish();
  commit(world, step);
  return { source, seed, tape: bytes, hash: hashWorld(world) };
}

test('a replay leads to the same world, whichever updates were late', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.double({ min: 0, max: 1, noNaN: true }), (seed, share) => {
      const run = record(seed, 300, (enemy, tick) => chance(seed, enemy, tick, 7) < share);
      expect(playRun(run).tick).toBe(301);
    }),
    { numRuns: 20 },
  );
});

test('updates in the tick of a rewind are recorded', () => {
  // In the run of seed 145, both robots are lost, and the enemies are rewound.
  const run = record(145, 300, () => false);
  expect(playRun(run).tick).toBe(301);
});

test('a step with the usual updates takes about two bytes of a tape', () => {
  expect(record(1, 600, () => false).tape.length).toBeLessThan(2 * 600 + 60);
});

test('a run that is packed, and encoded for an address, is decoded to the same run', async () => {
  const run = record(5, 200, (enemy, tick) => chance(5, enemy, tick) < 0.2);
  const address = toAddress(await packRun(run));
  expect(address).toMatch(/^[\w-]+$/);
  expect(await unpackRun(fromAddress(address))).toEqual(run);
});

test('a manipulated run is detected', async () => {
  const run = record(6, 100, () => false);
  expect(() => playRun({ ...run, seed: 7 })).toThrow('must end with the hash');
  await expect(unpackRun(Uint8Array.from([1, 2, 3]))).rejects.toBeInstanceOf(Error);
  expect(() => fromAddress('§')).toThrow(RangeError);
});

test('any bytes are either a valid tape or rejected with an Error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), async (bytes) => {
      const run = { ...record(6, 3, () => false), tape: bytes };
      try {
        playRun(run);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
    { numRuns: 50 },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../packages/runs.test.setup.ts';
import { chance } from '../../world/chance.ts';
import { hashWorld } from '../../world/hash-world.ts';
import { createTunnel } from '../../world/tunnel.ts';
import { monolithicSteps } from './lock-step.ts';
import { playAlone, playTogether } from './play-together.test.setup.ts';

// The levels are played by demos/tandem-tools/autopilot/lock-step.test.ts, because their recordings are there.
test('in lock step, any number of threads computes the same world as one thread, whichever updates are omitted', async () => {
  const tunnel = fc.record({
    seed: fc.nat(1_000_000),
    enemies: fc.integer({ min: 1, max: 60 }),
    until: fc.integer({ min: 1, max: 40 }),
    late: fc.constantFrom(0, 0.3),
    unrest: fc.constantFrom(0, 0.02, 0.3),
    threads: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(tunnel, async ({ enemies, late, seed, threads, unrest, until }) => {
      const program = {
        level: createTunnel(enemies, seed),
        seed,
        until,
        heldAt: () => 0,
        stepsOf: (enemy: number, tick: number) =>
          chance(seed, enemy, tick, 9) < late ? 0 : monolithicSteps(enemy, tick),
      };
      expect(hashWorld(await playTogether(program, threads, unrest))).toBe(hashWorld(playAlone(program)));
    }),
    { numRuns: runs({ gate: 12, long: 10_000 }) },
  );
});

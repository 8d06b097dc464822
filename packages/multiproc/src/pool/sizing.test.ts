import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Sizing } from './sizing.ts';

/** Returns the most frequent number of workers, after `periods` periods of a machine on which n workers have the throughput `rate(n)`. */
function usual(sizing: Sizing, periods: number, rate: (workers: number) => number): number {
  const times: number[] = Array.from({ length: 20 }, () => 0);
  for (let i = 0; i < periods + 200; i++) {
    if (i >= periods) times[sizing.active]!++;
    sizing.measured(rate(sizing.active));
  }
  return times.indexOf(Math.max(...times));
}

describe('the number of workers', () => {
  test('decreases to the number of cores, whatever the machine reports', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 16 }),
        fc.integer({ min: 1, max: 16 }),
        fc.nat(),
        (most, cores, seed) => {
          const sizing = new Sizing(most);
          let noise = seed;
          const rate = (workers: number): number => {
            noise = (noise * 1_103_515_245 + 12_345) % 2 ** 31;
            return Math.min(workers, cores) * (1 + 0.004 * (noise / 2 ** 31));
          };
          expect(usual(sizing, 500, rate)).toBe(Math.min(most, cores));
        },
      ),
    );
  });

  test('increases again when more workers have a higher throughput', () => {
    const sizing = new Sizing(8);
    expect(usual(sizing, 200, (workers) => Math.min(workers, 2))).toBe(2);
    expect(usual(sizing, 500, (workers) => workers)).toBe(8);
  });

  test('returns to its previous value if there is not enough work during a trial', () => {
    const sizing = new Sizing(4);
    for (let i = 0; i < 100; i++) {
      sizing.measured(1);
      expect(sizing.active).toBe(3);
      sizing.interrupted();
      expect(sizing.active).toBe(4);
    }
  });
});

test('all workers are used again if the work comes in bursts', () => {
  const sizing = new Sizing(3);
  for (let i = 0; i < 9; i++) sizing.measured(1);
  const { active } = sizing;
  expect(active).toBeLessThan(3);
  for (let i = 0; i < 9; i++) sizing.interrupted();
  expect(sizing.active).toBe(3);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Sample } from './sample.ts';
import { lossesOf, partNames, partsOf, scoreOf } from './score.ts';

const perfect: Sample = {
  scene: 'field',
  contestant: 'ours',
  round: 1,
  duration: 1000,
  frames: 60,
  longestGap: 17,
  latencies: [12, 20, 33],
  lived: 1,
  livedUnweighted: 1,
  reference: 2,
  updateRate: 100_000,
};

function scored(changes: Partial<Sample>, displayRate = 60): number {
  return scoreOf(partsOf({ ...perfect, ...changes }, displayRate)!);
}

test('a run without any loss has 100 points', () => {
  expect(scored({})).toBeCloseTo(100);
  expect(scored({ frames: 144 }, 144)).toBeCloseTo(100); // frames beyond 60 Hz are worth nothing
  expect(scored({ frames: 50 }, 50)).toBeCloseTo(100);
});

test('half of a part costs the same points in each part', () => {
  const expected = 100 * Math.cbrt(0.5);
  expect(scored({ frames: 30 })).toBeCloseTo(expected);
  expect(scored({ latencies: [4000 / 60] })).toBeCloseTo(expected);
  expect(scored({ lived: 0.5 })).toBeCloseTo(expected);
});

test('a contestant that gives up a part has nearly no points', () => {
  expect(scored({ lived: 0 })).toBeLessThan(11);
  expect(scored({ frames: 0 })).toBeLessThan(11);
});

test('a run without input has no score', () => {
  expect(partsOf({ ...perfect, latencies: [] }, 60)).toBeUndefined();
});

test('the losses of all parts are 100 minus the score, and a perfect part loses nothing', () => {
  const part = fc.double({ min: 0.001, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.record({ frames: part, input: part, life: part }), (parts) => {
      const losses = lossesOf(parts);
      const sum = partNames.reduce((total, name) => total + losses[name], 0);
      expect(sum).toBeCloseTo(100 - scoreOf(parts), 6);
      for (const name of partNames) expect(losses[name]).toBeGreaterThanOrEqual(0);
      expect(lossesOf({ ...parts, life: 1 }).life).toBeCloseTo(0, 9);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { memoryInUse } from '../session/memory-in-use.test.setup.ts';
import { IdSet } from './id-set.ts';
import { costOfRange } from '../memory/memory-cost.ts';

test('an IdSet has the added numbers, each once, in the minimum number of ranges', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 100 }), (ids) => {
      const set = new IdSet();
      const model = new Set<number>();
      for (const id of ids) {
        if (set.add(id) === model.has(id)) expect.fail(`add(${id}) is wrong`);
        model.add(id);
        if (set.ranges !== minimumOf(model)) expect.fail(`${set.ranges} ranges`);
      }
      expect(set.ranges).toBe(minimumOf(model));
      for (let id = 0; id <= 41; id++) if (set.has(id) !== model.has(id)) expect.fail(`has(${id}) is wrong`);
    }),
  );
});

/** The number of ranges that an IdSet must have. */
function minimumOf(model: ReadonlySet<number>): number {
  return [...model].filter((one) => !model.has(one - 1)).length;
}

/** Numbers from `from` on, each `step` after the one before it. */
const series = fc.record({
  from: fc.nat(4000),
  step: fc.integer({ min: 1, max: 3 }),
  count: fc.nat(800),
  isDescending: fc.boolean(),
});

test('an IdSet has the minimum number of ranges, in few blocks, whatever series of numbers are added', () => {
  fc.assert(
    fc.property(fc.array(series, { maxLength: 20 }), (all) => {
      const set = new IdSet();
      const model = new Set<number>();
      for (const { count, from, isDescending, step } of all) {
        for (let i = 0; i < count; i++) {
          const id = from + step * (isDescending ? count - 1 - i : i);
          if (set.add(id) === model.has(id)) expect.fail(`add(${id}) is wrong`);
          model.add(id);
          expectFewBlocks(set);
        }
        for (let id = 0; id < 6500; id++)
          if (set.has(id) !== model.has(id)) expect.fail(`has(${id}) is wrong`);
        expect(set.ranges).toBe(minimumOf(model));
      }
    }),
    { numRuns: runs({ gate: 12, long: 100 }) },
  );
});

test('blocks are merged when nearly all of their gaps are filled', () => {
  const set = new IdSet();
  for (let base = 0; base < 1_200_000; base += 120_000) {
    for (let i = 0; i < 120_000; i += 2) set.add(base + i);
    for (let i = 1; i < 120_000; i += 2) if (i % 1024 !== 1) set.add(base + i);
    expectFewBlocks(set);
  }
  expect(set.ranges).toBeGreaterThan(1000);
});

test.each([1, 4, 17, 33, 64])(
  'if %i of 64 gaps are left, the ranges take at most a fifth and 50 kB more memory than is counted for them',
  async (left) => {
    const sets = Array.from({ length: runs({ gate: 8, long: 20 }) }, () => new IdSet());
    const before = await memoryInUse();
    for (const set of sets) {
      for (let i = 0; i < 60_000; i++) set.add(2 * i);
      for (let i = 0; i < 60_000; i++) if (i % 64 >= left) set.add(2 * i + 1);
    }
    const used = (await memoryInUse()) - before;
    const counted = sets.reduce((sum, { ranges }) => sum + ranges * costOfRange, 0);
    expect(used).toBeLessThan(1.2 * counted + 50_000 * sets.length);
  },
);

/** Each block costs memory, and time in each search. */
function expectFewBlocks({ blocks, ranges }: IdSet): void {
  if (blocks > 2 + ranges / 16) expect.fail(`${ranges} ranges have ${blocks} blocks`);
}

const spread = Array.from({ length: 60_000 }, (_, i) => 2 * i);

test('tens of thousands of ranges are added in any order, and their gaps are filled', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 2 }), (seed) => {
      const set = new IdSet();
      const ids = shuffled(spread, seed);
      for (const id of ids) if (!set.add(id)) expect.fail(`${id} was there`);
      expect(set.ranges).toBe(spread.length);
      for (const id of ids) if (!set.has(id) || set.has(id + 1)) expect.fail(`${id} and the next one`);
      for (const id of shuffled(spread, seed + 1)) if (!set.add(id + 1)) expect.fail(`${id + 1} was there`);
      expect(set.ranges).toBe(1);
      expect(set.has(2 * spread.length - 1)).toBe(true);
      expect(set.has(2 * spread.length)).toBe(false);
    }),
    { numRuns: 2 },
  );
});

test('ranges can be added from the last to the first', () => {
  const set = new IdSet();
  for (const id of spread.toReversed()) set.add(id);
  expect(set.ranges).toBe(spread.length);
  expect(spread.every((id) => set.has(id) && !set.has(id + 1))).toBe(true);
});

function shuffled(ids: readonly number[], seed: number): number[] {
  const result = [...ids];
  let state = seed;
  for (let i = result.length - 1; i > 0; i--) {
    state = (state * 48_271) % 2_147_483_647;
    const other = state % (i + 1);
    [result[i], result[other]] = [result[other]!, result[i]!];
  }
  return result;
}

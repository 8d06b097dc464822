import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdSet } from './id-set.ts';

test('it has what was added, each once, in as few stretches as there are', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 100 }), (ids) => {
      const set = new IdSet();
      const model = new Set<number>();
      for (const id of ids) {
        expect(set.add(id)).toBe(!model.has(id));
        model.add(id);
        expect(set.stretches).toBe([...model].filter((one) => !model.has(one - 1)).length);
      }
      for (let id = 0; id <= 41; id++) expect(set.has(id)).toBe(model.has(id));
    }),
  );
});

const spread = Array.from({ length: 60_000 }, (_, i) => 2 * i);

test('tens of thousands of stretches, in any order, and what fills up between them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 2 }), (seed) => {
      const set = new IdSet();
      const ids = shuffled(spread, seed);
      for (const id of ids) expect(set.add(id)).toBe(true);
      expect(set.stretches).toBe(spread.length);
      for (const id of ids) if (!set.has(id) || set.has(id + 1)) expect.fail(`${id} and the next one`);
      for (const id of shuffled(spread, seed + 1)) if (!set.add(id + 1)) expect.fail(`${id + 1} was there`);
      expect(set.stretches).toBe(1);
      expect(set.has(2 * spread.length - 1)).toBe(true);
      expect(set.has(2 * spread.length)).toBe(false);
    }),
    { numRuns: 2 },
  );
});

test('stretches that come from the last to the first', () => {
  const set = new IdSet();
  for (const id of spread.toReversed()) set.add(id);
  expect(set.stretches).toBe(spread.length);
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

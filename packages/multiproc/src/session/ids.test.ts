import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ids, type IdRange, IdRanges } from './ids.ts';

test('no id is handed out twice, however late ranges arrive', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ thread: fc.nat(2), ids: fc.nat(50_000), isLate: fc.boolean() }), {
        maxLength: 12,
      }),
      (steps) => {
        const ranges = new IdRanges();
        const late: (() => void)[] = [];
        let isLate = false;
        const threads = [0, 1, 2].map(() => {
          let previousRanges = 0;
          const ids: Ids = new Ids(() => {
            const add = (): void => ids.addRange(ranges.allocate(previousRanges++));
            if (isLate) late.push(add);
            else add();
          });
          ids.addRange(ranges.allocate(previousRanges++));
          return ids;
        });
        const spans: [number, number][] = [];
        for (const step of steps) {
          ({ isLate } = step);
          for (let i = 0; i < step.ids; i++) {
            const id = threads[step.thread]!.next();
            const last = spans.at(-1);
            if (last?.[1] === id) last[1]++;
            else spans.push([id, id + 1]);
          }
          for (const add of late.splice(0)) add();
        }
        spans.sort(([one], [other]) => one - other);
        for (const [i, [first]] of spans.entries())
          expect(first).toBeGreaterThanOrEqual(spans[i - 1]?.[1] ?? 1);
      },
    ),
    { numRuns: 50 },
  );
});

test('next throws if a whole range is used up before the next one arrives', () => {
  const ids = new Ids(() => {});
  ids.addRange({ first: 1, length: 5 });
  for (let i = 0; i < 5; i++) ids.next();
  expect(() => ids.next()).toThrow('all 5 ids of a range were used before the next range arrived');
});

test('Ids.next throws an error if no pool has started the thread', () => {
  expect(() => new Ids(() => {}).next()).toThrow('nextId: the pool must have started this thread');
});

/**
 * The ranges of workers that start one after another. A worker that uses an id takes a second
 * range.
 */
function start(ranges: IdRanges, workers: number, usesIds: (worker: number) => boolean): IdRange[] {
  return Array.from({ length: workers }, (_, worker) =>
    usesIds(worker) ? [ranges.allocate(0), ranges.allocate(1)] : [ranges.allocate(0)],
  ).flat();
}

test('hundreds of thousands of workers that start one after another get ids, and none twice', () => {
  for (const [workers, usesIds] of [
    [500_000, (): boolean => false],
    [250_000, (): boolean => true],
    [330_000, (worker: number): boolean => worker % 2 === 0],
  ] as const) {
    let end = 1;
    for (const { first, length } of start(new IdRanges(), workers, usesIds)) {
      if (first < end || length < 1024)
        throw new Error(`a range of ${length} begins at ${first}, before ${end}`);
      end = first + length;
    }
    expect(end).toBeLessThanOrEqual(2 ** 32);
  }
});

test('a thread that uses many ids gets long ranges, however many workers there were', () => {
  const ranges = new IdRanges();
  expect(
    Math.min(...[0, 1, 2, 3].map((previousRanges) => ranges.allocate(previousRanges).length)),
  ).toBeGreaterThan(0.99 * 2 ** 18);
  start(ranges, 100_000, () => false);
  const lengths = [0, 1, 2, 3, 4, 5, 6].map((previousRanges) => ranges.allocate(previousRanges).length);
  expect(lengths[0]).toBeLessThan(2 ** 13);
  expect(lengths.at(-1)).toBe(2 ** 18);
  expect(lengths).toEqual(lengths.toSorted((one, other) => one - other));
});

test('next throws a RangeError when all ids are handed out', () => {
  const ranges = new IdRanges();
  while (ranges.allocate(9).length > 0);
  const ids: Ids = new Ids(() => ids.addRange(ranges.allocate(1)));
  ids.begin({ first: 1, length: 2 });
  expect([ids.next(), ids.next()]).toEqual([1, 2]);
  for (let times = 0; times < 2; times++)
    expect(() => ids.next()).toThrow(new RangeError('nextId: all ids are handed out'));
});

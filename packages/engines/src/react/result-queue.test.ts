import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import { type KeptResult, ResultQueue } from './result-queue.ts';

const items = Array.from({ length: 100 }, (_, i) => i);
const version = {};

interface StageOptions {
  /** Duration in ms of a computation. */
  readonly cost?: number;
  /** Duration in ms of the rendering of a batch. */
  readonly rendering?: number;
  readonly kept?: Map<number, KeptResult<string>>;
}

/** A queue in simulated time, the batches that it has published, and the items in the order of their computation. */
function stage({ cost = 1, kept = new Map(), rendering = 0 }: StageOptions = {}) {
  const host = new VirtualHost();
  const errors: unknown[] = [];
  const batches: { at: number; results: ReadonlyMap<number, string> }[] = [];
  const computed: number[] = [];
  const queue = new ResultQueue<number, string>({
    kept,
    loop: { host, onError: (error) => errors.push(error) },
    publish: (results) => batches.push({ at: host.now(), results }),
  });
  queue.compute = (item) => {
    computed.push(item);
    host.spend(cost);
    return `result ${item}`;
  };
  /** Lets `ms` pass. A batch counts as rendered some time after it was published. */
  const advance = (ms: number): void => {
    let seen = batches.length;
    for (const end = host.now() + ms; host.now() < end;) {
      host.advanceTo(host.now() + 1);
      if (batches.length === seen || host.now() < batches.at(-1)!.at + rendering) continue;
      seen = batches.length;
      queue.published();
    }
  };
  const shown = (): number[] => [...(batches.at(-1)?.results.keys() ?? [])];
  return { advance, batches, computed, errors, host, kept, queue, shown };
}

test('results are computed by priority, and all of them are published in batches that get longer', () => {
  const { advance, batches, computed, queue, shown } = stage();
  queue.request({ items, version, priority: (item) => -Math.abs(item - 50), isBatch: false });
  advance(200);
  expect(computed.slice(0, 3)).toEqual([50, 49, 51]);
  expect(shown().toSorted((a, b) => a - b)).toEqual(items);
  const sizes = batches.map(({ results }, i) => results.size - (batches[i - 1]?.results.size ?? 0));
  expect(batches[0]!.at).toBeLessThan(20);
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.slice(0, -1)).toEqual(sizes.slice(0, -1).toSorted((a, b) => a - b));
});

test('the next batch waits until the last one is rendered', () => {
  const { advance, batches, queue } = stage({ rendering: 60 });
  queue.request({ items, version, isBatch: false });
  advance(300);
  expect(batches.length).toBeGreaterThan(1);
  for (let i = 1; i < batches.length; i++)
    expect(batches[i]!.at - batches[i - 1]!.at).toBeGreaterThanOrEqual(60);
  expect(batches.at(-1)!.results.size).toBe(100);
});

test('a change by the application begins with short batches again, a batch does not', () => {
  for (const [isBatch, soon] of [
    [false, true],
    [true, false],
  ] as const) {
    const { advance, batches, host, queue } = stage({ cost: 10 });
    queue.request({ items, version, isBatch: false });
    advance(600);
    const seen = batches.length;
    const from = host.now();
    queue.request({ items, version, priority: (item) => item, isBatch });
    advance(600);
    expect(batches[seen]!.at - from < 50 && batches[seen + 1]!.at - from < 100).toBe(soon);
  }
});

test('items that leave the list are not computed, and their results are deleted', () => {
  const { advance, computed, kept, queue, shown } = stage();
  queue.request({ items, version, isBatch: false });
  advance(20);
  expect(computed).toContain(3);
  queue.request({ items: [5, 7, 90], version, isBatch: false });
  advance(50);
  expect(computed.filter((item) => item > 50)).toEqual([90]);
  expect(computed).toHaveLength(new Set(computed).size);
  expect(shown()).toEqual([5, 7, 90]);
  expect([...kept.keys()]).toEqual([5, 7, 90]);
  queue.request({ items: [], version, isBatch: false });
  advance(20);
  expect(shown()).toEqual([]);
});

test('a new version computes all results again, and shows the former ones until then', () => {
  const { advance, computed, queue, shown } = stage();
  queue.request({ items, version, isBatch: false });
  advance(200);
  computed.length = 0;
  queue.request({ items, version: {}, isBatch: false });
  advance(30);
  expect(shown()).toHaveLength(100);
  advance(300);
  expect(computed).toEqual(items);
});

test('a computation in steps lets more important items run first, and its last value is the result', () => {
  const { advance, batches, queue } = stage();
  const order: string[] = [];
  queue.compute = function* (item) {
    order.push(`begin ${item}`);
    if (item === 1) queue.request({ items: [1, 2], version, priority: (each) => each, isBatch: false });
    yield;
    order.push(`end ${item}`);
    return String(2 * item);
  };
  queue.request({ items: [1], version, isBatch: false });
  advance(50);
  expect(order).toEqual(['begin 1', 'begin 2', 'end 2', 'end 1']);
  expect(batches.at(-1)!.results).toEqual(
    new Map([
      [1, '2'],
      [2, '4'],
    ]),
  );
});

test('an item whose computation throws is reported once, and all others have their results', () => {
  const { advance, errors, queue, shown } = stage();
  queue.compute = (item) => {
    if (item === 3) throw new Error('no result 3');
    if (item !== 4) return String(item);
    return (function* () {
      yield;
      throw new Error('no result 4');
    })() as Generator<unknown, string>;
  };
  for (let i = 0; i < 3; i++) {
    queue.request({ items: [1, 2, 3, 4, 5], version, isBatch: false });
    advance(50);
  }
  expect(errors.map(String)).toEqual(['Error: no result 3', 'Error: no result 4']);
  expect(shown()).toEqual([1, 2, 5]);
});

test('an item whose priority is invalid is reported, and comes last', () => {
  const { advance, computed, errors, queue } = stage();
  queue.request({
    items: [1, 2, 3],
    version,
    priority: (item) => {
      if (item === 1) throw new Error('no rank');
      return item === 2 ? NaN : -5;
    },
    isBatch: false,
  });
  advance(30);
  expect(computed[0]).toBe(3);
  expect(computed).toHaveLength(3);
  expect(errors.map(String)).toEqual([
    'Error: no rank',
    'RangeError: usePrioritized: the result of priority must be a finite number, got NaN',
  ]);
});

test('a queue that replaces another one publishes the results so far, and computes only the others', () => {
  const first = stage();
  first.queue.request({ items, version, isBatch: false });
  first.advance(33);
  first.queue.dispose();
  const before = [...first.computed];
  const { advance, computed, queue, shown } = stage({ kept: first.kept });
  queue.request({ items, version, isBatch: false });
  advance(300);
  expect([...before, ...computed]).toEqual(items);
  expect(shown()).toEqual(items);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { PriorityQueue, type Queued } from './priority-queue.ts';

class Item implements Queued {
  slot = 0;
  readonly name: number;
  constructor(name: number) {
    this.name = name;
  }
}

/** A naive queue: a list that is searched at each pop. */
class NaiveQueue {
  entries: { item: Item; key: number }[] = [];

  push(item: Item, key: number): void {
    this.entries.push({ item, key });
  }
  remove(item: Item): void {
    this.entries = this.entries.filter((entry) => entry.item !== item);
  }
  peek(): { item: Item; key: number } | undefined {
    let best = this.entries[0];
    for (const entry of this.entries) if (entry.key > best!.key) best = entry;
    return best;
  }
  pop(): Item | undefined {
    const best = this.peek();
    if (best !== undefined) this.remove(best.item);
    return best?.item;
  }
}

/**
 * Pops an item from both queues, and fails unless it is the same one. Does not call `expect`,
 * because thousands of calls would take most of the time of the test.
 */
function expectSamePop(queue: PriorityQueue<Item>, naive: NaiveQueue): Item | undefined {
  const [popped, expected] = [queue.pop(), naive.pop()];
  if (popped !== expected) expect.fail(`item ${popped?.name} is popped instead of ${expected?.name}`);
  return popped;
}

// Realistic keys, equal keys, and extreme keys.
const key = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.integer({ min: 0, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, Number.MIN_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE, 1e300, 1e-300),
  fc.constantFrom(Infinity, -Infinity),
);
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('push' as const), item: fc.nat(199), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), item: fc.nat(199) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pop' as const), times: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('sweep' as const), modulus: fc.integer({ min: 1, max: 4 }) }),
  },
);

describe('PriorityQueue', () => {
  it.each<[string, unknown, unknown]>([
    ['a bigint as key', new Item(2), 1n],
    ['a symbol as key', new Item(2), Symbol('key')],
    ['a frozen item', Object.freeze(new Item(2)), 1],
    ['a number as item', 5, 1],
    ['no item', undefined, 1],
  ])('refuses %s and changes nothing', (_, item, badKey) => {
    const queue = new PriorityQueue<Item>();
    const kept = new Item(1);
    queue.push(kept, 1);
    expect(() => queue.push(item as Item, badKey as number)).toThrow(TypeError);
    expect(() => queue.push(kept, 2n as unknown as number)).toThrow(TypeError);
    expect([queue.size, queue.keyOf(kept), queue.pop(), queue.pop(), queue.size]).toEqual([
      1,
      1,
      kept,
      undefined,
      0,
    ]);
  });

  it('keeps the order of items that are frozen while they wait', () => {
    const queue = new PriorityQueue<Item>();
    const items = Array.from({ length: 300 }, (_, name) => new Item(name));
    for (const item of items.slice(0, 64)) queue.push(item, 1);
    for (const item of items.slice(0, 64)) if (item.name % 3 === 0) queue.remove(item);
    const frozen = items[31]!;
    Object.freeze(frozen);
    for (const item of items.slice(64)) queue.push(item, 1);
    const names: number[] = [];
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) names.push(item.name);
    expect(names).toEqual(items.map(({ name }) => name).filter((name) => name >= 64 || name % 3 !== 0));
  });

  it('behaves like a naive list under any sequence of push, remove, sweep and pop', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 400, size: 'max' }), (commands) => {
        const queue = new PriorityQueue<Item>();
        const naive = new NaiveQueue();
        const items = Array.from({ length: 200 }, (_, name) => new Item(name));
        for (const step of commands) {
          if (step.do === 'push') {
            const item = items[step.item]!;
            if (queue.has(item)) {
              queue.remove(item);
              naive.remove(item);
            }
            queue.push(item, step.key);
            naive.push(item, step.key);
            if (!Object.is(queue.keyOf(item), step.key))
              expect.fail(`the key ${step.key} is ${queue.keyOf(item)}`);
          } else if (step.do === 'remove') {
            const item = items[step.item]!;
            if (queue.has(item)) queue.remove(item);
            naive.remove(item);
          } else if (step.do === 'sweep') {
            const before = naive.entries.length;
            naive.entries = naive.entries.filter(({ item }) => item.name % step.modulus !== 0);
            expect(queue.sweep((item) => item.name % step.modulus === 0)).toBe(before - naive.entries.length);
          } else {
            for (let i = 0; i < step.times; i++) expectSamePop(queue, naive);
          }
          const size = naive.entries.length;
          if (queue.size !== size) expect.fail(`${queue.size} items instead of ${size}`);
          if (items.filter((item) => queue.has(item)).length !== size) expect.fail('has is wrong');
        }
        expect(queue.topKey()).toBe(naive.peek()?.key ?? -Infinity);
        while (naive.entries.length > 0) expectSamePop(queue, naive);
        expect(queue.pop()).toBeUndefined();
      }),
      { numRuns: runs({ gate: 100, long: 3000 }) },
    );
  });

  it('keeps exact order among thousands of keys that are uniform, clustered, exponential or equal', () => {
    const distributions: ((i: number) => number)[] = [
      (i) => Math.sin(i * 12.9898) * 43758.5453,
      (i) => (i % 10) / 10,
      (i) => 2 ** (((i * 7919) % 2000) - 1000),
      (i) => (i % 100 === 0 ? 1e300 * (1 + (i % 7)) : (i * 7919) % 1009),
      () => 0.5,
      (i) => i,
      (i) => -i,
    ];
    for (const distribution of distributions) {
      const queue = new PriorityQueue<Item>();
      const items = Array.from({ length: 5000 }, (_, name) => new Item(name));
      for (const item of items) queue.push(item, distribution(item.name));
      const expected = items.toSorted(
        (a, b) => distribution(b.name) - distribution(a.name) || a.name - b.name,
      );
      expect(expected.findIndex((item) => queue.pop() !== item)).toBe(-1);
    }
  });

  it.each([Infinity, -Infinity])(
    'keeps items of the priority %f in order while others are popped',
    (infinite) => {
      const queue = new PriorityQueue<Item>();
      const items = Array.from({ length: 60 }, (_, name) => new Item(name));
      const popped: (number | undefined)[] = [];
      for (const item of items.slice(0, 40)) queue.push(item, infinite);
      for (let i = 0; i < 20; i++) {
        queue.push(items[40 + i]!, infinite);
        popped.push(queue.pop()?.name);
      }
      while (queue.size > 0) popped.push(queue.pop()?.name);
      expect(popped).toEqual(items.map(({ name }) => name));
    },
  );

  it('keeps exact order when each popped item is pushed again', () => {
    const queue = new PriorityQueue<Item>();
    const naive = new NaiveQueue();
    for (let name = 0; name < 300; name++) {
      const item = new Item(name);
      queue.push(item, name % 17);
      naive.push(item, name % 17);
    }
    for (let i = 0; i < 5000; i++) {
      const item = expectSamePop(queue, naive)!;
      queue.push(item, (i * 31) % 23);
      naive.push(item, (i * 31) % 23);
    }
    expect(queue.size).toBe(300);
  });

  it('does not remove an item of another queue', () => {
    const [mine, other] = [new PriorityQueue<{ slot: number }>(), new PriorityQueue<{ slot: number }>()];
    const [a, b] = [{ slot: 0 }, { slot: 0 }];
    mine.push(a, 1);
    other.push(b, 1);
    expect(mine.remove(b)).toBe(false);
    expect([mine.size, mine.has(a), mine.pop()]).toEqual([1, true, a]);
    expect(mine.remove(a)).toBe(false);
  });
});

import { afterEach, expect, test, vi } from 'vitest';
import { ListOrderPlan } from './list-order-plan.ts';

afterEach(() => vi.unstubAllGlobals());

/** Makes each new Int32Array count reads of its elements. Returns a function that returns the number of reads. */
function countReads(): () => number {
  let reads = 0;
  const handler: ProxyHandler<Int32Array> = {
    get: (array, key) => {
      const value: unknown = Reflect.get(array, key, array);
      if (typeof value === 'number' && key !== 'length') reads++;
      return typeof value === 'function' ? (value.bind(array) as unknown) : value;
    },
    set: (array, key, value) => Reflect.set(array, key, value, array),
  };
  const construct = (array: Int32ArrayConstructor, [length]: [number]): Int32Array =>
    new Proxy(new array(length), handler);
  vi.stubGlobal('Int32Array', new Proxy(Int32Array, { construct }));
  return () => reads;
}

/** Processes a list whose last entity is the most important one, and corrects the plan before each entity. There is time for 80 % of the list. */
function work(count: number): { reads: number; made: number } {
  const ranked = Int32Array.from({ length: count }, (_, rank) => count - 1 - rank);
  const costs = new Float64Array(count).fill(1000);
  const reads = countReads();
  const plan = new ListOrderPlan();
  plan.learn(800 * count, 10);
  plan.begin({ ranked, costs, count, due: 0, dueCost: 0 });
  let made = 0;
  for (let position = 0; position < count; position++) {
    plan.correct((made * 10) / (0.8 * count) + (position % 2 === 0 ? 0 : 5 / count));
    if (plan.visit(position)) made++;
  }
  expect(plan.isFinished).toBe(true);
  return { reads: reads(), made };
}

test('the work for a window is proportional to the length of the list, even if each reading of the clock changes the plan', () => {
  for (const count of [100, 1000, 10_000]) {
    const { made, reads } = work(count);
    expect(made).toBeGreaterThan(0.75 * count);
    expect(made).toBeLessThan(0.85 * count);
    expect(reads).toBeGreaterThan(count);
    expect(reads).toBeLessThan(30 * count);
    vi.unstubAllGlobals();
  }
});

test('a plan can be used for lists of different lengths, one after another', () => {
  const plan = new ListOrderPlan();
  plan.learn(100_000, 10);
  for (const count of [0, 1, 2, 5, 10, 11, 22, 23, 3]) {
    const ranked = Int32Array.from({ length: count }, (_, rank) => rank);
    plan.begin({ ranked, costs: new Float64Array(count).fill(1000), count, due: 0, dueCost: 0 });
    expect(plan.planned).toBe(count);
    plan.correct(9.95); // there is time for at most one more update
    expect(plan.planned).toBe(Math.min(count, 1));
    for (let position = 0; position < count; position++) expect(plan.visit(position)).toBe(position === 0);
    expect(plan.isFinished).toBe(true);
  }
});

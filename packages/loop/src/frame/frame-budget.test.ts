import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { Frame } from './frame.ts';
import type { FrameOptions } from './frame-options.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Task } from '../event-loop/task.ts';

interface Thing {
  readonly index: number;
  cost: number;
  readonly minRate: number;
  updates: number;
}

interface Stage {
  readonly frame: Frame<Thing>;
  /** Runs a frame with a budget. Returns the time by which it exceeded the budget, and the cost of its last callback. */
  readonly run: (budget: number) => { readonly overrun: number; readonly last: number };
}

const step = 1000 / 60;

function things(
  count: number,
  of: (index: number) => { readonly cost: number; readonly minRate?: number },
): Thing[] {
  return Array.from({ length: count }, (_, index) => ({ index, minRate: 0, updates: 0, ...of(index) }));
}

function stage(entities: Thing[], options: Partial<FrameOptions<Thing>> = {}): Stage {
  const host = new VirtualHost();
  let last = 0;
  const frame = new Frame<Thing>({
    entities,
    update: (entity) => {
      entity.updates++;
      last = entity.cost;
      host.spend(entity.cost);
    },
    priority: ({ index }, age) => age - index / 1000,
    ...options,
  });
  frame.attach(new EventLoop({ host }));
  const run = (budget: number): { overrun: number; last: number } => {
    const start = host.now();
    frame.run({ elapsed: step, budget });
    return { overrun: host.now() - start - budget, last };
  };
  return { frame, run };
}

describe('the budget of a frame', () => {
  it.each([0.5, 1, 5])(
    'is exceeded by at most one callback and 0.1 ms with 2,900 updates of 1 µs before 100 of %s ms',
    (expensive) => {
      const { run } = stage(things(3000, (index) => ({ cost: index < 2900 ? 0.001 : expensive })));
      run(10_000);
      for (let i = 0; i < 200; i++) {
        const { overrun, last } = run(5);
        expect(overrun).toBeLessThanOrEqual(last + 0.1);
      }
    },
  );

  it('is exceeded by at most one callback and 0.1 ms once each cost has been measured', () => {
    const costs = fc.array(
      fc.oneof(fc.constantFrom(0.001, 0.01, 0.1, 1, 5), fc.double({ min: 0.0001, max: 5, noNaN: true })),
      {
        minLength: 1,
        maxLength: 200,
      },
    );
    const budgets = fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        costs,
        budgets,
        fc.constantFrom('priority' as const, 'list' as const),
        (given, later, order) => {
          const { run } = stage(
            things(given.length, (index) => ({ cost: given[index]! })),
            { order },
          );
          run(1e6);
          for (const budget of later) {
            const { overrun, last } = run(budget);
            expect(overrun).toBeLessThanOrEqual(last + 0.1);
          }
        },
      ),
    );
  });

  it('is kept again after at most 500 frames if costs have risen', () => {
    const entities = things(500, () => ({ cost: 0.001 }));
    const { run } = stage(entities);
    run(10_000);
    for (const entity of entities) entity.cost = 2;
    expect(run(5).overrun).toBeLessThanOrEqual(32 * 2);
    for (let i = 0; i < 500; i++) run(5);
    for (let i = 0; i < 100; i++) expect(run(5).overrun).toBeLessThanOrEqual(2.1);
  });

  it('allows at least one update, so that no entity starves', () => {
    const entities = things(10, () => ({ cost: 1 }));
    const { run } = stage(entities);
    for (let i = 0; i < 100; i++) run(0);
    expect(entities.map(({ updates }) => updates)).toEqual(entities.map(() => 10));
  });
});

describe('the slice of a loop', () => {
  it('is exceeded by at most one callback and 0.1 ms once each cost has been measured', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0.001, 0.05, 0.5, 3), { minLength: 1, maxLength: 100 }),
        (costs) => {
          const host = new VirtualHost();
          const loop = new EventLoop({ host: { now: () => host.now() } });
          let last = 0;
          const tasks = costs.map((cost) => new Task(() => host.spend((last = cost))));
          const submitAll = (): void => {
            for (const [index, task] of tasks.entries()) loop.submit(task, -index);
          };
          // New tasks share a burst: their costs are known when each has run alone, or when all durations were as expected.
          for (let i = 0; i < 40; i++) {
            submitAll();
            loop.run({ budget: 1e6 });
          }
          submitAll();
          while (loop.pending > 0) {
            const start = host.now();
            loop.run({ budget: 1 });
            expect(host.now() - start).toBeLessThanOrEqual(1 + last + 0.1);
          }
        },
      ),
    );
  });
});

describe('minimum rates', () => {
  it('leave half of the window to the most important entities when they do not fit', () => {
    // 1,000 entities of 0.05 ms want 10 updates per second each: 167 in each frame, of which 100 fit.
    const entities = things(1000, () => ({ cost: 0.05 }));
    const { frame, run } = stage(entities, { minRate: () => 10, priority: ({ index }) => -index });
    for (let i = 0; i < 60; i++) run(5);
    for (const entity of entities) entity.updates = 0;
    for (let i = 0; i < 600; i++) run(5);
    for (const near of entities.slice(0, 30)) expect(near.updates).toBe(600);
    const rates = entities.slice(60).map(({ updates }) => updates / 10);
    expect(Math.min(...rates)).toBeGreaterThan(2.5);
    expect(Math.max(...rates) / Math.min(...rates)).toBeLessThan(1.5);
    expect(frame.stats.stretch).toBeGreaterThan(2);
  });

  it('may take the whole window if minRateShare is 1', () => {
    const entities = things(1000, () => ({ cost: 0.05 }));
    const { run } = stage(entities, { minRate: () => 10, minRateShare: 1, priority: ({ index }) => -index });
    for (let i = 0; i < 600; i++) run(5);
    const rates = entities.map(({ updates }) => updates / 10);
    expect(Math.min(...rates)).toBeGreaterThan(5);
    expect(Math.max(...rates)).toBeLessThan(8);
  });

  it.each([
    { cost: 4, budget: 8, share: 0.5 },
    { cost: 16, budget: 8, share: 0.5 },
    { cost: 2, budget: 8, share: 0.1 },
    { cost: 3, budget: 8, share: 0.75 },
  ])('take their share of the time even if few updates fit: %o', ({ cost, budget, share }) => {
    const entities = things(40, (index) => ({ cost, minRate: index < 20 ? 60 : 0 }));
    const { frame, run } = stage(entities, {
      minRate: ({ minRate }) => minRate,
      minRateShare: share,
      priority: ({ minRate }, age) => (minRate > 0 ? -1 : age),
    });
    for (let i = 0; i < 1000; i++) run(budget);
    const due = entities.slice(0, 20).reduce((sum, { updates }) => sum + updates, 0);
    expect(due / frame.stats.updated).toBeCloseTo(share, 1);
    for (const { updates } of entities) expect(updates).toBeGreaterThan(0);
  });

  it('are met for a kind of entity that fits into its share, whatever the load', () => {
    const entities = things(1000, (index) => ({ cost: 0.1, minRate: index % 50 === 0 ? 60 : 0 }));
    const { frame, run } = stage(entities, { minRate: ({ minRate }) => minRate });
    for (let i = 0; i < 600; i++) {
      run(5);
      expect(frame.stats.stretch).toBeLessThan(1.01);
    }
    for (const { minRate, updates } of entities) if (minRate > 0) expect(updates).toBe(600);
  });

  it('that are not finite are reported and count as 0', () => {
    const errors: unknown[] = [];
    const [bad, good] = things(2, () => ({ cost: 0 }));
    const frame = new Frame<Thing>({
      entities: [bad!, good!],
      update: (entity) => entity.updates++,
      priority: () => 1,
      minRate: (entity) => (entity === bad ? Infinity : 0),
    });
    frame.attach(new EventLoop({ host: new VirtualHost(), onError: (error) => errors.push(error) }));
    frame.run({ elapsed: step, budget: 5 });
    expect(errors).toEqual([new RangeError('Frame: minRate must be a finite number ≥ 0, got Infinity')]);
    expect([bad!.updates, good!.updates]).toEqual([1, 1]);
  });
});

it.each([10, 1000])('a frame keeps its budget if the clock goes back by %i ms in a step', (back) => {
  let now = 5000;
  let spent = 0;
  const entities = Array.from({ length: 1000 }, () => ({}));
  const frame = new Frame({
    entities,
    beforeStep: () => (now -= back),
    update: () => {
      now += 0.05;
      spent += 0.05;
    },
    priority: () => 1,
  });
  frame.attach(new EventLoop({ host: { now: () => now } }));
  for (let i = 0; i < 5; i++) frame.run({ elapsed: 1000 / 60, budget: 5 });
  expect(frame.stats).toMatchObject({ steps: 5, windows: 5 });
  expect(frame.stats.updated).toBeGreaterThanOrEqual(5);
  expect(spent).toBeLessThan(5 * 5.2);
});

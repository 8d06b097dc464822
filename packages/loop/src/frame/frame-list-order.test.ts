import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceOf } from '../../../chance.test.setup.ts';
import { runs } from '../../../runs.test.setup.ts';
import { everyFrame } from '../display/every-frame.ts';
import { EventLoop } from '../event-loop/event-loop.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Frame } from './frame.ts';
import type { FrameOptions } from './frame-options.ts';

interface Thing {
  readonly id: number;
  readonly importance: number;
}

interface Conditions {
  readonly count: number;
  /** The part of all updates for which a window has time. */
  readonly part: number;
  readonly budget: number;
  readonly policy: keyof typeof policies;
}

const policies = {
  age: (_, age) => age,
  importance: ({ importance }) => importance,
  both: ({ importance }, age) => age * (1 + (importance % 10)),
} satisfies Record<string, FrameOptions<Thing>['priority']>;

const policyNames = Object.keys(policies) as (keyof typeof policies)[];

// If exactly a whole number of updates fits, rounding errors of the simulated clock decide in each window whether the last one fits.
const conditions = fc
  .record<Conditions>({
    count: fc.integer({ min: 20, max: 300 }),
    part: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
    budget: fc.double({ min: 1, max: 10, noNaN: true }),
    policy: fc.constantFrom(...policyNames),
  })
  .filter(({ count, part }) => Math.abs(count * part - Math.round(count * part)) > 1e-6);

const WINDOWS = 100;

/**
 * Plays 100 windows on a simulated clock, after 10 in which the frame learns the costs. Returns the
 * ids of the updates in each window, the longest duration of a window, and the cost of an update.
 */
function play(
  order: 'list' | 'priority',
  { budget, count, part, policy }: Conditions,
  noise: () => number = () => 0,
): { windows: number[][]; longest: number; cost: number } {
  const cost = budget / (count * part);
  let now = 0;
  let updated: number[] = [];
  const frame = new Frame<Thing>({
    order,
    entities: Array.from({ length: count }, (_, id) => ({ id, importance: (id * 37) % count })),
    priority: policies[policy],
    update: ({ id }) => {
      updated.push(id);
      now += cost * (1 + noise());
    },
  });
  frame.attach(new EventLoop({ host: { now: () => now } }));
  const windows: number[][] = [];
  let longest = 0;
  for (let i = -10; i < WINDOWS; i++) {
    updated = [];
    const start = now;
    frame.run({ elapsed: 1000 / 60, budget });
    if (i < 0) continue;
    windows.push(updated);
    longest = Math.max(longest, now - start);
  }
  return { windows, longest, cost };
}

function isInOrder(window: readonly number[]): boolean {
  return window.every((id, i) => i === 0 || id > window[i - 1]!);
}

function sum(windows: readonly (readonly number[])[]): number {
  return windows.reduce((total, { length }) => total + length, 0);
}

/** The greatest number of windows in a row in which an entity was not updated. */
function longestWait(windows: readonly (readonly number[])[], id: number): number {
  let wait = 0;
  let longest = 0;
  for (const window of windows) {
    wait = window.includes(id) ? 0 : wait + 1;
    longest = Math.max(longest, wait);
  }
  return longest;
}

const amount = { numRuns: runs({ gate: 15, long: 500 }) };

test('with constant costs at least 95 % of the windows are in list order, whatever the load and the policy', () => {
  fc.assert(
    fc.property(conditions, (given) => {
      const { windows } = play('list', given);
      expect(windows.filter(isInOrder).length).toBeGreaterThanOrEqual(0.95 * WINDOWS);
    }),
    amount,
  );
});

test('list order makes at least 99 % of the updates that order by priority makes, and exceeds the budget by at most one update', () => {
  fc.assert(
    fc.property(conditions, (given) => {
      const { cost, longest, windows } = play('list', given);
      expect(sum(windows)).toBeGreaterThanOrEqual(0.99 * sum(play('priority', given).windows));
      expect(longest).toBeLessThanOrEqual(given.budget + cost * (1 + 1e-6));
    }),
    amount,
  );
});

test('an important entity is left out of at most three windows in a row, wherever it is in the list', () => {
  fc.assert(
    fc.property(conditions, (given) => {
      const { windows } = play('list', { ...given, policy: 'importance' });
      const fits = Math.floor(given.count * given.part);
      const isImportant = (id: number): boolean => (id * 37) % given.count > given.count - fits;
      const waits = Array.from({ length: given.count }, (_, id) =>
        isImportant(id) ? longestWait(windows, id) : 0,
      );
      expect(Math.max(...waits)).toBeLessThan(4);
    }),
    amount,
  );
});

test('an entity whose priority is its age waits at most four windows longer than it takes to update all entities', () => {
  fc.assert(
    fc.property(conditions, (given) => {
      const { windows } = play('list', { ...given, policy: 'age' });
      const turn = Math.ceil(1 / given.part);
      for (let id = 0; id < given.count; id++) expect(longestWait(windows, id)).toBeLessThanOrEqual(turn + 4);
    }),
    amount,
  );
});

const loads = [1.2, 1.5, 3, 5];

/** The part of the windows that is in list order with costs that vary by 20 %, for each seed, length of the list and load. */
function partsInOrder(policy: Conditions['policy']): number[] {
  const seeds = Array.from({ length: runs({ gate: 1, long: 60 }) }, (_, i) => i + 1);
  return seeds.flatMap((seed) => {
    const chance = chanceOf(seed * 7919);
    const noise = (): number => (chance() - 0.5) * 0.4;
    return [60, 400, 1000].flatMap((count) =>
      loads.map((load) => {
        const { windows } = play('list', { count, part: 1 / load, budget: 14, policy }, noise);
        return windows.filter(isInOrder).length / WINDOWS;
      }),
    );
  });
}

test.each([
  ['age', 0.5],
  ['both', 0.5],
  ['importance', 0.2],
] as const)(
  'with costs that vary by 20 % and the policy %s, over 90 % of all windows are in list order, and a share of at least %d in each run',
  (policy, least) => {
    const parts = partsInOrder(policy);
    expect(parts.reduce((total, part) => total + part, 0) / parts.length).toBeGreaterThan(0.9);
    expect(Math.min(...parts)).toBeGreaterThanOrEqual(least);
  },
);

test('the end of the list does not starve beside expensive entities with minimum rates', () => {
  const host = new VirtualHost();
  const loop = new EventLoop({ host });
  const stiff = Array.from({ length: 9 }, () => ({ minRate: 60, cost: 6 }));
  const others = Array.from({ length: 100 }, () => ({ minRate: 0, cost: 0.2 }));
  const frame = new Frame({
    entities: [...stiff, ...others],
    order: 'list',
    minRate: ({ minRate }) => minRate,
    minRateShare: 0.9,
    priority: ({ minRate }, age) => (minRate > 0 ? 0 : 1) + age / 500,
    update: ({ cost }) => host.spend(cost),
  });
  everyFrame(loop, { simulate: frame });
  for (let i = 0; i < 20; i++) {
    host.advanceTo(host.now() + 1000);
    for (const other of others) expect(frame.ageOf(other)).toBeLessThan(1000);
  }
});

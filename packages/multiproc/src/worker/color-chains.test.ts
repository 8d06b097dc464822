import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Chain, type Chained, ColorChains } from './color-chains.ts';

class Link implements Chained<Link> {
  chain: Chain<Link> | undefined;
  before: Link | undefined;
  after: Link | undefined;
  higher: Link | undefined;
  lower: Link | undefined;
  readonly priority: number;

  constructor(priority = 0) {
    this.priority = priority;
  }
}

function links(count: number): Link[] {
  return Array.from({ length: count }, () => new Link());
}

/** Not called. */
const unranked = (): never => {
  throw new Error('the priority has not changed');
};

test('the jobs of a color begin in order, without removed ones', () => {
  const chains = new ColorChains<Link>(unranked);
  const [a, b, c, d, e] = links(5) as [Link, Link, Link, Link, Link];
  expect([a, b, c, d].map((job) => chains.enter(7, job))).toEqual([true, false, false, false]);
  expect([chains.remove(c), chains.remove(c), chains.remove(a), chains.remove(e)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(chains.next(a)).toBe(b);
  expect(chains.next(b)).toBe(d);
  expect(chains.next(d)).toBeUndefined();
  expect(chains.enter(7, e)).toBe(true);
});

test('chains equal lists, whatever is added, ended or removed, and the first job gets the highest priority of its list', () => {
  const action = fc.record({
    kind: fc.constantFrom('enter', 'enter', 'next', 'remove'),
    at: fc.nat(9),
    priority: fc.integer({ min: 1, max: 4 }),
    settles: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), fc.boolean(), (actions, isUniform) => {
      let ranked: readonly [Link, number] | undefined;
      const chains = new ColorChains<Link>((...call) => (ranked = call));
      const list: Link[] = [];
      let rank = NaN; // of the first job
      const highest = (): number => Math.max(...list.map(({ priority }) => priority));
      for (const { at, kind, priority, settles } of actions) {
        const job = list[at];
        if (kind === 'enter') {
          const link = new Link(isUniform ? 1 : priority);
          expect(chains.enter(1, link)).toBe(list.push(link) === 1);
          if (list.length === 1) rank = link.priority;
        } else if (kind === 'next' && list.length > 0) {
          expect(chains.next(list.shift()!)).toBe(list[0]);
          if (list.length > 0) rank = chains.priority(list[0]!);
        } else if (kind === 'remove' && job !== undefined) {
          expect(chains.remove(job)).toBe(at > 0);
          if (at > 0) list.splice(at, 1);
        }
        if (!settles) continue;
        ranked = undefined;
        chains.settle();
        const isTold = list.length > 0 && rank !== highest();
        expect(ranked).toEqual(isTold ? [list[0], highest()] : undefined);
        if (isTold) rank = highest();
        if (list.length > 0) expect(chains.priority(list[0]!)).toBe(highest());
      }
    }),
  );
});

test('the next job has the highest priority of its color at once, unless a job of the color was removed in the same message', () => {
  const chains = new ColorChains<Link>(() => {});
  const [a, b, c, d] = [1, 2, 3, 2].map((priority) => new Link(priority)) as [Link, Link, Link, Link];
  for (const job of [a, b, c, d]) chains.enter(7, job);
  expect(chains.next(a)).toBe(b);
  expect(chains.priority(b)).toBe(3);
  chains.remove(c);
  expect(chains.next(b)).toBe(d);
  expect(chains.priority(d)).toBe(2);
});

test('a job is removed from a long chain without a search', () => {
  const chains = new ColorChains<Link>(unranked);
  let reads = 0;
  const jobs = Array.from({ length: 5000 }, () => {
    let before: Link | undefined;
    return {
      priority: 0,
      chain: undefined,
      after: undefined,
      higher: undefined,
      lower: undefined,
      get before(): Link | undefined {
        reads++;
        return before;
      },
      set before(job: Link | undefined) {
        before = job;
      },
    };
  });
  for (const job of jobs) chains.enter(7, job);
  for (const job of jobs.slice(1)) expect(chains.remove(job)).toBe(true);
  expect(reads).toBe(jobs.length - 1);
});

test.each([
  ['rise', (i: number) => i],
  ['fall', (i: number) => -i],
  ['alternate', (i: number) => (i % 2) * i],
])('the highest priority of a chain is found without a search if the priorities %s', (_order, priorityOf) => {
  let reads = 0;
  const jobs = Array.from({ length: 5000 }, (_, i) => {
    const job = new Link();
    const read = (): number => {
      reads++;
      return priorityOf(i);
    };
    return Object.defineProperty(job, 'priority', { get: read });
  });
  const chains = new ColorChains<Link>(() => {});
  for (const job of jobs) chains.enter(7, job);
  chains.settle();
  for (const job of jobs.slice(2500).toReversed()) chains.remove(job);
  chains.settle();
  for (const job of jobs.slice(0, 2500)) chains.next(job);
  expect(reads).toBeLessThan(10 * jobs.length);
});

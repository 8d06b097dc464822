import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Chained, ColorChains } from './color-chains.ts';

class Link implements Chained<Link> {
  before: Link | undefined;
  after: Link | undefined;
}

function links(count: number): Link[] {
  return Array.from({ length: count }, () => new Link());
}

test('the jobs of a color begin in their order, without those that were taken out', () => {
  const chains = new ColorChains<Link>();
  const [a, b, c, d, e] = links(5) as [Link, Link, Link, Link, Link];
  expect([a, b, c, d].map((job) => chains.enter(7, job))).toEqual([true, false, false, false]);
  expect([chains.remove(7, c), chains.remove(7, c), chains.remove(7, a), chains.remove(8, e)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(chains.next(7, a)).toBe(b);
  expect(chains.next(7, b)).toBe(d);
  expect(chains.next(7, d)).toBeUndefined();
  expect(chains.enter(7, e)).toBe(true);
});

test('chains equal lists, whatever comes, ends or is taken out', () => {
  const action = fc.record({ kind: fc.constantFrom('enter', 'next', 'remove'), at: fc.nat(9) });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const chains = new ColorChains<Link>();
      const list: Link[] = [];
      for (const { at, kind } of actions) {
        const job = list[at];
        if (kind === 'enter') {
          const link = new Link();
          expect(chains.enter(1, link)).toBe(list.push(link) === 1);
        } else if (kind === 'next' && list.length > 0) {
          expect(chains.next(1, list.shift()!)).toBe(list[0]);
        } else if (kind === 'remove' && job !== undefined) {
          expect(chains.remove(1, job)).toBe(at > 0);
          if (at > 0) list.splice(at, 1);
        }
      }
    }),
  );
});

test('a chain with many jobs is not searched for one that is taken out', () => {
  const chains = new ColorChains<Link>();
  let looks = 0;
  const jobs = Array.from({ length: 5000 }, () => {
    let before: Link | undefined;
    return {
      after: undefined,
      get before(): Link | undefined {
        looks++;
        return before;
      },
      set before(job: Link | undefined) {
        before = job;
      },
    };
  });
  for (const job of jobs) chains.enter(7, job);
  for (const job of jobs.slice(1)) expect(chains.remove(7, job)).toBe(true);
  expect(looks).toBe(jobs.length - 1);
});

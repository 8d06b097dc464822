import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import type { ColorKey } from './color.ts';
import type { WorkerLoad } from './worker-load.ts';
import { TracedPool, type Traced, ids } from './traced-pool.test.setup.ts';

describe('without colors', () => {
  test('jobs of the highest priority are sent first, and jobs of equal priority in the order of their submission', () => {
    const pool = new TracedPool(1, { window: 1 });
    for (const priority of [1, 5, 3, 5, 1]) pool.submit(priority);
    pool.drain();
    expect(ids(pool.sent)).toEqual([1, 3, 2, 0, 4]);
  });

  test('a worker has no more jobs than its window', () => {
    const pool = new TracedPool(2, { window: 3 });
    for (let i = 0; i < 10; i++) pool.submit(1);
    pool.scheduler.dispatch();
    expect(pool.workers.map((worker) => pool.jobsOf.get(worker)!.length)).toEqual([3, 3]);
    expect(pool.scheduler.waiting).toBe(4);
  });

  test('inactive workers get only jobs of colors that are bound to them, and one becomes active when an active worker is lost', () => {
    const pool = new TracedPool(3, { window: 2 });
    for (const key of ['a', 'b', 'c']) pool.submit(1, key);
    pool.scheduler.dispatch();
    pool.scheduler.active = 1;
    const resting = pool.workers.slice(1);
    const bound = resting.map((worker) => pool.jobsOf.get(worker)![0]!.key!);
    for (const key of bound) pool.submit(1, key);
    for (let i = 0; i < 10; i++) pool.submit(1);
    pool.scheduler.dispatch();
    for (const [i, worker] of resting.entries())
      expect(pool.jobsOf.get(worker)!.map(({ key }) => key)).toEqual([bound[i], bound[i]]);
    for (const worker of pool.workers) while (pool.end(worker));
    pool.scheduler.remove(pool.workers[0]!, []);
    pool.scheduler.dispatch();
    expect(pool.workers.map((worker) => pool.jobsOf.get(worker)!.length)).toEqual([0, 2, 0]);
  });

  test('the priority of a queued job can change', () => {
    const pool = new TracedPool(1, { window: 1 });
    const jobs = [3, 2, 1].map((priority) => pool.submit(priority));
    pool.rank(jobs[2]!, 4);
    pool.rank(jobs[0]!, 0);
    pool.drain();
    expect(ids(pool.sent)).toEqual([2, 1, 0]);
  });

  test('a withdrawn job is not sent, and a sent job is not withdrawn', () => {
    const pool = new TracedPool(1, { window: 1 });
    const [first, second] = [pool.submit(2), pool.submit(1)];
    pool.scheduler.dispatch();
    expect([first, second].map((job) => pool.scheduler.withdraw(job))).toEqual([false, true]);
    expect(pool.scheduler.withdraw(second)).toBe(false);
    pool.drain();
    expect(pool.sent).toEqual([first]);
  });
});

type Step =
  | { readonly what: 'submit'; readonly priority: number; readonly key: ColorKey | undefined }
  | {
      readonly what: 'withdraw' | 'rank' | 'end' | 'lose' | 'rest' | 'suspend' | 'resume' | 'yield';
      readonly which: number;
      readonly priority: number;
    };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('submit' as const),
      priority: fc.integer({ min: 0, max: 4 }),
      key: fc.constantFrom(undefined, 'a', 'b', 3),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'withdraw' as const,
        'rank' as const,
        'end' as const,
        'end' as const,
        'lose' as const,
        'rest' as const,
        'suspend' as const,
        'resume' as const,
        'yield' as const,
      ),
      which: fc.nat(30),
      priority: fc.integer({ min: 0, max: 4 }),
    }),
  },
);

test('jobs of a color never overlap and keep their order, and all jobs end, whatever is cancelled, lost, rebound or inactive', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 120 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(1, 2, 5, 'auto' as const),
      (steps, workers, window) => {
        const pool = new TracedPool(workers, { window });
        const waiting = new Set<Traced>();
        const ended: Traced[] = [];
        const end = (job: Traced | undefined): void => {
          if (job === undefined) return;
          const earlier = [...waiting].filter(
            ({ key, id }) => key !== undefined && key === job.key && id < job.id,
          );
          expect(earlier).toEqual([]);
          waiting.delete(job);
          ended.push(job);
        };
        for (const { what, ...given } of steps) {
          if (what === 'submit') {
            const { key, priority } = given as Extract<Step, { what: 'submit' }>;
            waiting.add(pool.submit(priority, key));
          } else {
            const { which, priority } = given as Exclude<Step, { what: 'submit' }>;
            const job = [...waiting][which % Math.max(1, waiting.size)];
            const worker = pool.workers[which % pool.workers.length]!;
            if (what === 'withdraw' && job !== undefined && pool.scheduler.withdraw(job)) waiting.delete(job);
            if (what === 'rank' && job !== undefined && job.worker === undefined) pool.rank(job, priority);
            if (what === 'end') end(pool.end(worker, 1 + which));
            if (what === 'lose') again(pool, pool.lose(worker));
            const oldest = pool.jobsOf.get(worker)?.[0]; // nothing of its color runs before it
            if (what === 'suspend' && oldest !== undefined) pool.scheduler.suspended(oldest);
            if (what === 'resume' && oldest !== undefined) pool.scheduler.resumed(oldest);
            if (what === 'yield' && oldest !== undefined) pool.scheduler.yields(oldest);
            if (what === 'rest') pool.scheduler.active = 1 + (which % workers);
          }
          pool.scheduler.dispatch();
          expectOneWorkerForEachColor(pool);
        }
        for (let turn = 0; waiting.size > 0; turn++) {
          expect(turn).toBeLessThan(1000);
          for (const worker of pool.workers) end(pool.end(worker));
          pool.scheduler.dispatch();
        }
        expect(pool.scheduler.waiting).toBe(0);
        expect(pool.scheduler.colors.size).toBe(0);
        for (const { ahead, running } of pool.workers) expect([ahead, running]).toEqual([0, 0]);
        expect(new Set(ended).size).toBe(ended.length);
      },
    ),
    { numRuns: runs({ gate: 300, long: 10_000 }) },
  );
});

/** Submits the lost jobs once more. */
function again(pool: TracedPool, lost: readonly Traced[]): void {
  for (const key of new Set(lost.map((job) => job.key))) {
    const jobs = lost.filter((job) => job.key === key);
    if (key === undefined) for (const job of jobs) pool.scheduler.submit(job);
    else pool.scheduler.resubmit(jobs, key);
  }
}

function expectOneWorkerForEachColor({ jobsOf, workers }: TracedPool): void {
  const found = new Map<ColorKey, WorkerLoad>();
  for (const worker of workers) {
    for (const { key } of jobsOf.get(worker)!) {
      if (key === undefined) continue;
      expect(found.get(key) ?? worker).toBe(worker);
      found.set(key, worker);
    }
    expect(worker.inFlight).toBe(jobsOf.get(worker)!.length);
  }
}

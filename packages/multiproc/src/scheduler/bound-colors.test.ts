import { describe, expect, test } from 'vitest';
import type { WorkerLoad } from './worker-load.ts';
import { TracedPool, ids } from './traced-pool.test.setup.ts';

describe('with colors', () => {
  test('jobs of one color go to one worker, in the order of their submission', () => {
    const pool = new TracedPool(3, { window: 2 });
    for (const priority of [1, 5, 3, 5, 1]) pool.submit(priority, 'only');
    pool.scheduler.dispatch();
    expect(pool.workers.map(({ inFlight }) => inFlight)).toEqual([2, 0, 0]);
    pool.drain();
    expect(ids(pool.sent)).toEqual([0, 1, 2, 3, 4]);
  });

  test('a high-priority job raises the earlier jobs of its color', () => {
    const pool = new TracedPool(1, { window: 1 });
    pool.submit(2);
    pool.submit(1, 'a');
    const urgent = pool.submit(3, 'a');
    pool.scheduler.dispatch();
    expect(ids(pool.sent)).toEqual([1]);
    pool.scheduler.withdraw(urgent);
    pool.drain();
    expect(ids(pool.sent)).toEqual([1, 0]);
  });

  test('if the priorities of 5,000 jobs of one color change in a turn, each job is examined only a few times', () => {
    const pool = new TracedPool(1, { window: 1 });
    pool.submit(1, 'a');
    pool.scheduler.dispatch();
    let reads = 0;
    const jobs = Array.from({ length: 5000 }, (_, i) => {
      const job = pool.submit(i, 'a');
      let { priority } = job;
      Object.defineProperty(job, 'priority', {
        get: () => (reads++, priority),
        set(changed: number) {
          priority = changed;
        },
      });
      return job;
    });
    for (const job of jobs) pool.rank(job, -job.priority);
    for (const job of jobs.slice(0, 2500)) {
      pool.scheduler.withdraw(job);
      pool.submit(1, 'a');
    }
    pool.scheduler.dispatch();
    expect(reads).toBeLessThan(6 * jobs.length);
  });

  test('a color whose priority was raised in a turn is sent before colors of lower priority', () => {
    const pool = new TracedPool(1, { window: 1 });
    const [first, second] = [pool.submit(1, 'a'), pool.submit(2, 'b')];
    pool.rank(first, 3);
    pool.drain();
    expect(pool.sent).toEqual([first, second]);
  });

  test('while a job waits, its worker has at most one more job of its color, and room for other jobs', () => {
    const pool = new TracedPool(1, { window: 2 });
    const worker = pool.workers[0]!;
    const [first] = Array.from({ length: 10 }, () => pool.submit(1, 'a'));
    for (let i = 0; i < 4; i++) pool.submit(0);
    pool.scheduler.dispatch();
    pool.scheduler.suspended(first!);
    pool.scheduler.dispatch();
    expect(pool.jobsOf.get(worker)!.map(({ key }) => key)).toEqual(['a', 'a', undefined, undefined]);
    expect(worker.running).toBe(2);
    pool.scheduler.resumed(first!);
    expect(worker.running).toBe(4);
    pool.drain();
    expect([worker.running, worker.ahead, pool.scheduler.colors.size]).toEqual([0, 0, 0]);
  });

  test('a color is bound to a worker only while the worker has jobs of it', () => {
    const pool = new TracedPool(2, { window: 1 });
    pool.submit(1, 'a');
    pool.scheduler.dispatch();
    const [first, second] = pool.workers as [WorkerLoad, WorkerLoad];
    expect(pool.scheduler.colors.get('a')!.worker).toBe(first);
    pool.end(first);
    expect(pool.scheduler.colors.size).toBe(0);
    pool.ended(second, 1, 1);
    pool.submit(9);
    pool.submit(1, 'a');
    pool.scheduler.dispatch();
    expect(pool.scheduler.colors.get('a')!.worker).toBe(second);
  });

  test('an idle worker takes over a color of a busy one', () => {
    const pool = new TracedPool(2, { window: 4 });
    const [first, second] = pool.workers as [WorkerLoad, WorkerLoad];
    for (let i = 0; i < 6; i++) for (const color of ['a', 'b']) pool.submit(1, color);
    const schedule: string[] = [];
    // The first worker gets both colors while it is the only one. Then another one starts.
    pool.scheduler.remove(second, []);
    pool.scheduler.dispatch();
    expect(first.colors).toBe(2);
    pool.start();
    for (let step = 0; step < 12; step++) {
      pool.scheduler.dispatch();
      for (const worker of pool.scheduler.workers) {
        const job = pool.end(worker);
        if (job !== undefined) schedule.push(`${worker.index}${String(job.key)}`);
      }
    }
    expect(schedule).toMatchInlineSnapshot(`
      [
        "0a",
        "0a",
        "0b",
        "0a",
        "2b",
        "0a",
        "2b",
        "0a",
        "2b",
        "0a",
        "2b",
        "2b",
      ]
    `);
  });

  test('colors without jobs are reused for other keys, and finished jobs have no color', () => {
    const pool = new TracedPool(2, { window: 2 });
    const numbers = new Set<number>();
    for (let i = 0; i < 100; i++) {
      const jobs = [0, 0, 1].map((key) => pool.submit(1, 10 * i + key));
      pool.scheduler.dispatch();
      for (const { color } of jobs) numbers.add(color!.number);
      pool.drain();
      expect(jobs.map(({ color }) => color)).toEqual([undefined, undefined, undefined]);
    }
    expect(numbers.size).toBe(2);
  });

  test('an idle worker takes over no color of a worker whose only other color waits', () => {
    const pool = new TracedPool(2, { window: 8 });
    const sleepers = ['x', 'y'].map((color) => pool.submit(1, color));
    pool.scheduler.dispatch();
    for (const job of sleepers) pool.scheduler.suspended(job);
    for (let i = 0; i < 20; i++) pool.submit(1, 'a');
    pool.scheduler.dispatch();
    const { worker } = pool.scheduler.colors.get('a')!;
    expect(worker!.running).toBe(8);
    pool.scheduler.dispatch(); // the other worker is idle
    pool.scheduler.completed(pool.jobsOf.get(worker!)!.splice(1, 1)[0]!);
    pool.scheduler.dispatch();
    expect(worker!.running).toBe(8);
  });

  test('jobs of a bound color and jobs without color alternate at equal priority', () => {
    const pool = new TracedPool(1, { window: 2 });
    for (let i = 0; i < 4; i++) pool.submit(1, 'a');
    for (let i = 0; i < 4; i++) pool.submit(1);
    pool.drain();
    expect(pool.sent.slice(0, 6).filter(({ key }) => key === undefined).length).toBeGreaterThan(1);
  });
});

describe('a held color', () => {
  test('waits until it is released, and continues with its first job', () => {
    const pool = new TracedPool(2, { window: 8 });
    const jobs = [0, 1, 2, 3].map(() => pool.submit(0, 'red'));
    pool.scheduler.dispatch();
    const { color, worker } = jobs[0]!;
    pool.scheduler.completed(jobs[2]!); // cancelled in the worker
    const release = pool.scheduler.hold(jobs[0]!);
    pool.scheduler.remove(worker!, jobs);
    pool.scheduler.resubmit([jobs[0]!, jobs[1]!, jobs[3]!], 'red');
    pool.scheduler.dispatch();
    expect(jobs.map((job) => job.worker)).toEqual([undefined, undefined, undefined, undefined]);
    release();
    pool.scheduler.dispatch();
    expect(color!.worker).not.toBe(worker);
    expect(color!.head).toBe(jobs[0]);
  });
});

import { describe, expect, test } from 'vitest';
import type { WorkerLoad } from './worker-load.ts';
import { TracedPool, type Traced } from './traced-pool.test.setup.ts';

describe('generators that have begun', () => {
  const begin = (pool: TracedPool, ...priorities: number[]): Traced[] => {
    const all = priorities.map((priority) => pool.submit(priority));
    pool.scheduler.dispatch();
    for (const job of all) pool.scheduler.yields(job);
    return all;
  };

  test('make room for more important jobs, but not for equals', () => {
    const pool = new TracedPool(1, { window: 2 });
    begin(pool, 0, 0);
    pool.submit(0);
    pool.scheduler.dispatch();
    expect(pool.sent).toHaveLength(2);
    const urgent = pool.submit(1);
    pool.scheduler.dispatch();
    expect(pool.sent.slice(2)).toEqual([urgent]);
  });

  test('get their room back when the more important job has ended', () => {
    const pool = new TracedPool(1, { window: 2 });
    const { scheduler } = pool;
    begin(pool, 0, 0);
    const waiting = pool.submit(0);
    for (let i = 0; i < 3; i++) {
      const urgent = pool.submit(1);
      scheduler.dispatch();
      expect([pool.sent.at(-1), pool.workers[0]!.running]).toEqual([urgent, 2]);
      scheduler.completed(urgent);
      scheduler.dispatch();
      expect(pool.sent.at(-1)).toBe(urgent);
    }
    scheduler.completed(pool.sent[0]!);
    scheduler.dispatch();
    expect(pool.sent.at(-1)).toBe(waiting);
  });

  test('all make room one after another, the least important first, also for other generators', () => {
    const pool = new TracedPool(1, { window: 2 });
    begin(pool, 1, 0);
    begin(pool, 2);
    begin(pool, 3);
    pool.submit(2);
    pool.scheduler.dispatch();
    expect(pool.sent.map(({ priority }) => priority)).toEqual([1, 0, 2, 3]);
    const first = pool.submit(4);
    pool.submit(2);
    pool.scheduler.dispatch();
    expect(pool.sent.at(-1)).toBe(first);
  });

  test('keep their room if a less important job in the same worker can be put aside instead', () => {
    const pool = new TracedPool(1, { window: 2 });
    const { scheduler } = pool;
    begin(pool, 3);
    const waiting = pool.submit(1);
    scheduler.dispatch();
    const urgent = pool.submit(2);
    scheduler.dispatch();
    expect(pool.sent.slice(1)).toEqual([waiting, urgent]);
    scheduler.completed(urgent);
    expect(pool.workers[0]!.running).toBe(1);
    scheduler.dispatch();
    expect(pool.workers[0]!.running).toBe(2);
  });

  test('make room without examining the jobs that wait for promises', () => {
    const pool = new TracedPool(1, { window: 2 });
    const { scheduler } = pool;
    let reads = 0;
    const sleepers = Array.from({ length: 100 }, (_, i) => pool.submit(0, i < 50 ? undefined : i));
    for (let i = 0; i < 50; i++) {
      scheduler.dispatch();
      for (const job of pool.sent.slice(-2)) scheduler.suspended(job);
    }
    begin(pool, 0, 0);
    for (const job of sleepers)
      Object.defineProperty(job, 'priority', { get: () => (reads++, 0), configurable: true });
    for (let i = 0; i < 10; i++) {
      const urgent = pool.submit(1);
      scheduler.dispatch();
      expect(pool.sent.at(-1)).toBe(urgent);
      pool.jobsOf.get(pool.workers[0]!)!.pop();
      scheduler.completed(urgent);
    }
    expect([pool.workers[0]!.inFlight, reads]).toEqual([102, 0]);
  });

  test.each([undefined, 'red'])(
    'keep their room if less important jobs that have waited can be put aside instead: jobs of the color %s',
    (color) => {
      const pool = new TracedPool(1, { window: 3 });
      const { scheduler } = pool;
      const first = pool.submit(1, color);
      const second = pool.submit(0, color);
      scheduler.dispatch();
      begin(pool, 3);
      scheduler.suspended(first);
      scheduler.resumed(first);
      for (const priority of [2, 2, 3]) pool.submit(priority);
      scheduler.dispatch();
      expect(pool.sent.map(({ priority }) => priority)).toEqual([1, 0, 3, 3, 2]);
      expect(pool.workers[0]!.running).toBe(3);
      for (const job of [first, second]) scheduler.completed(job);
      expect(pool.workers[0]!.running).toBe(3);
    },
  );

  test('are counted once if they wait while they are put aside and a job of their color is behind them', () => {
    const pool = new TracedPool(1, { window: 2 });
    const { scheduler } = pool;
    const [worker] = pool.workers as [WorkerLoad];
    const first = pool.submit(0, 'red');
    const second = pool.submit(0, 'red');
    scheduler.dispatch();
    scheduler.yields(first);
    const urgent = pool.submit(1);
    scheduler.dispatch();
    expect([pool.sent.at(-1), worker.running]).toEqual([urgent, 2]);
    scheduler.suspended(first);
    expect([worker.inFlight, worker.running]).toEqual([3, 1]);
    scheduler.resumed(first);
    for (const job of [first, second, urgent]) scheduler.completed(job);
    expect([worker.inFlight, worker.running, worker.ahead]).toEqual([0, 0, 0]);
  });

  test('are counted once if they end or wait while they are put aside', () => {
    const pool = new TracedPool(1, { window: 1 });
    const { scheduler } = pool;
    const [worker] = pool.workers as [WorkerLoad];
    const ended = begin(pool, 0)[0]!;
    const waits = begin(pool, 1)[0]!;
    const colored = pool.submit(2, 'red');
    scheduler.dispatch();
    scheduler.yields(colored);
    const last = pool.submit(3);
    scheduler.dispatch();
    expect([worker.inFlight, worker.running]).toEqual([4, 1]);
    scheduler.completed(ended);
    scheduler.suspended(waits);
    scheduler.suspended(colored);
    expect([worker.inFlight, worker.running]).toEqual([3, 1]);
    for (const job of [waits, colored]) scheduler.resumed(job);
    expect(worker.running).toBe(3);
    for (const job of [waits, colored, last]) scheduler.completed(job);
    expect([worker.inFlight, worker.running, worker.ahead]).toEqual([0, 0, 0]);
  });
});

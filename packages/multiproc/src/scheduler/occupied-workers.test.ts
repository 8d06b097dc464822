import { describe, expect, test } from 'vitest';
import type { WorkerLoad } from './worker-load.ts';
import { TracedPool } from './traced-pool.test.setup.ts';

describe('without colors', () => {
  test('a worker that has been silent for long gets no second job while another worker would finish it sooner', () => {
    let now = 0;
    const pool = new TracedPool(2, { now: () => now });
    pool.submit(1);
    pool.scheduler.dispatch();
    const [occupied, other] = pool.workers as [WorkerLoad, WorkerLoad];
    now = 1000;
    for (let i = 0; i < 20; i++) pool.submit(i);
    for (let i = 0; i < 20; i++) {
      pool.scheduler.dispatch();
      pool.end(other, 2);
    }
    expect(pool.jobsOf.get(occupied)!.length).toBe(1);
    expect(pool.scheduler.waiting).toBe(0);
  });

  test('jobs behind a long one can be reclaimed once another worker is idle', () => {
    let now = 0;
    const pool = new TracedPool(2, { now: () => now, window: 2 });
    for (let i = 0; i < 4; i++) pool.submit(1);
    pool.scheduler.dispatch();
    const [occupied, other] = pool.workers as [WorkerLoad, WorkerLoad];
    now = 1000;
    expect(pool.scheduler.occupied()).toEqual({ workers: [], later: false }); // nobody is idle
    pool.end(other);
    pool.end(other);
    expect(pool.scheduler.occupied()).toEqual({ workers: [occupied], later: false });
  });

  test('a job behind another one that continues after its await can be reclaimed, and the worker gets no jobs until it sends a message', () => {
    let time = 0;
    const pool = new TracedPool(2, { window: 2, now: () => time });
    const { scheduler } = pool;
    const [busy, other] = pool.workers as [WorkerLoad, WorkerLoad];
    scheduler.active = 1;
    const waiting = pool.submit(0);
    scheduler.dispatch();
    scheduler.suspended(waiting);
    const behind = pool.submit(0);
    scheduler.dispatch();
    scheduler.active = 2;
    expect(scheduler.occupied()).toEqual({ workers: [], later: true });
    time = 20;
    expect(scheduler.occupied()).toEqual({ workers: [busy], later: false });
    scheduler.completed(behind);
    busy.isStuck = true;
    for (let i = 0; i < 4; i++) pool.submit(0);
    scheduler.dispatch();
    expect([busy.running, other.running]).toEqual([0, 2]);
    busy.isStuck = false;
    scheduler.dispatch();
    expect([busy.running, other.running]).toEqual([2, 2]);
  });

  test('if all workers are stuck, jobs go to any of them', () => {
    const pool = new TracedPool(2, { window: 2 });
    for (const worker of pool.workers) worker.isStuck = true;
    for (let i = 0; i < 4; i++) pool.submit(0);
    pool.scheduler.dispatch();
    expect(pool.workers.map(({ running }) => running)).toEqual([2, 2]);
  });

  test('a call, which is sent without the scheduler, may block jobs as well', () => {
    const pool = new TracedPool(2, { window: 2, now: () => 0 });
    pool.scheduler.active = 1;
    pool.submit(0);
    pool.scheduler.dispatch();
    pool.scheduler.active = 2;
    expect(pool.scheduler.occupied().later).toBe(false);
    pool.workers[0]!.calls++;
    expect(pool.scheduler.occupied().later).toBe(true);
  });
});

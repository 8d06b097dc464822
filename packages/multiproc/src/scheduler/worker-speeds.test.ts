import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CostEstimate } from './cost-estimate.ts';
import type { WorkerLoad } from './worker-load.ts';
import { TracedPool } from './traced-pool.test.setup.ts';

describe('without colors', () => {
  test('very short jobs that are submitted together go to one worker, longer ones to several', () => {
    const pool = new TracedPool(2);
    for (const [time, sent] of [
      [0.001, [8, 0]],
      [0.1, [4, 4]],
    ] as const) {
      const cost = new CostEstimate();
      pool.ended(pool.workers[0]!, 20, time, cost);
      pool.ended(pool.workers[1]!, 20, time, cost);
      for (let i = 0; i < 8; i++) pool.submit(1, undefined, cost);
      pool.scheduler.dispatch();
      expect(pool.workers.map(({ inFlight }) => inFlight)).toEqual(sent);
      for (const worker of pool.workers) while (pool.end(worker, time));
    }
  });

  test('while two messages are in flight, further short jobs wait, and then share one message', () => {
    const pool = new TracedPool(1);
    const worker = pool.workers[0]!;
    pool.ended(worker, 20, 0.001);
    const atOnce = Array.from({ length: 5 }, () => {
      pool.submit(1);
      pool.scheduler.dispatch();
      return worker.inFlight;
    });
    expect(atOnce).toEqual([1, 2, 2, 2, 2]);
    pool.end(worker, 0.001);
    pool.scheduler.dispatch();
    expect(worker.inFlight).toBe(4);
  });

  test('a slow worker gets fewer jobs: one when it is idle, and more only if the others would not finish them sooner', () => {
    const pool = new TracedPool(2, { window: 2 });
    const [fast, slow] = pool.workers as [WorkerLoad, WorkerLoad];
    for (let round = 0; round < 20; round++) {
      pool.ended(fast, 1, 1);
      pool.ended(slow, 1, 10);
    }
    for (let i = 0; i < 6; i++) pool.submit(1);
    pool.scheduler.dispatch();
    expect([fast.inFlight, slow.inFlight]).toEqual([2, 1]);
    for (let i = 0; i < 60; i++) pool.submit(1);
    pool.scheduler.dispatch();
    expect(slow.inFlight).toBe(2);
  });

  test('a high-priority job goes to an idle worker instead of waiting for a faster worker that has no room', () => {
    const pool = new TracedPool(2, { window: 2 });
    const [fast, slow] = pool.workers as [WorkerLoad, WorkerLoad];
    for (let round = 0; round < 50; round++) {
      pool.ended(fast, 1, 1);
      pool.ended(slow, 1, 1000);
    }
    pool.submit(1);
    pool.submit(1);
    pool.scheduler.dispatch();
    expect([fast.inFlight, slow.inFlight]).toEqual([2, 0]);
    pool.submit(9);
    pool.scheduler.dispatch();
    expect(slow.inFlight).toBe(1);
  });

  test('a worker that has run one long job of each of two functions gets as many jobs as another worker', () => {
    const pool = new TracedPool(2, { window: 4 });
    const [one, other] = pool.workers as [WorkerLoad, WorkerLoad];
    const [short, mixed] = [new CostEstimate(), new CostEstimate()];
    for (const worker of pool.workers) pool.ended(worker, 50, 0.05, short);
    pool.ended(one, 1, 1000, mixed);
    pool.ended(one, 1, 1000, short);
    expect(one.speed).toBeGreaterThan(0.5);
    for (let burst = 0; burst < 40; burst++) {
      for (let i = 0; i < 4; i++) pool.submit(1, undefined, short);
      pool.scheduler.dispatch();
      expect([one.inFlight, other.inFlight]).toEqual([2, 2]);
      for (const worker of pool.workers) while (pool.end(worker, 0.05));
    }
  });

  test('a worker is slow only temporarily: its measured speed is forgotten while others finish jobs', () => {
    const pool = new TracedPool(2, { window: 2 });
    const [one, other] = pool.workers as [WorkerLoad, WorkerLoad];
    for (let round = 0; round < 50; round++) {
      pool.ended(other, 1, 1);
      pool.ended(one, 1, 8);
    }
    expect(one.speed / other.speed).toBeLessThan(0.15);
    pool.ended(other, 2000, 1);
    expect(one.speed / other.speed).toBeGreaterThan(0.6);
  });

  test('speeds are relative: the speed of a single worker is 1, and so is the geometric mean of all active workers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.001, max: 1000, noNaN: true }), { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        (times, workers, active) => {
          const pool = new TracedPool(workers);
          pool.scheduler.active = Math.min(active, workers);
          for (const [i, time] of times.entries()) pool.ended(pool.workers[i % workers]!, 1, time);
          const working = pool.workers.slice(0, active);
          const mean = working.reduce((sum, { speed }) => sum + Math.log(speed), 0) / working.length;
          expect(mean).toBeCloseTo(0);
          expect(workers > 1 || pool.workers[0]!.speed === 1).toBe(true);
        },
      ),
    );
  });

  test('the speed of a worker that has finished no job is the mean of the other workers', () => {
    const pool = new TracedPool(2);
    pool.ended(pool.workers[0]!, 1, 1000);
    pool.ended(pool.workers[0]!, 100, 0.01);
    pool.start();
    expect(pool.workers.map(({ speed }) => speed)).toEqual([1, 1, 1]);
  });

  test('a slow worker gets jobs while a faster one is inactive', () => {
    const pool = new TracedPool(2, { window: 2 });
    const [slow, fast] = pool.workers as [WorkerLoad, WorkerLoad];
    pool.ended(fast, 10, 1);
    pool.ended(slow, 10, 10);
    pool.scheduler.active = 1;
    pool.submit(1);
    pool.scheduler.dispatch();
    expect(slow.inFlight).toBe(1);
  });

  test('about 100 short jobs are sent at once, but only two long jobs or jobs of unknown cost', () => {
    const pool = new TracedPool(1);
    const [short, long, unknown] = [new CostEstimate(), new CostEstimate(), new CostEstimate()];
    pool.ended(pool.workers[0]!, 1000, 0.01, short);
    pool.ended(pool.workers[0]!, 10, 5, long);
    for (const [cost, atOnce] of [
      [short, 100],
      [long, 2],
      [unknown, 2],
    ] as const) {
      for (let i = 0; i < 1000; i++) pool.submit(1, undefined, cost);
      pool.scheduler.dispatch();
      expect(pool.workers[0]!.inFlight).toBeGreaterThanOrEqual(atOnce);
      expect(pool.workers[0]!.inFlight).toBeLessThanOrEqual(atOnce + 2); // expected run times are rounded
      pool.scheduler.clear();
      while (pool.jobsOf.get(pool.workers[0]!)!.length > 0)
        pool.scheduler.completed(pool.jobsOf.get(pool.workers[0]!)!.pop()!);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import type { ColorKey } from './color.ts';
import { CostEstimate } from './cost-estimate.ts';
import type { Job } from './job.ts';
import type { WorkerLoad } from './worker-load.ts';
import { newJob } from './new-job.ts';
import { Scheduler, type SchedulerOptions } from './scheduler.ts';

/** A job with properties for the tests. */
interface Traced extends Job {
  priority: number;
  readonly id: number;
  readonly key: ColorKey | undefined;
}

/** A scheduler whose workers are lists of their jobs. */
class Pool {
  readonly scheduler: Scheduler;
  readonly workers: WorkerLoad[] = [];
  readonly jobsOf: Map<WorkerLoad, Traced[]> = new Map();
  readonly sent: Traced[] = [];
  /** Cost estimate of the function that jobs call by default. */
  readonly cost: CostEstimate = new CostEstimate();
  #ids = 0;

  constructor(workers: number, options: Omit<SchedulerOptions, 'send'> = {}) {
    this.scheduler = new Scheduler({
      ...options,
      send: (job, worker) => this.#take(job as Traced, worker),
      jobsOf: (worker) => this.jobsOf.get(worker)!,
    });
    for (let i = 0; i < workers; i++) this.start();
  }

  start(): void {
    const worker = this.scheduler.add(this.workers.length);
    this.workers.push(worker);
    this.jobsOf.set(worker, []);
  }

  submit(priority: number, key?: ColorKey, cost: CostEstimate = this.cost): Traced {
    const id = this.#ids++;
    const job = Object.assign(newJob(cost, priority), { id, key, priority });
    this.scheduler.submit(job, key);
    return job;
  }

  rank(job: Traced, priority: number): void {
    job.priority = priority;
    this.scheduler.rank(job);
  }

  /** A worker ends its oldest job. */
  end(worker: WorkerLoad, time = 1): Traced | undefined {
    const job = this.jobsOf.get(worker)!.shift();
    if (job === undefined) return undefined;
    this.scheduler.measured(worker, job.cost, 1, time);
    this.scheduler.completed(job);
    return job;
  }

  /** The worker has ended a number of jobs before, each of which took `time`. */
  ended(worker: WorkerLoad, jobs: number, time: number, cost: CostEstimate = this.cost): void {
    for (let i = 0; i < jobs; i++) this.scheduler.measured(worker, cost, 1, time);
  }

  /** Replaces a worker. Returns the jobs that it had. */
  lose(worker: WorkerLoad): Traced[] {
    const lost = this.jobsOf.get(worker)!;
    this.scheduler.remove(worker, lost);
    this.workers.splice(this.workers.indexOf(worker), 1);
    this.jobsOf.delete(worker);
    this.start();
    return lost;
  }

  /** Sends jobs and lets each worker in turn end its oldest job, until no job is left. */
  drain(): void {
    for (;;) {
      this.scheduler.dispatch();
      const busy = this.workers.filter((worker) => this.jobsOf.get(worker)!.length > 0);
      if (busy.length === 0) return;
      for (const worker of busy) this.end(worker);
    }
  }

  #take(job: Traced, worker: WorkerLoad): void {
    this.sent.push(job);
    this.jobsOf.get(worker)!.push(job);
  }
}

const ids = (jobs: readonly Traced[]): number[] => jobs.map(({ id }) => id);

describe('without colors', () => {
  test('jobs of the highest priority are sent first, and jobs of equal priority in the order of their submission', () => {
    const pool = new Pool(1, { window: 1 });
    for (const priority of [1, 5, 3, 5, 1]) pool.submit(priority);
    pool.drain();
    expect(ids(pool.sent)).toEqual([1, 3, 2, 0, 4]);
  });

  test('a worker has no more jobs than its window', () => {
    const pool = new Pool(2, { window: 3 });
    for (let i = 0; i < 10; i++) pool.submit(1);
    pool.scheduler.dispatch();
    expect(pool.workers.map((worker) => pool.jobsOf.get(worker)!.length)).toEqual([3, 3]);
    expect(pool.scheduler.waiting).toBe(4);
  });

  test('a worker that has been silent for long gets no second job while another worker would finish it sooner', () => {
    let now = 0;
    const pool = new Pool(2, { now: () => now });
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
    const pool = new Pool(2, { now: () => now, window: 2 });
    for (let i = 0; i < 4; i++) pool.submit(1);
    pool.scheduler.dispatch();
    const [occupied, other] = pool.workers as [WorkerLoad, WorkerLoad];
    now = 1000;
    expect(pool.scheduler.occupied()).toEqual({ workers: [], later: false }); // nobody is idle
    pool.end(other);
    pool.end(other);
    expect(pool.scheduler.occupied()).toEqual({ workers: [occupied], later: false });
  });

  test('a job behind the continuation of a waiting job can be reclaimed, and its worker gets no jobs until it sends a message', () => {
    let time = 0;
    const pool = new Pool(2, { window: 2, now: () => time });
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
    const pool = new Pool(2, { window: 2 });
    for (const worker of pool.workers) worker.isStuck = true;
    for (let i = 0; i < 4; i++) pool.submit(0);
    pool.scheduler.dispatch();
    expect(pool.workers.map(({ running }) => running)).toEqual([2, 2]);
  });

  test('a call, which is sent without the scheduler, may block jobs as well', () => {
    const pool = new Pool(2, { window: 2, now: () => 0 });
    pool.scheduler.active = 1;
    pool.submit(0);
    pool.scheduler.dispatch();
    pool.scheduler.active = 2;
    expect(pool.scheduler.occupied().later).toBe(false);
    pool.workers[0]!.calls++;
    expect(pool.scheduler.occupied().later).toBe(true);
  });

  test('inactive workers get only jobs of colors that are bound to them, and one becomes active when an active worker is lost', () => {
    const pool = new Pool(3, { window: 2 });
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
    const pool = new Pool(1, { window: 1 });
    const jobs = [3, 2, 1].map((priority) => pool.submit(priority));
    pool.rank(jobs[2]!, 4);
    pool.rank(jobs[0]!, 0);
    pool.drain();
    expect(ids(pool.sent)).toEqual([2, 1, 0]);
  });

  test('very short jobs of one turn go to one worker, longer ones to several', () => {
    const pool = new Pool(2);
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

  test('short jobs that are submitted one by one share a message while two messages are in flight', () => {
    const pool = new Pool(1);
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

  test('a withdrawn job is not sent, and a sent job is not withdrawn', () => {
    const pool = new Pool(1, { window: 1 });
    const [first, second] = [pool.submit(2), pool.submit(1)];
    pool.scheduler.dispatch();
    expect([first, second].map((job) => pool.scheduler.withdraw(job))).toEqual([false, true]);
    expect(pool.scheduler.withdraw(second)).toBe(false);
    pool.drain();
    expect(pool.sent).toEqual([first]);
  });

  test('a slow worker gets fewer jobs: one when it is idle, and more only if the others would not finish them sooner', () => {
    const pool = new Pool(2, { window: 2 });
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
    const pool = new Pool(2, { window: 2 });
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

  test('a worker that has run one long job gets as many jobs as another worker', () => {
    const pool = new Pool(2, { window: 4 });
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
    const pool = new Pool(2, { window: 2 });
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
          const pool = new Pool(workers);
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
    const pool = new Pool(2);
    pool.ended(pool.workers[0]!, 1, 1000);
    pool.ended(pool.workers[0]!, 100, 0.01);
    pool.start();
    expect(pool.workers.map(({ speed }) => speed)).toEqual([1, 1, 1]);
  });

  test('a slow worker gets jobs while a faster one is inactive', () => {
    const pool = new Pool(2, { window: 2 });
    const [slow, fast] = pool.workers as [WorkerLoad, WorkerLoad];
    pool.ended(fast, 10, 1);
    pool.ended(slow, 10, 10);
    pool.scheduler.active = 1;
    pool.submit(1);
    pool.scheduler.dispatch();
    expect(slow.inFlight).toBe(1);
  });

  test('about 100 short jobs are sent at once, but only two long jobs or jobs of unknown cost', () => {
    const pool = new Pool(1);
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
      expect(pool.workers[0]!.inFlight).toBeLessThanOrEqual(atOnce + 2); // sums of fractions
      pool.scheduler.clear();
      while (pool.jobsOf.get(pool.workers[0]!)!.length > 0)
        pool.scheduler.completed(pool.jobsOf.get(pool.workers[0]!)!.pop()!);
    }
  });
});

describe('generators that have begun', () => {
  const begin = (pool: Pool, ...priorities: number[]): Traced[] => {
    const all = priorities.map((priority) => pool.submit(priority));
    pool.scheduler.dispatch();
    for (const job of all) pool.scheduler.yields(job);
    return all;
  };

  test('make room for more important jobs, but not for equals', () => {
    const pool = new Pool(1, { window: 2 });
    begin(pool, 0, 0);
    pool.submit(0);
    pool.scheduler.dispatch();
    expect(pool.sent).toHaveLength(2);
    const urgent = pool.submit(1);
    pool.scheduler.dispatch();
    expect(pool.sent.slice(2)).toEqual([urgent]);
  });

  test('get their room back when the more important job has ended', () => {
    const pool = new Pool(1, { window: 2 });
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
    const pool = new Pool(1, { window: 2 });
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
    const pool = new Pool(1, { window: 2 });
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
    const pool = new Pool(1, { window: 2 });
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
      const pool = new Pool(1, { window: 3 });
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
    const pool = new Pool(1, { window: 2 });
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
    const pool = new Pool(1, { window: 1 });
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

describe('with colors', () => {
  test('jobs of one color go to one worker, in the order of their submission', () => {
    const pool = new Pool(3, { window: 2 });
    for (const priority of [1, 5, 3, 5, 1]) pool.submit(priority, 'only');
    pool.scheduler.dispatch();
    expect(pool.workers.map(({ inFlight }) => inFlight)).toEqual([2, 0, 0]);
    pool.drain();
    expect(ids(pool.sent)).toEqual([0, 1, 2, 3, 4]);
  });

  test('a high-priority job raises the earlier jobs of its color', () => {
    const pool = new Pool(1, { window: 1 });
    pool.submit(2);
    pool.submit(1, 'a');
    const urgent = pool.submit(3, 'a');
    pool.scheduler.dispatch();
    expect(ids(pool.sent)).toEqual([1]);
    pool.scheduler.withdraw(urgent);
    pool.drain();
    expect(ids(pool.sent)).toEqual([1, 0]);
  });

  test('priorities of 5,000 jobs of one color can change in a turn: each is examined a few times', () => {
    const pool = new Pool(1, { window: 1 });
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
    const pool = new Pool(1, { window: 1 });
    const [first, second] = [pool.submit(1, 'a'), pool.submit(2, 'b')];
    pool.rank(first, 3);
    pool.drain();
    expect(pool.sent).toEqual([first, second]);
  });

  test('while a job waits, its worker gets one more job of its color, and has room for other jobs', () => {
    const pool = new Pool(1, { window: 2 });
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
    const pool = new Pool(2, { window: 1 });
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
    const pool = new Pool(2, { window: 4 });
    const [first, second] = pool.workers as [WorkerLoad, WorkerLoad];
    for (let i = 0; i < 6; i++) for (const color of ['a', 'b']) pool.submit(1, color);
    const schedule: string[] = [];
    // The second worker is away until the first one has both colors.
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
    const pool = new Pool(2, { window: 2 });
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
    const pool = new Pool(2, { window: 8 });
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
    const pool = new Pool(1, { window: 2 });
    for (let i = 0; i < 4; i++) pool.submit(1, 'a');
    for (let i = 0; i < 4; i++) pool.submit(1);
    pool.drain();
    expect(pool.sent.slice(0, 6).filter(({ key }) => key === undefined).length).toBeGreaterThan(1);
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
        const pool = new Pool(workers, { window });
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
function again(pool: Pool, lost: readonly Traced[]): void {
  for (const key of new Set(lost.map((job) => job.key))) {
    const jobs = lost.filter((job) => job.key === key);
    if (key === undefined) for (const job of jobs) pool.scheduler.submit(job);
    else pool.scheduler.resubmit(jobs, key);
  }
}

function expectOneWorkerForEachColor({ jobsOf, workers }: Pool): void {
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

describe('a held color', () => {
  test('waits until it is released, and continues with its first job', () => {
    const pool = new Pool(2, { window: 8 });
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

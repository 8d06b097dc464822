import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import type { ColorKey } from './color.ts';
import { FunctionCost } from './function-cost.ts';
import type { Job } from './job.ts';
import type { Lane } from './lane.ts';
import { newJob } from './new-job.ts';
import { Scheduler, type SchedulerOptions } from './scheduler.ts';

/** A job with what the tests want to know of it. */
interface Traced extends Job {
  priority: number;
  readonly id: number;
  readonly key: ColorKey | undefined;
}

/** A scheduler whose workers are lists of what they have. */
class Crew {
  readonly scheduler: Scheduler;
  readonly lanes: Lane[] = [];
  readonly had: Map<Lane, Traced[]> = new Map();
  readonly sent: Traced[] = [];
  /** Of the function that jobs call. */
  readonly cost: FunctionCost = new FunctionCost();
  #ids = 0;

  constructor(workers: number, options: Omit<SchedulerOptions, 'send'> = {}) {
    this.scheduler = new Scheduler({
      ...options,
      send: (job, lane) => this.#take(job as Traced, lane),
      jobsOf: (lane) => this.had.get(lane)!,
    });
    for (let i = 0; i < workers; i++) this.hire();
  }

  hire(): void {
    const lane = this.scheduler.add(this.lanes.length);
    this.lanes.push(lane);
    this.had.set(lane, []);
  }

  submit(priority: number, key?: ColorKey, cost: FunctionCost = this.cost): Traced {
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
  end(lane: Lane, time = 1): Traced | undefined {
    const job = this.had.get(lane)!.shift();
    if (job === undefined) return undefined;
    this.scheduler.measured(lane, job.cost, 1, time);
    this.scheduler.completed(job);
    return job;
  }

  /** The worker has ended a number of jobs before, each of which took `time`. */
  ended(lane: Lane, jobs: number, time: number, cost: FunctionCost = this.cost): void {
    for (let i = 0; i < jobs; i++) this.scheduler.measured(lane, cost, 1, time);
  }

  /** A worker goes, another one comes; what it had is returned. */
  lose(lane: Lane): Traced[] {
    const lost = this.had.get(lane)!;
    this.scheduler.remove(lane, lost);
    this.lanes.splice(this.lanes.indexOf(lane), 1);
    this.had.delete(lane);
    this.hire();
    return lost;
  }

  /** Works until there is nothing left, in the order of the lanes. */
  drain(): void {
    for (;;) {
      this.scheduler.dispatch();
      const busy = this.lanes.filter((lane) => this.had.get(lane)!.length > 0);
      if (busy.length === 0) return;
      for (const lane of busy) this.end(lane);
    }
  }

  #take(job: Traced, lane: Lane): void {
    this.sent.push(job);
    this.had.get(lane)!.push(job);
  }
}

const ids = (jobs: readonly Traced[]): number[] => jobs.map(({ id }) => id);

describe('without colors', () => {
  test('what matters most goes first, equals in the order of their submission', () => {
    const crew = new Crew(1, { window: 1 });
    for (const priority of [1, 5, 3, 5, 1]) crew.submit(priority);
    crew.drain();
    expect(ids(crew.sent)).toEqual([1, 3, 2, 0, 4]);
  });

  test('a worker has no more jobs than its window', () => {
    const crew = new Crew(2, { window: 3 });
    for (let i = 0; i < 10; i++) crew.submit(1);
    crew.scheduler.dispatch();
    expect(crew.lanes.map((lane) => crew.had.get(lane)!.length)).toEqual([3, 3]);
    expect(crew.scheduler.waiting).toBe(4);
  });

  test('a worker that has ended nothing for long gets no second job while another one is sooner', () => {
    let now = 0;
    const crew = new Crew(2, { now: () => now });
    crew.submit(1);
    crew.scheduler.dispatch();
    const [occupied, other] = crew.lanes as [Lane, Lane];
    now = 1000;
    for (let i = 0; i < 20; i++) crew.submit(i);
    for (let i = 0; i < 20; i++) {
      crew.scheduler.dispatch();
      crew.end(other, 2);
    }
    expect(crew.had.get(occupied)!.length).toBe(1);
    expect(crew.scheduler.waiting).toBe(0);
  });

  test('jobs behind one that takes long can be taken back once another worker is idle', () => {
    let now = 0;
    const crew = new Crew(2, { now: () => now, window: 2 });
    for (let i = 0; i < 4; i++) crew.submit(1);
    crew.scheduler.dispatch();
    const [occupied, other] = crew.lanes as [Lane, Lane];
    now = 1000;
    expect(crew.scheduler.occupied()).toEqual({ lanes: [], later: false }); // nobody is idle
    crew.end(other);
    crew.end(other);
    expect(crew.scheduler.occupied()).toEqual({ lanes: [occupied], later: false });
  });

  test('a job behind what a waiting job goes on with can be taken back, and goes elsewhere until its worker is heard of', () => {
    let time = 0;
    const crew = new Crew(2, { window: 2, now: () => time });
    const { scheduler } = crew;
    const [busy, other] = crew.lanes as [Lane, Lane];
    scheduler.active = 1;
    const waiting = crew.submit(0);
    scheduler.dispatch();
    scheduler.suspended(waiting);
    const behind = crew.submit(0);
    scheduler.dispatch();
    scheduler.active = 2;
    expect(scheduler.occupied()).toEqual({ lanes: [], later: true });
    time = 20;
    expect(scheduler.occupied()).toEqual({ lanes: [busy], later: false });
    scheduler.completed(behind);
    busy.isStuck = true;
    for (let i = 0; i < 4; i++) crew.submit(0);
    scheduler.dispatch();
    expect([busy.running, other.running]).toEqual([0, 2]);
    busy.isStuck = false;
    scheduler.dispatch();
    expect([busy.running, other.running]).toEqual([2, 2]);
  });

  test('where all workers are stuck, jobs go to any', () => {
    const crew = new Crew(2, { window: 2 });
    for (const lane of crew.lanes) lane.isStuck = true;
    for (let i = 0; i < 4; i++) crew.submit(0);
    crew.scheduler.dispatch();
    expect(crew.lanes.map(({ running }) => running)).toEqual([2, 2]);
  });

  test('a job past the scheduler may block others as well', () => {
    const crew = new Crew(2, { window: 2, now: () => 0 });
    crew.scheduler.active = 1;
    crew.submit(0);
    crew.scheduler.dispatch();
    crew.scheduler.active = 2;
    expect(crew.scheduler.occupied().later).toBe(false);
    crew.lanes[0]!.calls++;
    expect(crew.scheduler.occupied().later).toBe(true);
  });

  test('workers that rest get nothing but what is bound to them; when one goes another one works', () => {
    const crew = new Crew(3, { window: 2 });
    for (const key of ['a', 'b', 'c']) crew.submit(1, key);
    crew.scheduler.dispatch();
    crew.scheduler.active = 1;
    const resting = crew.lanes.slice(1);
    const bound = resting.map((lane) => crew.had.get(lane)![0]!.key!);
    for (const key of bound) crew.submit(1, key);
    for (let i = 0; i < 10; i++) crew.submit(1);
    crew.scheduler.dispatch();
    for (const [i, lane] of resting.entries())
      expect(crew.had.get(lane)!.map(({ key }) => key)).toEqual([bound[i], bound[i]]);
    for (const lane of crew.lanes) while (crew.end(lane));
    crew.scheduler.remove(crew.lanes[0]!, []);
    crew.scheduler.dispatch();
    expect(crew.lanes.map((lane) => crew.had.get(lane)!.length)).toEqual([0, 2, 0]);
  });

  test('a priority can change while the job waits', () => {
    const crew = new Crew(1, { window: 1 });
    const jobs = [3, 2, 1].map((priority) => crew.submit(priority));
    crew.rank(jobs[2]!, 4);
    crew.rank(jobs[0]!, 0);
    crew.drain();
    expect(ids(crew.sent)).toEqual([2, 1, 0]);
  });

  test('very short jobs of one turn go to one worker, longer ones to several', () => {
    const crew = new Crew(2);
    for (const [time, sent] of [
      [0.001, [8, 0]],
      [0.1, [4, 4]],
    ] as const) {
      const cost = new FunctionCost();
      crew.ended(crew.lanes[0]!, 20, time, cost);
      crew.ended(crew.lanes[1]!, 20, time, cost);
      for (let i = 0; i < 8; i++) crew.submit(1, undefined, cost);
      crew.scheduler.dispatch();
      expect(crew.lanes.map(({ inFlight }) => inFlight)).toEqual(sent);
      for (const lane of crew.lanes) while (crew.end(lane, time));
    }
  });

  test('short jobs that are submitted one by one wait for one another while two messages are under way', () => {
    const crew = new Crew(1);
    const lane = crew.lanes[0]!;
    crew.ended(lane, 20, 0.001);
    const atOnce = Array.from({ length: 5 }, () => {
      crew.submit(1);
      crew.scheduler.dispatch();
      return lane.inFlight;
    });
    expect(atOnce).toEqual([1, 2, 2, 2, 2]);
    crew.end(lane, 0.001);
    crew.scheduler.dispatch();
    expect(lane.inFlight).toBe(4);
  });

  test('a job that was withdrawn is not sent, one that was sent is not withdrawn', () => {
    const crew = new Crew(1, { window: 1 });
    const [first, second] = [crew.submit(2), crew.submit(1)];
    crew.scheduler.dispatch();
    expect([first, second].map((job) => crew.scheduler.withdraw(job))).toEqual([false, true]);
    expect(crew.scheduler.withdraw(second)).toBe(false);
    crew.drain();
    expect(crew.sent).toEqual([first]);
  });

  test('a slow worker gets less: one job when it is idle, and more only if the others would not end them sooner', () => {
    const crew = new Crew(2, { window: 2 });
    const [fast, slow] = crew.lanes as [Lane, Lane];
    for (let round = 0; round < 20; round++) {
      crew.ended(fast, 1, 1);
      crew.ended(slow, 1, 10);
    }
    for (let i = 0; i < 6; i++) crew.submit(1);
    crew.scheduler.dispatch();
    expect([fast.inFlight, slow.inFlight]).toEqual([2, 1]);
    for (let i = 0; i < 60; i++) crew.submit(1);
    crew.scheduler.dispatch();
    expect(slow.inFlight).toBe(2);
  });

  test('an urgent job does not wait beside an idle worker for a faster one that has no room', () => {
    const crew = new Crew(2, { window: 2 });
    const [fast, slow] = crew.lanes as [Lane, Lane];
    for (let round = 0; round < 50; round++) {
      crew.ended(fast, 1, 1);
      crew.ended(slow, 1, 1000);
    }
    crew.submit(1);
    crew.submit(1);
    crew.scheduler.dispatch();
    expect([fast.inFlight, slow.inFlight]).toEqual([2, 0]);
    crew.submit(9);
    crew.scheduler.dispatch();
    expect(slow.inFlight).toBe(1);
  });

  test('one long job does not keep its worker from getting others', () => {
    const crew = new Crew(2, { window: 4 });
    const [one, other] = crew.lanes as [Lane, Lane];
    const [short, mixed] = [new FunctionCost(), new FunctionCost()];
    for (const lane of crew.lanes) crew.ended(lane, 50, 0.05, short);
    crew.ended(one, 1, 1000, mixed);
    crew.ended(one, 1, 1000, short);
    expect(one.speed).toBeGreaterThan(0.5);
    for (let burst = 0; burst < 40; burst++) {
      for (let i = 0; i < 4; i++) crew.submit(1, undefined, short);
      crew.scheduler.dispatch();
      expect([one.inFlight, other.inFlight]).toEqual([2, 2]);
      for (const lane of crew.lanes) while (crew.end(lane, 0.05));
    }
  });

  test('a worker is slow only as long as it is: what is known of its speed is forgotten while others end jobs', () => {
    const crew = new Crew(2, { window: 2 });
    const [one, other] = crew.lanes as [Lane, Lane];
    for (let round = 0; round < 50; round++) {
      crew.ended(other, 1, 1);
      crew.ended(one, 1, 8);
    }
    expect(one.speed / other.speed).toBeLessThan(0.15);
    crew.ended(other, 2000, 1);
    expect(one.speed / other.speed).toBeGreaterThan(0.6);
  });

  test('speeds are relative: that of one worker is 1, and so is the mean of several that get jobs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.001, max: 1000, noNaN: true }), { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        (times, workers, active) => {
          const crew = new Crew(workers);
          crew.scheduler.active = Math.min(active, workers);
          for (const [i, time] of times.entries()) crew.ended(crew.lanes[i % workers]!, 1, time);
          const working = crew.lanes.slice(0, active);
          const mean = working.reduce((sum, { speed }) => sum + Math.log(speed), 0) / working.length;
          expect(mean).toBeCloseTo(0);
          expect(workers > 1 || crew.lanes[0]!.speed === 1).toBe(true);
        },
      ),
    );
  });

  test('a worker that has ended nothing is as fast as the mean of the others', () => {
    const crew = new Crew(2);
    crew.ended(crew.lanes[0]!, 1, 1000);
    crew.ended(crew.lanes[0]!, 100, 0.01);
    crew.hire();
    expect(crew.lanes.map(({ speed }) => speed)).toEqual([1, 1, 1]);
  });

  test('a slow worker does what there is while a faster one rests', () => {
    const crew = new Crew(2, { window: 2 });
    const [slow, fast] = crew.lanes as [Lane, Lane];
    crew.ended(fast, 10, 1);
    crew.ended(slow, 10, 10);
    crew.scheduler.active = 1;
    crew.submit(1);
    crew.scheduler.dispatch();
    expect(slow.inFlight).toBe(1);
  });

  test('short jobs are sent many at once, long and unknown ones a few', () => {
    const crew = new Crew(1);
    const [short, long, unknown] = [new FunctionCost(), new FunctionCost(), new FunctionCost()];
    crew.ended(crew.lanes[0]!, 1000, 0.01, short);
    crew.ended(crew.lanes[0]!, 10, 5, long);
    for (const [cost, atOnce] of [
      [short, 100],
      [long, 2],
      [unknown, 2],
    ] as const) {
      for (let i = 0; i < 1000; i++) crew.submit(1, undefined, cost);
      crew.scheduler.dispatch();
      expect(crew.lanes[0]!.inFlight).toBeGreaterThanOrEqual(atOnce);
      expect(crew.lanes[0]!.inFlight).toBeLessThanOrEqual(atOnce + 2); // sums of fractions
      crew.scheduler.clear();
      while (crew.had.get(crew.lanes[0]!)!.length > 0)
        crew.scheduler.completed(crew.had.get(crew.lanes[0]!)!.pop()!);
    }
  });
});

describe('generators that have begun', () => {
  const begin = (crew: Crew, ...priorities: number[]): Traced[] => {
    const all = priorities.map((priority) => crew.submit(priority));
    crew.scheduler.dispatch();
    for (const job of all) crew.scheduler.yields(job);
    return all;
  };

  test('make room for more important jobs, and for their equals they do not', () => {
    const crew = new Crew(1, { window: 2 });
    begin(crew, 0, 0);
    crew.submit(0);
    crew.scheduler.dispatch();
    expect(crew.sent).toHaveLength(2);
    const urgent = crew.submit(1);
    crew.scheduler.dispatch();
    expect(crew.sent.slice(2)).toEqual([urgent]);
  });

  test('have their room back when the more important job has ended', () => {
    const crew = new Crew(1, { window: 2 });
    const { scheduler } = crew;
    begin(crew, 0, 0);
    const waiting = crew.submit(0);
    for (let i = 0; i < 3; i++) {
      const urgent = crew.submit(1);
      scheduler.dispatch();
      expect([crew.sent.at(-1), crew.lanes[0]!.running]).toEqual([urgent, 2]);
      scheduler.completed(urgent);
      scheduler.dispatch();
      expect(crew.sent.at(-1)).toBe(urgent);
    }
    scheduler.completed(crew.sent[0]!);
    scheduler.dispatch();
    expect(crew.sent.at(-1)).toBe(waiting);
  });

  test('may all be put aside, the least important first, and also by generators', () => {
    const crew = new Crew(1, { window: 2 });
    begin(crew, 1, 0);
    begin(crew, 2);
    begin(crew, 3);
    crew.submit(2);
    crew.scheduler.dispatch();
    expect(crew.sent.map(({ priority }) => priority)).toEqual([1, 0, 2, 3]);
    const first = crew.submit(4);
    crew.submit(2);
    crew.scheduler.dispatch();
    expect(crew.sent.at(-1)).toBe(first);
  });

  test('make room in the place of less important jobs that wait beside them', () => {
    const crew = new Crew(1, { window: 2 });
    const { scheduler } = crew;
    begin(crew, 3);
    const waiting = crew.submit(1);
    scheduler.dispatch();
    const urgent = crew.submit(2);
    scheduler.dispatch();
    expect(crew.sent.slice(1)).toEqual([waiting, urgent]);
    scheduler.completed(urgent);
    expect(crew.lanes[0]!.running).toBe(1);
    scheduler.dispatch();
    expect(crew.lanes[0]!.running).toBe(2);
  });

  test('make room without a look at the jobs that wait for promises', () => {
    const crew = new Crew(1, { window: 2 });
    const { scheduler } = crew;
    let looks = 0;
    const sleepers = Array.from({ length: 100 }, (_, i) => crew.submit(0, i < 50 ? undefined : i));
    for (let i = 0; i < 50; i++) {
      scheduler.dispatch();
      for (const job of crew.sent.slice(-2)) scheduler.suspended(job);
    }
    begin(crew, 0, 0);
    for (const job of sleepers)
      Object.defineProperty(job, 'priority', { get: () => (looks++, 0), configurable: true });
    for (let i = 0; i < 10; i++) {
      const urgent = crew.submit(1);
      scheduler.dispatch();
      expect(crew.sent.at(-1)).toBe(urgent);
      crew.had.get(crew.lanes[0]!)!.pop();
      scheduler.completed(urgent);
    }
    expect([crew.lanes[0]!.inFlight, looks]).toEqual([102, 0]);
  });

  test.each([undefined, 'red'])('make room by jobs that have waited, of the color %s', (color) => {
    const crew = new Crew(1, { window: 3 });
    const { scheduler } = crew;
    const first = crew.submit(1, color);
    const second = crew.submit(0, color);
    scheduler.dispatch();
    begin(crew, 3);
    scheduler.suspended(first);
    scheduler.resumed(first);
    for (const priority of [2, 2, 3]) crew.submit(priority);
    scheduler.dispatch();
    expect(crew.sent.map(({ priority }) => priority)).toEqual([1, 0, 3, 3, 2]);
    expect(crew.lanes[0]!.running).toBe(3);
    for (const job of [first, second]) scheduler.completed(job);
    expect(crew.lanes[0]!.running).toBe(3);
  });

  test('count once where jobs of their color that wait behind them were put aside', () => {
    const crew = new Crew(1, { window: 2 });
    const { scheduler } = crew;
    const [lane] = crew.lanes as [Lane];
    const first = crew.submit(0, 'red');
    const second = crew.submit(0, 'red');
    scheduler.dispatch();
    scheduler.yields(first);
    const urgent = crew.submit(1);
    scheduler.dispatch();
    expect([crew.sent.at(-1), lane.running]).toEqual([urgent, 2]);
    scheduler.suspended(first);
    expect([lane.inFlight, lane.running]).toEqual([3, 1]);
    scheduler.resumed(first);
    for (const job of [first, second, urgent]) scheduler.completed(job);
    expect([lane.inFlight, lane.running, lane.ahead]).toEqual([0, 0, 0]);
  });

  test('count once, whatever becomes of them while they are aside', () => {
    const crew = new Crew(1, { window: 1 });
    const { scheduler } = crew;
    const [lane] = crew.lanes as [Lane];
    const ended = begin(crew, 0)[0]!;
    const waits = begin(crew, 1)[0]!;
    const colored = crew.submit(2, 'red');
    scheduler.dispatch();
    scheduler.yields(colored);
    const last = crew.submit(3);
    scheduler.dispatch();
    expect([lane.inFlight, lane.running]).toEqual([4, 1]);
    scheduler.completed(ended);
    scheduler.suspended(waits);
    scheduler.suspended(colored);
    expect([lane.inFlight, lane.running]).toEqual([3, 1]);
    for (const job of [waits, colored]) scheduler.resumed(job);
    expect(lane.running).toBe(3);
    for (const job of [waits, colored, last]) scheduler.completed(job);
    expect([lane.inFlight, lane.running, lane.ahead]).toEqual([0, 0, 0]);
  });
});

describe('with colors', () => {
  test('one color makes a serial program', () => {
    const crew = new Crew(3, { window: 2 });
    for (const priority of [1, 5, 3, 5, 1]) crew.submit(priority, 'only');
    crew.scheduler.dispatch();
    expect(crew.lanes.map(({ inFlight }) => inFlight)).toEqual([2, 0, 0]);
    crew.drain();
    expect(ids(crew.sent)).toEqual([0, 1, 2, 3, 4]);
  });

  test('what is urgent pulls those of its color along that are before it', () => {
    const crew = new Crew(1, { window: 1 });
    crew.submit(2);
    crew.submit(1, 'a');
    const urgent = crew.submit(3, 'a');
    crew.scheduler.dispatch();
    expect(ids(crew.sent)).toEqual([1]);
    crew.scheduler.withdraw(urgent);
    crew.drain();
    expect(ids(crew.sent)).toEqual([1, 0]);
  });

  test('priorities of 5,000 jobs of one color can change in a turn: each is looked at a few times', () => {
    const crew = new Crew(1, { window: 1 });
    crew.submit(1, 'a');
    crew.scheduler.dispatch();
    let looks = 0;
    const jobs = Array.from({ length: 5000 }, (_, i) => {
      const job = crew.submit(i, 'a');
      let { priority } = job;
      Object.defineProperty(job, 'priority', {
        get: () => (looks++, priority),
        set(changed: number) {
          priority = changed;
        },
      });
      return job;
    });
    for (const job of jobs) crew.rank(job, -job.priority);
    for (const job of jobs.slice(0, 2500)) {
      crew.scheduler.withdraw(job);
      crew.submit(1, 'a');
    }
    crew.scheduler.dispatch();
    expect(looks).toBeLessThan(6 * jobs.length);
  });

  test('a color whose priority rose in a turn goes before the others', () => {
    const crew = new Crew(1, { window: 1 });
    const [first, second] = [crew.submit(1, 'a'), crew.submit(2, 'b')];
    crew.rank(first, 3);
    crew.drain();
    expect(crew.sent).toEqual([first, second]);
  });

  test('while a job waits its color gets one more job, and the worker has room for others', () => {
    const crew = new Crew(1, { window: 2 });
    const lane = crew.lanes[0]!;
    const [first] = Array.from({ length: 10 }, () => crew.submit(1, 'a'));
    for (let i = 0; i < 4; i++) crew.submit(0);
    crew.scheduler.dispatch();
    crew.scheduler.suspended(first!);
    crew.scheduler.dispatch();
    expect(crew.had.get(lane)!.map(({ key }) => key)).toEqual(['a', 'a', undefined, undefined]);
    expect(lane.running).toBe(2);
    crew.scheduler.resumed(first!);
    expect(lane.running).toBe(4);
    crew.drain();
    expect([lane.running, lane.ahead, crew.scheduler.colors.size]).toEqual([0, 0, 0]);
  });

  test('a color is bound to a worker only while that has jobs of it', () => {
    const crew = new Crew(2, { window: 1 });
    crew.submit(1, 'a');
    crew.scheduler.dispatch();
    const [first, second] = crew.lanes as [Lane, Lane];
    expect(crew.scheduler.colors.get('a')!.lane).toBe(first);
    crew.end(first);
    expect(crew.scheduler.colors.size).toBe(0);
    crew.ended(second, 1, 1);
    crew.submit(9);
    crew.submit(1, 'a');
    crew.scheduler.dispatch();
    expect(crew.scheduler.colors.get('a')!.lane).toBe(second);
  });

  test('an idle worker takes over a color of a busy one', () => {
    const crew = new Crew(2, { window: 4 });
    const [first, second] = crew.lanes as [Lane, Lane];
    for (let i = 0; i < 6; i++) for (const color of ['a', 'b']) crew.submit(1, color);
    const schedule: string[] = [];
    // The second worker is away until the first one has both colors.
    crew.scheduler.remove(second, []);
    crew.scheduler.dispatch();
    expect(first.colors).toBe(2);
    crew.hire();
    for (let step = 0; step < 12; step++) {
      crew.scheduler.dispatch();
      for (const lane of crew.scheduler.lanes) {
        const job = crew.end(lane);
        if (job !== undefined) schedule.push(`${lane.index}${String(job.key)}`);
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

  test('colors that have no jobs any more are used for other keys, and jobs that have ended have none', () => {
    const crew = new Crew(2, { window: 2 });
    const numbers = new Set<number>();
    for (let i = 0; i < 100; i++) {
      const jobs = [0, 0, 1].map((key) => crew.submit(1, 10 * i + key));
      crew.scheduler.dispatch();
      for (const { color } of jobs) numbers.add(color!.number);
      crew.drain();
      expect(jobs.map(({ color }) => color)).toEqual([undefined, undefined, undefined]);
    }
    expect(numbers.size).toBe(2);
  });

  test('a worker keeps its color beside one of which a job waits', () => {
    const crew = new Crew(2, { window: 8 });
    const sleepers = ['x', 'y'].map((color) => crew.submit(1, color));
    crew.scheduler.dispatch();
    for (const job of sleepers) crew.scheduler.suspended(job);
    for (let i = 0; i < 20; i++) crew.submit(1, 'a');
    crew.scheduler.dispatch();
    const { lane } = crew.scheduler.colors.get('a')!;
    expect(lane!.running).toBe(8);
    crew.scheduler.dispatch(); // the other worker is idle
    crew.scheduler.completed(crew.had.get(lane!)!.splice(1, 1)[0]!);
    crew.scheduler.dispatch();
    expect(lane!.running).toBe(8);
  });

  test('equals take turns: those of a bound color, and those without', () => {
    const crew = new Crew(1, { window: 2 });
    for (let i = 0; i < 4; i++) crew.submit(1, 'a');
    for (let i = 0; i < 4; i++) crew.submit(1);
    crew.drain();
    expect(crew.sent.slice(0, 6).filter(({ key }) => key === undefined).length).toBeGreaterThan(1);
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

test('a color never overlaps and never reorders, and all comes to its end, whatever is cancelled, lost, bound anew, and whoever rests', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 120 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(1, 2, 5, 'auto' as const),
      (steps, workers, window) => {
        const crew = new Crew(workers, { window });
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
            waiting.add(crew.submit(priority, key));
          } else {
            const { which, priority } = given as Exclude<Step, { what: 'submit' }>;
            const job = [...waiting][which % Math.max(1, waiting.size)];
            const lane = crew.lanes[which % crew.lanes.length]!;
            if (what === 'withdraw' && job !== undefined && crew.scheduler.withdraw(job)) waiting.delete(job);
            if (what === 'rank' && job !== undefined && job.lane === undefined) crew.rank(job, priority);
            if (what === 'end') end(crew.end(lane, 1 + which));
            if (what === 'lose') again(crew, crew.lose(lane));
            const oldest = crew.had.get(lane)?.[0]; // nothing of its color runs before it
            if (what === 'suspend' && oldest !== undefined) crew.scheduler.suspended(oldest);
            if (what === 'resume' && oldest !== undefined) crew.scheduler.resumed(oldest);
            if (what === 'yield' && oldest !== undefined) crew.scheduler.yields(oldest);
            if (what === 'rest') crew.scheduler.active = 1 + (which % workers);
          }
          crew.scheduler.dispatch();
          expectOneLaneForEachColor(crew);
        }
        for (let turn = 0; waiting.size > 0; turn++) {
          expect(turn).toBeLessThan(1000);
          for (const lane of crew.lanes) end(crew.end(lane));
          crew.scheduler.dispatch();
        }
        expect(crew.scheduler.waiting).toBe(0);
        expect(crew.scheduler.colors.size).toBe(0);
        for (const { ahead, running } of crew.lanes) expect([ahead, running]).toEqual([0, 0]);
        expect(new Set(ended).size).toBe(ended.length);
      },
    ),
    { numRuns: runs({ gate: 300, long: 10_000 }) },
  );
});

/** Submits what was lost once more. */
function again(crew: Crew, lost: readonly Traced[]): void {
  for (const key of new Set(lost.map((job) => job.key))) {
    const jobs = lost.filter((job) => job.key === key);
    if (key === undefined) for (const job of jobs) crew.scheduler.submit(job);
    else crew.scheduler.resubmit(jobs, key);
  }
}

function expectOneLaneForEachColor({ had, lanes }: Crew): void {
  const found = new Map<ColorKey, Lane>();
  for (const lane of lanes) {
    for (const { key } of had.get(lane)!) {
      if (key === undefined) continue;
      expect(found.get(key) ?? lane).toBe(lane);
      found.set(key, lane);
    }
    expect(lane.inFlight).toBe(had.get(lane)!.length);
  }
}

describe('a color that is held', () => {
  test('waits until it is released, and begins again with its first job', () => {
    const crew = new Crew(2, { window: 8 });
    const jobs = [0, 1, 2, 3].map(() => crew.submit(0, 'red'));
    crew.scheduler.dispatch();
    const { color, lane } = jobs[0]!;
    crew.scheduler.completed(jobs[2]!); // dropped there
    const release = crew.scheduler.hold(jobs[0]!);
    crew.scheduler.remove(lane!, jobs);
    crew.scheduler.resubmit([jobs[0]!, jobs[1]!, jobs[3]!], 'red');
    crew.scheduler.dispatch();
    expect(jobs.map((job) => job.lane)).toEqual([undefined, undefined, undefined, undefined]);
    release();
    crew.scheduler.dispatch();
    expect(color!.lane).not.toBe(lane);
    expect(color!.head).toBe(jobs[0]);
  });
});

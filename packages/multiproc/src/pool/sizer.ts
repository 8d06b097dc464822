import { Timer } from '@doha/loop';
import type { Pool } from './pool.ts';
import type { Sizing } from './sizing.ts';
import type { TimerLoop } from './pool-timers.ts';

/** Milliseconds between two looks at the workers. */
const LOOK = 100;
/** Looks in a period of measurement, at least. */
const LOOKS = 5;
/** Tasks of a period by which it can be judged: fewer say little of a rate. */
const LEAST = 20;

/** Measures what workers do while there is work for all of them, and has as many of them work as do the most. */
export class Sizer {
  #pool: Pool;
  #loop: TimerLoop;
  #sizing: Sizing;
  #timer: Timer = new Timer((now) => this.#look(now), { after: LOOK });
  #began = NaN;
  #completed = NaN; // tasks, when the period began
  #seen = NaN; // tasks that were completed, at the last look
  #looks = 0;
  #ranDry = false;

  constructor(pool: Pool, loop: TimerLoop, sizing: Sizing) {
    this.#pool = pool;
    this.#loop = loop;
    this.#sizing = sizing;
  }

  /** What could be sent was sent; so many jobs wait. */
  sent(waiting: number): void {
    if (waiting === 0) this.#ranDry = true;
    else if (!this.#loop.isPending(this.#timer)) this.#begin(this.#loop.host.now());
  }

  stop(): void {
    this.#loop.cancel(this.#timer);
  }

  #begin(now: number): void {
    this.#began = now;
    this.#completed = this.#seen = this.#count();
    this.#looks = 0;
    this.#ranDry = false;
    this.#loop.submit(this.#timer);
  }

  #look(now: number): void {
    const completed = this.#count();
    const tasks = completed - this.#completed;
    const isStalled = completed === this.#seen;
    this.#seen = completed;
    if (this.#ranDry || tasks < 0) this.#sizing.interrupted();
    else if (isStalled) this.#sizing.stalled();
    else if (++this.#looks < LOOKS || tasks < LEAST) return this.#loop.submit(this.#timer);
    else this.#sizing.measured(tasks / (now - this.#began));
    this.#resize();
    if (this.#pool.scheduler.waiting > 0) this.#begin(now);
  }

  // Workers that get tasks again have room for those that wait.
  #resize(): void {
    const { active } = this.#sizing;
    if (this.#pool.scheduler.active === active) return;
    this.#pool.scheduler.active = active;
    this.#pool.flushSoon();
  }

  // Less than before where a worker was lost meanwhile.
  #count(): number {
    return this.#pool.scheduler.workers.reduce((sum, { completed }) => sum + completed, 0);
  }
}

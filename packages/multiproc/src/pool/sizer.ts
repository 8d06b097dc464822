import { Timer } from '@doha/loop';
import type { Pool } from './pool.ts';
import type { Sizing } from './sizing.ts';
import type { TimerLoop } from './pool-timers.ts';

/** Time in ms between two checks of the workers. */
const CHECK_INTERVAL = 100;
/** Minimum number of checks in a measuring period. */
const MIN_CHECKS = 5;
/** Minimum number of tasks in a measuring period. The throughput of fewer tasks is too uncertain. */
const MIN_TASKS = 20;

/** Measures the throughput while there is work for all workers, and sets the number of active workers. */
export class Sizer {
  #pool: Pool;
  #loop: TimerLoop;
  #sizing: Sizing;
  #timer: Timer = new Timer((now) => this.#check(now), { after: CHECK_INTERVAL });
  #began = NaN;
  #completed = NaN; // completed tasks at the beginning of the period
  #seen = NaN; // completed tasks at the last check
  #checks = 0;
  #ranDry = false;

  constructor(pool: Pool, loop: TimerLoop, sizing: Sizing) {
    this.#pool = pool;
    this.#loop = loop;
    this.#sizing = sizing;
  }

  /** Called after tasks were sent, with the number of tasks that still wait. */
  sent(waiting: number): void {
    if (waiting === 0) this.#ranDry = true;
    if (!this.#loop.isPending(this.#timer) && this.#mayStall) this.#begin(this.#loop.host.now());
  }

  // Whether tasks wait in the queue, or may wait behind others in one worker while another worker is inactive.
  get #mayStall(): boolean {
    const { scheduler } = this.#pool;
    return scheduler.waiting > 0 || scheduler.hasJobsBehindOthers;
  }

  stop(): void {
    this.#loop.cancel(this.#timer);
  }

  #begin(now: number): void {
    this.#began = now;
    this.#completed = this.#seen = this.#count();
    this.#checks = 0;
    this.#ranDry = this.#pool.scheduler.waiting === 0;
    this.#loop.submit(this.#timer);
  }

  #check(now: number): void {
    const completed = this.#count();
    const tasks = completed - this.#completed;
    const isStalled = completed === this.#seen;
    this.#seen = completed;
    if (isStalled && this.#mayStall) this.#sizing.stalled();
    else if (this.#ranDry || tasks < 0) this.#sizing.interrupted();
    else if (++this.#checks < MIN_CHECKS || tasks < MIN_TASKS) return this.#loop.submit(this.#timer);
    else this.#sizing.measured(tasks / (now - this.#began));
    this.#resize();
    if (this.#mayStall) this.#begin(now);
  }

  // Workers that become active again have room for waiting tasks.
  #resize(): void {
    const { active } = this.#sizing;
    if (this.#pool.scheduler.active === active) return;
    this.#pool.scheduler.active = active;
    this.#pool.flushSoon();
  }

  // The count is smaller than before if a worker was lost meanwhile.
  #count(): number {
    return this.#pool.scheduler.workers.reduce((sum, { completed }) => sum + completed, 0);
  }
}

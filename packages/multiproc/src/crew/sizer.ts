import { Timer } from '@doha/loop';
import type { Crew } from './crew.ts';
import type { Sizing } from './sizing.ts';
import type { TimerLoop } from './pool-timers.ts';

const period = 500; // ms
/** Jobs of a period by which it can be judged: fewer say little of a rate. */
const least = 20;

/** Measures what workers do while there is work for all of them, and has as many of them work as do the most. */
export class Sizer {
  #crew: Crew;
  #loop: TimerLoop;
  #sizing: Sizing;
  #timer: Timer = new Timer((now) => this.#look(now), { after: period });
  #began = NaN;
  #completed = NaN;
  #ranDry = false;

  constructor(crew: Crew, loop: TimerLoop, sizing: Sizing) {
    this.#crew = crew;
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
    this.#completed = this.#count();
    this.#ranDry = false;
    this.#loop.submit(this.#timer);
  }

  #look(now: number): void {
    const jobs = this.#count() - this.#completed;
    if (this.#ranDry || jobs < 0) this.#sizing.interrupted();
    else if (jobs < least) return this.#loop.submit(this.#timer);
    else this.#sizing.measured(jobs / (now - this.#began));
    this.#crew.scheduler.active = this.#sizing.active;
    if (this.#crew.scheduler.waiting > 0) this.#begin(now);
  }

  // Less than before where a worker was lost meanwhile.
  #count(): number {
    return this.#crew.scheduler.lanes.reduce((sum, { completed }) => sum + completed, 0);
  }
}

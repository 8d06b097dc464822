import type { Clock } from '@doha/loop';

/** Weight of one job in the expected time of a function. */
const WEIGHT = 0.2;

/** What jobs of one function have cost. Times in ms. */
interface Cost {
  /** Mean of the run times lately; NaN before the first job has ended. */
  expected: number;
  /** Jobs that have ended since that was told last, and the time in which they worked. */
  jobs: number;
  ms: number;
}

/** Measures how long the functions of a worker take. The time between two laps belongs to the job that ends the second one. */
export class CostMeter {
  #clock: Clock;
  #costs: readonly Cost[];
  #changed: number[] = []; // functions of which jobs have ended since that was told last
  #since = NaN; // no work since the thread rested

  constructor(clock: Clock, functions: number) {
    this.#clock = clock;
    this.#costs = Array.from({ length: functions }, () => ({ expected: NaN, jobs: 0, ms: 0 }));
  }

  /** What the thread does from now on belongs to no job. It reads no clock: a job may not follow. */
  pause(): void {
    this.#since = NaN;
  }

  /** A job begins. */
  start(): void {
    if (Number.isNaN(this.#since)) this.#since = this.#clock.now();
  }

  /** Returns the ms since the last lap. */
  lap(): number {
    const since = this.#since;
    return (this.#since = this.#clock.now()) - since;
  }

  /** Whether the next job of a function is expected to take longer than a limit in ms, or its cost is unknown. */
  mayExceed(functionIndex: number, ms: number): boolean {
    return !(this.#costs[functionIndex]!.expected <= ms);
  }

  /** Milliseconds that a job of a function is expected to take; NaN if nothing is known of it. */
  expected(functionIndex: number): number {
    return this.#costs[functionIndex]!.expected;
  }

  /** A job has ended after this many ms of work. */
  ended(functionIndex: number, ms: number): void {
    const cost = this.#costs[functionIndex]!;
    cost.expected = Number.isNaN(cost.expected) ? ms : cost.expected + WEIGHT * (ms - cost.expected);
    if (cost.jobs++ === 0) this.#changed.push(functionIndex);
    cost.ms += ms;
  }

  /** Tells of each function of which jobs have ended since the last report. */
  report(write: (functionIndex: number, jobs: number, ms: number) => void): void {
    for (const functionIndex of this.#changed) {
      const cost = this.#costs[functionIndex]!;
      write(functionIndex, cost.jobs, cost.ms);
      cost.jobs = cost.ms = 0;
    }
    this.#changed.length = 0;
  }
}

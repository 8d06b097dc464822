import type { Clock } from '@doha/loop';

/** Weight of one job in the expected time of a function. */
const WEIGHT = 0.2;

/** Cost of the jobs of one function. Times in ms. */
interface Cost {
  /** Mean of recent run times; NaN before the first job has ended. */
  expected: number;
  /** Number of jobs that have ended since the last report, and their total run time. */
  jobs: number;
  ms: number;
}

/**
 * Measures the run times of the functions of a worker. The time between two calls of `lap` is the
 * cost of the job that ended at the second call.
 */
export class CostMeter {
  #clock: Clock;
  #costs: readonly Cost[];
  #changed: number[] = []; // functions whose jobs have ended since the last report
  #since = NaN; // time of the last `lap` or `start`; NaN after `pause`

  constructor(clock: Clock, functions: number) {
    this.#clock = clock;
    this.#costs = Array.from({ length: functions }, () => ({ expected: NaN, jobs: 0, ms: 0 }));
  }

  /** Excludes the following time from all jobs. Does not read the clock, because there may be no next job. */
  pause(): void {
    this.#since = NaN;
  }

  /** Called when a job begins. Reads the clock only after `pause`. */
  start(): void {
    if (Number.isNaN(this.#since)) this.#since = this.#clock.now();
  }

  /** Returns the time in ms since the last lap. */
  lap(): number {
    const since = this.#since;
    return (this.#since = this.#clock.now()) - since;
  }

  /** Whether the next job of a function is expected to take longer than `ms`, or its cost is unknown. */
  mayExceed(functionIndex: number, ms: number): boolean {
    return !(this.#costs[functionIndex]!.expected <= ms);
  }

  /** Expected run time of a job in ms; NaN if it is unknown. */
  expected(functionIndex: number): number {
    return this.#costs[functionIndex]!.expected;
  }

  /** Called when a job has ended after this many ms of work. */
  ended(functionIndex: number, ms: number): void {
    const cost = this.#costs[functionIndex]!;
    cost.expected = Number.isNaN(cost.expected) ? ms : cost.expected + WEIGHT * (ms - cost.expected);
    if (cost.jobs++ === 0) this.#changed.push(functionIndex);
    cost.ms += ms;
  }

  /** Reports each function whose jobs have ended since the last report. */
  report(write: (functionIndex: number, jobs: number, ms: number) => void): void {
    for (const functionIndex of this.#changed) {
      const cost = this.#costs[functionIndex]!;
      write(functionIndex, cost.jobs, cost.ms);
      cost.jobs = cost.ms = 0;
    }
    this.#changed.length = 0;
  }
}

import { PriorityQueue } from '@doha/loop';
import type { Color } from './color.ts';
import type { Job } from './job.ts';

/** Weight of what is new in the mean of run times. */
const NEWS = 0.2;
/** Milliseconds of work that a worker should have in flight: what passes until it can have more. */
const HORIZON = 1;
const NARROWEST = 2;
const WIDEST = 512;

/** A worker as the scheduler sees it. */
export class Lane {
  readonly index: number;
  /** Jobs that it has. */
  inFlight = 0;
  /**
   * Jobs that it has submitted and that have not ended: others of its jobs may wait for them, so it gets as many more. Else all workers could be
   * full of jobs that wait for some which no worker has room for.
   */
  awaited = 0;
  /** Whether it gets only what is bound to it. */
  isResting = false;
  /** Jobs that it has ended. */
  completed = 0;
  /** Milliseconds in which it worked on them. */
  busy = 0;
  /** Milliseconds that a job lately took it; 0 before the first has ended. */
  mean = 0;
  /** Colors that are bound to it, those that wait and those of which it has all jobs. */
  colors = 0;
  /** Colors bound to it that wait for room. */
  readonly bound: PriorityQueue<Job | Color> = new PriorityQueue();
  /** Counts how often what is bound to it and what is not were equals. */
  turn = 0;
  #window: number | 'auto';

  constructor(index: number, window: number | 'auto') {
    this.index = index;
    this.#window = window;
  }

  /** Jobs that it may have at once. */
  get window(): number {
    if (this.#window !== 'auto') return this.#window;
    if (this.completed === 0) return NARROWEST;
    return Math.max(NARROWEST, Math.min(Math.ceil(HORIZON / this.mean) + 1, WIDEST));
  }

  get hasRoom(): boolean {
    return this.inFlight < this.window + this.awaited;
  }

  /** Milliseconds after which it would end one more job; 0 before the first has ended. */
  get wait(): number {
    return (this.inFlight + 1) * this.mean;
  }

  /** It has ended so many jobs in so many ms. */
  measured(jobs: number, busy: number): void {
    const weight = this.completed === 0 ? 1 : 1 - (1 - NEWS) ** jobs;
    this.mean += weight * (busy / jobs - this.mean);
    this.completed += jobs;
    this.busy += busy;
  }
}

import { PriorityQueue } from '@doha/loop';
import type { Color } from './color.ts';
import { weightOf } from './cost-estimate.ts';
import type { Job } from './job.ts';

/** Weight of one task in the mean of the run times. */
const MEAN_WEIGHT = 0.2;
/** Weight of one task in the speed. */
const SPEED_WEIGHT = 0.1;
/** Milliseconds of work that a worker should have in flight: more than passes until it can have more. */
const HORIZON = 1;
/** Milliseconds that a message costs: to send it, to wake the worker and to receive it. Very short jobs had better go in one. */
const MESSAGE = 0.02;
/** Messages that may be under way to a worker: one that it works on and one that follows. Further short jobs wait, to go in one message. */
const MESSAGES = 2;
/** Milliseconds without news after which a busy worker is taken for occupied. */
export const SILENCE = 20;
/** Milliseconds of work in a worker for which an urgent job should not wait. */
const LONG = 5;
const NS_PER_MS = 1e6;
const HORIZON_NS = HORIZON * NS_PER_MS;
const MIN_WINDOW = 2;
/** Two messages of very short jobs: the worker works on one of them while this thread makes the next one. */
const MAX_WINDOW = 1024;

/** A worker as the scheduler sees it. */
export class WorkerLoad {
  readonly index: number;
  /** Jobs that it has. */
  inFlight = 0;
  /**
   * Jobs of these that do not wait. Only they take room: otherwise all workers could be full of jobs that wait for others which no worker has
   * room for.
   */
  running = 0;
  /** Jobs past the scheduler that it has. */
  calls = 0;
  /** Whether a message to it is being written: another job in that costs nothing more. */
  hasMessage = false;
  /** Whether it had jobs when that was begun. */
  hadJobs = false;
  #messages = 0; // that were sent, with jobs
  #answered = 0; // the latest of these by which something has come of a job
  /** When it was last heard of, or got a job while it had none, in ms. */
  since = 0;
  /** Whether a job was taken back that it had not begun in time, and nothing has come from it since: it is busy with something of its own. */
  isStuck = false;
  /** Whether it gets no jobs any more. */
  isClosed = false;
  /** Whether it gets only what is bound to it. */
  isResting = false;
  /** Jobs that it has ended. */
  completed = 0;
  /** Milliseconds in which it worked on them. */
  busy = 0;
  /** Milliseconds that a job lately took it; 0 before the first has ended. */
  mean = 0;
  /** How fast it is compared with the other workers: the geometric mean of those that get jobs is 1. Tends to 1 while tasks end. */
  speed = 1;
  /** Colors that are bound to it, those that wait and those of which it has all jobs. */
  colors = 0;
  /** The colors bound to it that have a job which has begun and waits. */
  waitingColors = 0;
  /** Colors bound to it that wait for room. */
  readonly bound: PriorityQueue<Job | Color> = new PriorityQueue();
  /** Counts how often what is bound to it and what is not were equals. */
  turn = 0;
  #generators: Set<Job> = new Set(); // that have begun, and do not wait
  #aside: Set<Job> = new Set(); // jobs that take no room; the most important one was put aside last
  // From the first generator on, the jobs that take room, and some that no longer do. Thousands of others may wait for promises.
  #takers: Set<Job> | undefined;
  #ahead = 0; // expected work in the running jobs, in whole ns for a worker of speed 1
  #delay = 0; // the logarithm of 1 / speed
  #window: number | 'auto';

  constructor(index: number, window: number | 'auto') {
    this.index = index;
    this.#window = window;
  }

  /** Expected ms of work in the jobs that do not wait, for a worker of speed 1. */
  get ahead(): number {
    return this.#ahead / NS_PER_MS;
  }

  /** The same in whole ns, so that sums of it are exact. */
  get aheadNs(): number {
    return this.#ahead;
  }

  get hasRoom(): boolean {
    return !this.isClosed && !this.#awaitsAnswers && this.#isBelowWindow;
  }

  get #isBelowWindow(): boolean {
    if (this.#window !== 'auto') return this.running < this.#window;
    return this.running < MIN_WINDOW || (this.running < MAX_WINDOW && this.#ahead < HORIZON_NS * this.speed);
  }

  /** Whether a job that it has may wait for another one, or for what a job that waits goes on with. */
  get mayBeBlocked(): boolean {
    return this.running > 1 || (this.running > 0 && this.inFlight + this.calls > this.running);
  }

  /** Whether it has nothing to do. */
  get isIdle(): boolean {
    return this.running === 0 && !this.isResting && !this.isStuck;
  }

  /** Whether it has no room, and a job that waits for it waits for long. */
  get isCrowded(): boolean {
    return this.running > 1 && this.ahead >= LONG * this.speed && !this.hasRoom;
  }

  /** Whether it has jobs and ended none for long, at `now`: one of them may take for ever. */
  isSilent(now: number): boolean {
    return this.running > 0 && now - this.since >= SILENCE;
  }

  /** Whether it is stuck, or silent for much longer than its jobs were expected to take. */
  isOverdue(now: number): boolean {
    return (
      this.isStuck || (this.isSilent(now) && now - this.since >= SILENCE + (2 * this.ahead) / this.speed)
    );
  }

  /** A job is on its way to it. */
  sent(job: Job): void {
    job.worker = this;
    job.expected = Math.round(job.cost.expected(HORIZON) * NS_PER_MS);
    this.inFlight++;
    if (!this.hasMessage) this.#open();
    job.sentIn = this.#messages;
    const { color } = job;
    color?.sent(job);
    this.#takers?.add(job);
    if (color?.waiting === undefined) this.#add(1, job.expected);
  }

  /** It has a job no more. */
  ended(job: Job): void {
    const { color } = job;
    if (job.waits) this.resumed(job);
    this.#generators.delete(job);
    this.#takeBack(job);
    this.#takers?.delete(job);
    this.#heardOf(job);
    job.worker = undefined;
    this.inFlight--;
    color?.ended(job);
    if (color?.waiting === undefined) this.#subtract(1, job.expected);
  }

  /** A job that it has waits, and so do those of its color. */
  suspended(job: Job): void {
    this.#generators.delete(job);
    this.#takeBack(job);
    job.waits = true;
    this.#heardOf(job);
    const { color } = job;
    if (color === undefined) return this.#subtract(1, job.expected);
    for (const other of this.#aside) if (other.color === color) this.#takeBack(other);
    color.waiting = job;
    this.waitingColors++;
    this.#subtract(color.inFlight, color.ahead);
  }

  /** A job no longer waits. */
  resumed(job: Job): void {
    job.waits = false;
    const { color } = job;
    this.#takers?.add(job);
    if (color === undefined) return this.#add(1, job.expected);
    color.waiting = undefined;
    this.waitingColors--;
    this.#add(color.inFlight, color.ahead);
    if (this.#takers === undefined) return;
    for (const other of color.sentJobs) if (other.worker === this) this.#takers.add(other);
  }

  /** A job that it has begun is a generator: more important ones run at its next `yield`. `jobsOf` returns all that it has. */
  yields(job: Job, jobsOf: (worker: WorkerLoad) => Iterable<Job>): void {
    this.#heardOf(job);
    if (job.waits) return;
    this.#generators.add(job);
    this.#takers ??= new Set(jobsOf(this));
  }

  /** Whether it has no room, and has begun generators: a more important job would run at their next `yield`. */
  get lacksRoomBesideGenerators(): boolean {
    return this.#generators.size > 0 && !this.isClosed && !this.#awaitsAnswers && !this.#isBelowWindow;
  }

  /**
   * Puts less important jobs aside, so that there is room for a job of a priority. Equals do wait, since otherwise all generators would begin, and take
   * turns to the end of all. Returns whether there is room now.
   */
  makeRoom(priority: number): boolean {
    const takers = this.#takers!;
    do {
      let least: Job | undefined;
      for (const job of takers) {
        if (!this.#takesRoom(job)) takers.delete(job);
        else if (job.priority < (least?.priority ?? priority)) least = job;
      }
      if (least === undefined) return false;
      this.#aside.add(least);
      this.#subtract(1, least.expected);
    } while (!this.#isBelowWindow);
    return true;
  }

  /** Gives room back to jobs that were put aside, as far as there is any. */
  takeJobsBack(): void {
    if (this.#aside.size === 0) return;
    for (const job of [...this.#aside].toReversed()) {
      if (!this.#isBelowWindow) return;
      this.#takeBack(job);
    }
  }

  /** Milliseconds after which it would end a job that takes `ms` at speed 1. */
  waitFor(ms: number): number {
    return (this.ahead + ms) / this.speed + (this.hasMessage ? 0 : MESSAGE);
  }

  /** The worker has ended a number of jobs, whose functions took `ms` in all. `excess`: see `CostEstimate.measured`. */
  measured(jobs: number, ms: number, excess: number): void {
    const weight = this.completed === 0 ? 1 : weightOf(jobs, MEAN_WEIGHT);
    this.mean += weight * (ms / jobs - this.mean);
    this.completed += jobs;
    this.busy += ms;
    this.#setDelay(this.#delay + weightOf(jobs, SPEED_WEIGHT) * (excess - this.#delay));
  }

  /** The logarithm of 1 / speed. */
  get delay(): number {
    return this.#delay;
  }

  /**
   * Its speed is compared with that of workers of the mean delay `usual`, and what is known of it becomes worth less: by the share 0 nothing, by 1 all.
   * Before the first job has ended nothing is known.
   */
  compare(usual: number, share: number): void {
    if (this.completed > 0 && (this.#delay !== 0 || usual !== 0))
      this.#setDelay((this.#delay - usual) * (1 - share));
  }

  #open(): void {
    this.hasMessage = true;
    this.hadJobs = this.running > 0;
    this.#messages++;
  }

  // Without this a few short jobs, each of which is submitted when another one has ended, would each have a message of their own.
  get #awaitsAnswers(): boolean {
    const isFull = !this.hasMessage && this.#messages - this.#answered >= MESSAGES;
    return isFull && this.running > 0 && this.#ahead < HORIZON_NS * this.speed;
  }

  #takesRoom(job: Job): boolean {
    const waits = job.waits || job.color?.waiting !== undefined;
    return job.worker === this && !waits && !this.#aside.has(job);
  }

  #takeBack(job: Job): void {
    if (!this.#aside.delete(job)) return;
    this.#add(1, job.expected);
    this.#takers!.add(job);
  }

  #heardOf({ sentIn }: Job): void {
    if (sentIn > this.#answered) this.#answered = sentIn;
  }

  // Jobs begin to take room.
  #add(jobs: number, expected: number): void {
    this.running += jobs;
    this.#ahead += expected;
  }

  // Jobs no longer take room.
  #subtract(jobs: number, expected: number): void {
    this.running -= jobs;
    this.#ahead -= expected;
  }

  #setDelay(delay: number): void {
    this.#delay = delay;
    this.speed = Math.exp(-delay);
  }
}

import { PriorityQueue } from '@doha/loop';
import type { Color } from './color.ts';
import { weightOf } from './cost-estimate.ts';
import type { Job } from './job.ts';

/** Weight of one task in the mean run time. */
const MEAN_WEIGHT = 0.2;
/** Weight of one task in the speed. */
const SPEED_WEIGHT = 0.1;
/**
 * Work in ms that a worker should have in flight: more than the round trip of a message, so that
 * the worker need not wait for jobs.
 */
const TARGET_WORK = 1;
/** Cost of a message in ms: sending it, waking the worker and receiving it. Very short jobs should share a message. */
const MESSAGE_COST = 0.02;
/** Maximum number of messages in flight to a worker: one that it works on, and the next one. Further short jobs wait, so that they share a message. */
const MAX_MESSAGES = 2;
/** A worker that has jobs and sends nothing for this many ms probably runs a long job. */
export const SILENCE = 20;
/** A high-priority job should not wait for more work of a worker than this, in ms. */
const LONG_WORK = 5;
const NS_PER_MS = 1e6;
const TARGET_WORK_NS = TARGET_WORK * NS_PER_MS;
const MIN_WINDOW = 2;
/**
 * Enough for two messages of very short jobs: the worker runs the jobs of one message while this
 * thread writes the next one.
 */
const MAX_WINDOW = 1024;

/** A worker as the scheduler sees it. */
export class WorkerLoad {
  readonly index: number;
  /** Number of jobs that the worker has. */
  inFlight = 0;
  /** Number of these jobs that do not wait. Only they take up room. Otherwise nested tasks could deadlock the pool. */
  running = 0;
  /** Number of unfinished jobs that were sent without the scheduler. */
  calls = 0;
  /** Whether a message to the worker is being written. Another job in it costs nothing more. */
  hasMessage = false;
  /** Whether the worker had jobs when the message was begun. */
  hadJobs = false;
  #messages = 0; // number of sent messages with jobs
  #answered = 0; // number of the latest message of which a job has been reported
  /** Time in ms of the last report. For a worker that was idle: the time at which it was sent a job, if that is later. */
  since = 0;
  /**
   * Whether a job was reclaimed because the worker had not begun it in time, and no message has
   * come from the worker since. The worker is busy with other code.
   */
  isStuck = false;
  /** Whether the worker gets no more jobs. */
  isClosed = false;
  /** Whether the worker gets only jobs of colors that are bound to it. */
  isResting = false;
  /** Number of finished jobs. */
  completed = 0;
  /** Total run time of finished jobs, in ms. */
  busy = 0;
  /** Mean run time of recent jobs, in ms; 0 before the first one has ended. */
  mean = 0;
  /** Speed relative to the other workers: the geometric mean of active workers is 1. With each task that ends, it moves a little toward 1. */
  speed = 1;
  /** Number of colors that are bound to the worker, with or without queued jobs. */
  colors = 0;
  /** Number of these colors that have a job which has begun and waits. */
  waitingColors = 0;
  /** Colors that are bound to the worker and wait for room. */
  readonly bound: PriorityQueue<Job | Color> = new PriorityQueue();
  /** Counts decisions between a bound job and another job of equal priority, so that the two kinds alternate. */
  ties = 0;
  #generators: Set<Job> = new Set(); // generators that have begun and do not wait
  #aside: Set<Job> = new Set(); // jobs that take up no room; the most important one was put aside last
  // Undefined until a generator begins. Then the jobs that take up room, and some that no longer do.
  // `makeRoom` searches only these, because thousands of other jobs may wait for promises.
  #occupants: Set<Job> | undefined;
  #ahead = 0; // expected work of the running jobs, in whole ns for a worker of speed 1
  #delay = 0; // logarithm of 1 / speed
  #window: number | 'auto';

  constructor(index: number, window: number | 'auto') {
    this.index = index;
    this.#window = window;
  }

  /** Expected work of the jobs that do not wait, in ms for a worker of speed 1. */
  get ahead(): number {
    return this.#ahead / NS_PER_MS;
  }

  /** `ahead` in whole ns, so that sums are exact. */
  get aheadNs(): number {
    return this.#ahead;
  }

  get hasRoom(): boolean {
    return !this.isClosed && !this.#awaitsAnswers && this.#isBelowWindow;
  }

  get #isBelowWindow(): boolean {
    if (this.#window !== 'auto') return this.running < this.#window;
    return (
      this.running < MIN_WINDOW || (this.running < MAX_WINDOW && this.#ahead < TARGET_WORK_NS * this.speed)
    );
  }

  /** Whether one of its jobs may be blocked: by another job, or by code of a waiting job that continues after its `await`. */
  get mayBeBlocked(): boolean {
    return this.running > 1 || (this.running > 0 && this.inFlight + this.calls > this.running);
  }

  /** Whether it has no jobs that run, and is neither resting nor stuck. */
  get isIdle(): boolean {
    return this.running === 0 && !this.isResting && !this.isStuck;
  }

  /**
   * Whether it has no room, and its jobs, at least two, are expected to take `LONG_WORK` or more.
   */
  get isCrowded(): boolean {
    return this.running > 1 && this.ahead >= LONG_WORK * this.speed && !this.hasRoom;
  }

  /** Whether it has jobs and has not reported for long. One of its jobs may take forever. */
  isSilent(now: number): boolean {
    return this.running > 0 && now - this.since >= SILENCE;
  }

  /** Whether it is stuck, or silent for much longer than its jobs were expected to take. */
  isOverdue(now: number): boolean {
    return (
      this.isStuck || (this.isSilent(now) && now - this.since >= SILENCE + (2 * this.ahead) / this.speed)
    );
  }

  /** Called when a job is sent. */
  sent(job: Job): void {
    job.worker = this;
    job.expected = Math.round(job.cost.expected(TARGET_WORK) * NS_PER_MS);
    this.inFlight++;
    if (!this.hasMessage) this.#beginMessage();
    job.sentIn = this.#messages;
    const { color } = job;
    color?.sent(job);
    this.#occupants?.add(job);
    if (color?.waiting === undefined) this.#add(1, job.expected);
  }

  /** Called when a job has left the worker: it has ended, was lost, or was reclaimed. */
  ended(job: Job): void {
    const { color } = job;
    if (job.waits) this.resumed(job);
    if (this.#generators.size > 0) this.#generators.delete(job);
    this.#countAgain(job);
    this.#occupants?.delete(job);
    this.#recordAnswer(job);
    job.worker = undefined;
    this.inFlight--;
    color?.ended(job);
    if (color?.waiting === undefined) this.#subtract(1, job.expected);
  }

  /** Called when a job waits. The jobs of its color wait as well. */
  suspended(job: Job): void {
    this.#generators.delete(job);
    this.#countAgain(job);
    job.waits = true;
    this.#recordAnswer(job);
    const { color } = job;
    if (color === undefined) return this.#subtract(1, job.expected);
    for (const other of this.#aside) if (other.color === color) this.#countAgain(other);
    color.waiting = job;
    this.waitingColors++;
    this.#subtract(color.inFlight, color.ahead);
  }

  /** Called when a job no longer waits. */
  resumed(job: Job): void {
    job.waits = false;
    const { color } = job;
    this.#occupants?.add(job);
    if (color === undefined) return this.#add(1, job.expected);
    color.waiting = undefined;
    this.waitingColors--;
    this.#add(color.inFlight, color.ahead);
    if (this.#occupants === undefined) return;
    for (const other of color.sentJobs) if (other.worker === this) this.#occupants.add(other);
  }

  /**
   * Called when a generator has begun. More important jobs run at its next `yield`. `jobsOf` returns
   * all jobs of the worker.
   */
  yields(job: Job, jobsOf: (worker: WorkerLoad) => Iterable<Job>): void {
    this.#recordAnswer(job);
    if (job.waits) return;
    this.#generators.add(job);
    this.#occupants ??= new Set(jobsOf(this));
  }

  /** Whether it has no room, and has begun generators. A more important job would run at their next `yield`. */
  get lacksRoomBesideGenerators(): boolean {
    return this.#generators.size > 0 && !this.isClosed && !this.#awaitsAnswers && !this.#isBelowWindow;
  }

  /**
   * Puts less important jobs aside until there is room for a job of this priority. Jobs of equal
   * priority are not put aside. Otherwise all generators of a priority would begin, and take turns
   * until the last one ends. Returns whether there is room now.
   */
  makeRoom(priority: number): boolean {
    const occupants = this.#occupants!;
    do {
      let least: Job | undefined;
      for (const job of occupants) {
        if (!this.#takesRoom(job)) occupants.delete(job);
        else if (job.priority < (least?.priority ?? priority)) least = job;
      }
      if (least === undefined) return false;
      this.#aside.add(least);
      this.#subtract(1, least.expected);
    } while (!this.#isBelowWindow);
    return true;
  }

  /**
   * While there is room, counts jobs that were put aside as running again, the most important
   * first.
   */
  countAsideAgain(): void {
    if (this.#aside.size === 0) return;
    for (const job of [...this.#aside].toReversed()) {
      if (!this.#isBelowWindow) return;
      this.#countAgain(job);
    }
  }

  /** Expected time in ms until it would finish a further job that takes `ms` at speed 1. */
  waitFor(ms: number): number {
    return (this.ahead + ms) / this.speed + (this.hasMessage ? 0 : MESSAGE_COST);
  }

  /** Called when the worker has finished a number of jobs, which took `ms` in total. `excess`: see `CostEstimate.measured`. */
  measured(jobs: number, ms: number, excess: number): void {
    const weight = this.completed === 0 ? 1 : weightOf(jobs, MEAN_WEIGHT);
    this.mean += weight * (ms / jobs - this.mean);
    this.completed += jobs;
    this.busy += ms;
    this.#setDelay(this.#delay + weightOf(jobs, SPEED_WEIGHT) * (excess - this.#delay));
  }

  /** Logarithm of 1 / speed. */
  get delay(): number {
    return this.#delay;
  }

  /**
   * Normalizes the speed by `usual`, the mean delay of the active workers. Then moves it toward 1 by a fraction: 0 not at all, 1 completely. Before the
   * first job has ended there is nothing to forget.
   */
  normalizeSpeed(usual: number, fraction: number): void {
    if (this.completed > 0 && (this.#delay !== 0 || usual !== 0))
      this.#setDelay((this.#delay - usual) * (1 - fraction));
  }

  #beginMessage(): void {
    this.hasMessage = true;
    this.hadJobs = this.running > 0;
    this.#messages++;
  }

  // Whether short jobs must wait until the worker has reported a job of an earlier message.
  // Otherwise a few short jobs, each submitted when another one has ended, would each be sent in a
  // message of their own.
  get #awaitsAnswers(): boolean {
    const isFull = !this.hasMessage && this.#messages - this.#answered >= MAX_MESSAGES;
    return isFull && this.running > 0 && this.#ahead < TARGET_WORK_NS * this.speed;
  }

  #takesRoom(job: Job): boolean {
    const waits = job.waits || job.color?.waiting !== undefined;
    return job.worker === this && !waits && !this.#aside.has(job);
  }

  #countAgain(job: Job): void {
    if (this.#aside.size === 0 || !this.#aside.delete(job)) return;
    this.#add(1, job.expected);
    this.#occupants!.add(job);
  }

  #recordAnswer({ sentIn }: Job): void {
    if (sentIn > this.#answered) this.#answered = sentIn;
  }

  // Adds jobs that take up room.
  #add(jobs: number, expected: number): void {
    this.running += jobs;
    this.#ahead += expected;
  }

  // Subtracts jobs that no longer take up room.
  #subtract(jobs: number, expected: number): void {
    this.running -= jobs;
    this.#ahead -= expected;
  }

  #setDelay(delay: number): void {
    this.#delay = delay;
    this.speed = Math.exp(-delay);
  }
}

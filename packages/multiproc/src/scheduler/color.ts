import type { Queued } from '@doha/loop';
import { Deque } from './deque.ts';
import type { Job } from './job.ts';
import type { Lane } from './lane.ts';

/** Identifies a color: tasks with the same key run one after another. */
export type ColorKey = string | number;

/**
 * Jobs of one color (Zeldovich et al., USENIX ATC 2003; DOHA, WWW'12 §2.2.2): they run one after another, in the order in which they
 * were submitted, and those that are with a worker are all with the same one.
 *
 * As a whole it waits with the highest priority among its jobs: what is urgent pulls those before it along.
 */
export class Color implements Queued {
  readonly key: ColorKey;
  /** No two that have jobs at the same time have the same. */
  readonly number: number;
  /** @internal */ slot = 0;
  /** The worker that has jobs of it; undefined while none has. */
  lane: Lane | undefined;
  /** How many that worker has. */
  inFlight = 0;
  /** Expected work in those, in whole ns for a worker of speed 1. */
  ahead = 0;
  /** The one of those that has begun and waits; undefined if none does. */
  waiting: Job | undefined;
  /** Jobs that wait here. */
  size = 0;

  #sent: Deque<Job> = new Deque(); // those that the worker has, in the order in which they were sent, and some behind them that have ended
  // Oldest first; a job's `slot` is its index; undefined where it was taken out.
  #jobs: (Job | undefined)[] = [];
  #head = 0;
  // Of those that wait the ones that outrank all after them: the first has the highest priority.
  #peaks: Deque<Job> = new Deque();
  #peaksAreStale = false;

  constructor(key: ColorKey, number: number) {
    this.key = key;
    this.number = number;
  }

  /** Whether its worker gets no more for now: one waits, and another one is there to follow it. */
  get isHeld(): boolean {
    return this.waiting !== undefined && this.inFlight > 1;
  }

  /** The oldest job that the worker has: no other one of this color runs before it has ended. */
  get head(): Job | undefined {
    return this.#sent.first;
  }

  /** A job is on its way to the worker. */
  sent(job: Job): void {
    this.inFlight++;
    this.ahead += job.expected;
    this.#sent.push(job);
  }

  /** A job is with the worker no more. */
  ended(job: Job): void {
    this.inFlight--;
    this.ahead -= job.expected;
    // A lost job that is sent again must not be found in its old place.
    const sent = this.#sent;
    while (sent.size > 0 && sent.first!.lane === undefined) sent.shift();
    // Behind a job that takes long others may end without number: they are cancelled, or expire.
    if (sent.size > 2 * this.inFlight + 1) this.#forgetEnded();
  }

  /** Whether `priority` has to look at all jobs that wait. */
  get isStale(): boolean {
    return this.#peaksAreStale;
  }

  /** The highest priority among the jobs that wait; -Infinity if none does. */
  get priority(): number {
    if (this.#peaksAreStale) this.#findPeaks();
    return this.#peaks.first?.priority ?? -Infinity;
  }

  /** Adds a job behind all others. */
  push(job: Job): void {
    job.slot = this.#jobs.length;
    this.#jobs.push(job);
    this.size++;
    if (!this.#peaksAreStale) this.#addPeak(job);
  }

  /** Puts jobs that were taken back before all others, in their order. */
  putBack(jobs: readonly Job[]): void {
    this.#jobs = [...jobs, ...this.#jobs.slice(this.#head).filter((job) => job !== undefined)];
    this.#head = 0;
    this.size = this.#jobs.length;
    for (const [i, job] of this.#jobs.entries()) job!.slot = i;
    this.#peaksAreStale = true;
  }

  has(job: Job): boolean {
    return this.#jobs[job.slot] === job;
  }

  /** Takes out the oldest job. Only for a color in which one waits. */
  shift(): Job {
    let job = this.#jobs[this.#head++];
    while (job === undefined) job = this.#jobs[this.#head++];
    this.#jobs[job.slot] = undefined;
    if (this.#peaks.first === job) this.#peaks.shift();
    if (--this.size === 0) this.#reset();
    else if (this.#head >= 64 && this.#head * 2 > this.#jobs.length) this.putBack([]);
    return job;
  }

  /** Takes out a job that waits here. */
  remove(job: Job): void {
    this.#jobs[job.slot] = undefined;
    if (--this.size === 0) this.#reset();
    else this.#peaksAreStale = true;
  }

  /** To be called when the priority of a job that waits here has changed. */
  rerank(): void {
    this.#peaksAreStale = true;
  }

  #forgetEnded(): void {
    const sent = this.#sent;
    for (let i = sent.size; i > 0; i--) {
      const job = sent.shift()!;
      if (job.lane !== undefined) sent.push(job);
    }
  }

  #addPeak(job: Job): void {
    const peaks = this.#peaks;
    while (peaks.size > 0 && peaks.last!.priority <= job.priority) peaks.pop();
    peaks.push(job);
  }

  #findPeaks(): void {
    this.#peaks.clear();
    for (let i = this.#head; i < this.#jobs.length; i++) {
      const job = this.#jobs[i];
      if (job !== undefined) this.#addPeak(job);
    }
    this.#peaksAreStale = false;
  }

  #reset(): void {
    this.#jobs.length = this.#head = 0;
    this.#peaks.clear();
    this.#peaksAreStale = false;
  }
}

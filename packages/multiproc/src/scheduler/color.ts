import type { Queued } from '@doha/loop';
import { Deque } from './deque.ts';
import type { Job } from './job.ts';
import type { WorkerLoad } from './worker-load.ts';
import { MaxTree } from './max-tree.ts';

/** A color closes its empty places when there are this many more of them than waiting jobs. */
const MANY_HOLES = 64;

/** Identifies a color: tasks with the same key run one after another. */
export type ColorKey = string | number;

/**
 * Jobs of one color (Zeldovich et al., USENIX ATC 2003; DOHA, WWW'12 §2.2.2): they run one after another, in the order in which they
 * were submitted, and those that are with a worker are all with the same one.
 *
 * As a whole it waits with the highest priority among its jobs: what is urgent pulls those before it along.
 */
export class Color implements Queued {
  /** Changes only while there are no jobs of it. */
  key: ColorKey;
  /** No two that have jobs at the same time have the same. */
  readonly number: number;
  /** @internal */ slot = 0;
  /** The worker that has jobs of it; undefined while none has. */
  worker: WorkerLoad | undefined;
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
  // The waiting jobs that outrank all jobs behind them. The first one has the highest priority. Unused while there is a tree.
  #peaks: Deque<Job> = new Deque();
  // Their priorities by index, from when a peak was taken out or changed until none waits: to find the next peaks would take linear time each time.
  #tree: MaxTree | undefined;

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

  /** The jobs that the worker has, oldest first, and some that have ended. */
  get sentJobs(): Job[] {
    return this.#sent.toArray();
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
    while (sent.size > 0 && sent.first!.worker === undefined) sent.shift();
    // Behind a job that takes long others may end without number: they are cancelled, or expire.
    if (sent.size > 2 * this.inFlight + 1) this.#forgetEnded();
  }

  /** The highest priority among the jobs that wait; -Infinity if none does. */
  get priority(): number {
    return this.#tree === undefined ? (this.#peaks.first?.priority ?? -Infinity) : this.#tree.max;
  }

  /** Adds a job behind all others. */
  push(job: Job): void {
    job.slot = this.#jobs.length;
    this.#jobs.push(job);
    this.size++;
    if (this.#tree === undefined) this.#addPeak(job);
    else if (job.slot < this.#tree.room) this.#tree.set(job.slot, job.priority);
    else this.#plant();
  }

  /** Puts jobs that were taken back before all others, in their order. */
  putBack(jobs: readonly Job[]): void {
    this.#jobs = [...jobs, ...this.#jobs.slice(this.#head).filter((job) => job !== undefined)];
    this.#head = 0;
    this.size = this.#jobs.length;
    for (const [i, job] of this.#jobs.entries()) job!.slot = i;
    if (jobs.length > 0 || this.#tree !== undefined) this.#plant();
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
    this.#tree?.set(job.slot, -Infinity);
    if (--this.size === 0) this.#reset();
    else this.#closeHoles();
    return job;
  }

  /** Takes out a job that waits here. */
  remove(job: Job): void {
    this.#jobs[job.slot] = undefined;
    if (--this.size === 0) this.#reset();
    else if (this.#tree !== undefined) this.#tree.set(job.slot, -Infinity);
    else if (this.#mayBePeak(job)) this.#plant();
    this.#closeHoles();
  }

  /** To be called when the priority of a job that waits here has changed. */
  rerank(job: Job): void {
    if (this.#tree === undefined) this.#plant();
    else this.#tree.set(job.slot, job.priority);
  }

  #forgetEnded(): void {
    const sent = this.#sent;
    for (let i = sent.size; i > 0; i--) {
      const job = sent.shift()!;
      if (job.worker !== undefined) sent.push(job);
    }
  }

  #addPeak(job: Job): void {
    const peaks = this.#peaks;
    while (peaks.size > 0 && peaks.last!.priority <= job.priority) peaks.pop();
    peaks.push(job);
  }

  #closeHoles(): void {
    if (this.#jobs.length > 2 * this.size + MANY_HOLES) this.putBack([]);
  }

  // If all have one priority, only the last one is a peak.
  #mayBePeak(job: Job): boolean {
    return this.#peaks.size > 1 || this.#peaks.first === job;
  }

  #plant(): void {
    this.#peaks.clear();
    this.#tree = new MaxTree(this.#jobs.map((job) => job?.priority ?? -Infinity));
  }

  #reset(): void {
    this.#jobs.length = this.#head = 0;
    this.#peaks.clear();
    this.#tree = undefined;
  }
}

import type { Queued } from '@doha/loop';
import { Deque } from './deque.ts';
import type { Job } from './job.ts';
import type { WorkerLoad } from './worker-load.ts';
import { MaxTree } from './max-tree.ts';

/** A color removes its empty slots when they outnumber the queued jobs by more than this. */
const MANY_HOLES = 64;

/** Identifies a color: tasks with the same key run one after another. */
export type ColorKey = string | number;

/**
 * The jobs of one color (Zeldovich et al., USENIX ATC 2003; DOHA, WWW'12 §2.2.2). They run one after another, in the order of submission. All jobs of a
 * color that have been sent are with the same worker.
 *
 * A color waits with the highest priority among its jobs: a high-priority job also raises the earlier jobs of its color (priority inheritance).
 */
export class Color implements Queued {
  /** Changes only while the color has no jobs. */
  key: ColorKey;
  /** Unique among the colors that have jobs. */
  readonly number: number;
  slot = 0;
  /** The worker that has jobs of this color; undefined if there is none. */
  worker: WorkerLoad | undefined;
  /** Number of jobs of this color that the worker has, plus the number of holds (see `Scheduler.hold`). */
  inFlight = 0;
  /** Expected work of these jobs, in whole ns for a worker of speed 1. */
  ahead = 0;
  /** The job that has begun in the worker and waits; undefined if there is none. */
  waiting: Job | undefined;
  /** Number of queued jobs. */
  size = 0;

  // In the order in which they were sent: the jobs that the worker has, and some that have ended.
  #sent: Deque<Job> = new Deque();

  // Oldest first. The `slot` of a job is its index. Removed jobs leave `undefined`.
  #jobs: (Job | undefined)[] = [];
  #head = 0;
  // The queued jobs with a higher priority than all later jobs. The first one has the highest priority. Unused while there is a tree.
  #peaks: Deque<Job> = new Deque();
  // The priorities by index. If a job that may be a peak is removed, a priority changes, or lost jobs come back,
  // the tree replaces the peaks, because finding the next peaks would take linear time. It is dropped when no
  // job is queued.
  #tree: MaxTree | undefined;

  constructor(key: ColorKey, number: number) {
    this.key = key;
    this.number = number;
  }

  /** Whether the worker gets no more jobs of this color for now: one of its jobs waits, and another one is ready to follow. */
  get isPaused(): boolean {
    return this.waiting !== undefined && this.inFlight > 1;
  }

  /** The oldest job that the worker has. No other job of this color runs before it has ended. */
  get head(): Job | undefined {
    return this.#sent.first;
  }

  /** The jobs that the worker has, oldest first, and some that have ended. */
  get sentJobs(): Job[] {
    return this.#sent.toArray();
  }

  /** Called when a job is sent to the worker. */
  sent(job: Job): void {
    this.inFlight++;
    this.ahead += job.expected;
    this.#sent.push(job);
  }

  /** Called when a job has left the worker: it has ended, was lost, or was reclaimed. */
  ended(job: Job): void {
    this.inFlight--;
    this.ahead -= job.expected;
    // Jobs without a worker are removed from the front now. A lost job gets a worker again when it is sent again, and would then be listed twice.
    const sent = this.#sent;
    while (sent.size > 0 && sent.first!.worker === undefined) sent.shift();
    // Any number of jobs can end behind a long one, because they are cancelled or expire.
    if (sent.size > 2 * this.inFlight + 1) this.#forgetEnded();
  }

  /** The highest priority among the queued jobs; -Infinity if there are none. */
  get priority(): number {
    return this.#tree === undefined ? (this.#peaks.first?.priority ?? -Infinity) : this.#tree.max;
  }

  /** Appends a job. */
  push(job: Job): void {
    job.slot = this.#jobs.length;
    this.#jobs.push(job);
    this.size++;
    if (this.#tree === undefined) this.#addPeak(job);
    else if (job.slot < this.#tree.capacity) this.#tree.set(job.slot, job.priority);
    else this.#buildTree();
  }

  /** Puts jobs of a lost worker back before all queued jobs, in their order. */
  putBack(jobs: readonly Job[]): void {
    this.#jobs = [...jobs, ...this.#jobs.slice(this.#head).filter((job) => job !== undefined)];
    this.#head = 0;
    this.size = this.#jobs.length;
    for (const [i, job] of this.#jobs.entries()) job!.slot = i;
    if (jobs.length > 0 || this.#tree !== undefined) this.#buildTree();
  }

  has(job: Job): boolean {
    return this.#jobs[job.slot] === job;
  }

  /** Removes and returns the oldest queued job. There must be one. */
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

  /** Removes a queued job. */
  remove(job: Job): void {
    this.#jobs[job.slot] = undefined;
    if (--this.size === 0) this.#reset();
    else if (this.#tree !== undefined) this.#tree.set(job.slot, -Infinity);
    else if (this.#mayBePeak(job)) this.#buildTree();
    this.#closeHoles();
  }

  /** Called when the priority of a queued job has changed. */
  rerank(job: Job): void {
    if (this.#tree === undefined) this.#buildTree();
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

  // True for all jobs if there are several peaks: a search would take linear time. If all jobs have
  // the same priority, only the last one is a peak.
  #mayBePeak(job: Job): boolean {
    return this.#peaks.size > 1 || this.#peaks.first === job;
  }

  #buildTree(): void {
    this.#peaks.clear();
    this.#tree = new MaxTree(this.#jobs.map((job) => job?.priority ?? -Infinity));
  }

  #reset(): void {
    this.#jobs.length = this.#head = 0;
    this.#peaks.clear();
    this.#tree = undefined;
  }
}

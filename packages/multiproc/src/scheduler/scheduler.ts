import { PriorityQueue } from '@doha/loop';
import { Color, type ColorKey } from './color.ts';
import { type CostEstimate, weightOf } from './cost-estimate.ts';
import type { Job } from './job.ts';
import { WorkerLoad } from './worker-load.ts';
import { Workload } from './workload.ts';

/** Weight of one task in the mean run time of all. */
const MEAN_WEIGHT = 0.2;
/** Colors without jobs that are kept for other keys: to make one takes as long as a short task. */
const MOST_SPARE = 64;
/** After this many tasks for each worker, half of what is known of the speeds is forgotten. */
const HALF_LIFE = 350;

export interface SchedulerOptions {
  /** Jobs that a worker may have at once; ≥ 1. 'auto': about a millisecond of work, 2 to 1,024. */
  readonly window?: number | 'auto';
  /** Brings a job to a worker. */
  readonly send: (job: Job, worker: WorkerLoad) => void;
  /**
   * The jobs that a worker has, among others. Asked once for each worker, when a generator has begun there for the first time. Default: none are known, so that
   * those that were sent before do not make room for more important ones.
   */
  readonly jobsOf?: (worker: WorkerLoad) => Iterable<Job>;
  /** The time in ms. Default: it stands still, so that no worker seems occupied. */
  readonly now?: () => number;
}

/**
 * The central scheduler (DOHA, WWW'12 §2.2.2): jobs wait by priority, workers by load; each worker has a few jobs in flight, so that what
 * is urgent waits for little, and what is slow gets little.
 *
 * It knows no threads, and time only to see which workers are occupied: `dispatch` sends what can be sent, `completed` says that a job has ended.
 */
export class Scheduler {
  #ready: PriorityQueue<Job | Color> = new PriorityQueue();
  #colors: Map<ColorKey, Color> = new Map();
  #workers: WorkerLoad[] = [];
  #leaving: Set<Color> = new Set(); // their workers get no more of them
  #spareColors: Color[] = []; // without jobs
  #numbers = 0; // of colors
  #waiting = 0;
  #mean = 0; // ms of a job at speed 1, lately
  #workload: Workload = new Workload();
  #isMeasured = false; // whether the workload is that of this choice
  #active = Infinity;
  #window: number | 'auto';
  #send: (job: Job, worker: WorkerLoad) => void;
  #jobsOf: (worker: WorkerLoad) => Iterable<Job>;
  #now: () => number;
  #time = NaN; // of the dispatch, once it was read; a dispatch with nothing to send reads no clock

  constructor({ jobsOf = () => [], now = () => 0, window = 'auto', send }: SchedulerOptions) {
    this.#window = window;
    this.#send = send;
    this.#jobsOf = jobsOf;
    this.#now = now;
  }

  /** Jobs that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** By index. */
  get workers(): readonly WorkerLoad[] {
    return this.#workers;
  }

  /** How many workers get jobs; ≥ 1: those of the lowest indices. The others get only what is bound to them. */
  get active(): number {
    return this.#active;
  }

  set active(active: number) {
    this.#active = active;
    for (const [place, worker] of this.#workers.entries()) worker.isResting = place >= active;
  }

  /** The colors that have jobs. */
  get colors(): ReadonlyMap<ColorKey, Color> {
    return this.#colors;
  }

  /** A worker that is there from now on. */
  add(index: number): WorkerLoad {
    const worker = new WorkerLoad(index, this.#window);
    this.#workers = [...this.#workers, worker].toSorted((one, other) => one.index - other.index);
    this.active = this.#active;
    return worker;
  }

  /** A worker has gone. `lost`: the jobs that it had, in the order in which they were sent; to be submitted again, or given up, by the caller. */
  remove(worker: WorkerLoad, lost: readonly Job[]): void {
    this.#workers = this.#workers.filter((other) => other !== worker);
    this.active = this.#active;
    for (const job of lost) this.completed(job);
  }

  /**
   * Keeps the color of a job bound to the worker that has it, whatever becomes of the job and the worker, until the function is called that this
   * returns: none of its jobs runs elsewhere.
   */
  hold({ color, worker }: Job): () => void {
    if (color === undefined || worker === undefined) return () => {};
    color.inFlight++;
    return () => {
      if (--color.inFlight === 0) this.#unbind(color, worker);
    };
  }

  /** Makes a job wait. */
  submit(job: Job, key?: ColorKey): void {
    this.#waiting++;
    if (key === undefined) return this.#ready.push(job, job.priority);
    const color = this.#colorOf(key);
    job.color = color;
    color.push(job);
    this.#rank(color);
  }

  /** Makes jobs of one color that were lost wait again, before all others of it and in their order. */
  resubmit(jobs: readonly Job[], key: ColorKey): void {
    const color = this.#colorOf(key);
    for (const job of jobs) job.color = color;
    color.putBack(jobs);
    this.#waiting += jobs.length;
    this.#rank(color);
  }

  /** Takes a job back. Returns whether it still waited. */
  withdraw(job: Job): boolean {
    const { color } = job;
    const queue = color ?? this.#ready;
    if (job.worker !== undefined || !queue.has(job)) return false;
    queue.remove(job);
    this.#waiting--;
    if (color?.size === 0) this.#clear(color);
    job.color = undefined;
    return true;
  }

  /** The priority of a job that waits has changed: it goes behind its equals, or stays in its place among those of its color. */
  rank(job: Job): void {
    if (job.color === undefined) return this.#ready.push(job, job.priority);
    job.color.rerank(job);
    this.#rank(job.color);
  }

  /** Takes back all jobs that wait, and returns them. */
  clear(): Job[] {
    const jobs: Job[] = [];
    for (const color of this.#colors.values()) {
      while (color.size > 0) {
        const job = color.shift();
        job.color = undefined;
        jobs.push(job);
      }
      this.#clear(color);
    }
    for (let job = this.#ready.pop(); job !== undefined; job = this.#ready.pop()) jobs.push(job as Job);
    this.#waiting = 0;
    return jobs;
  }

  /** A job is with its worker no more. */
  completed(job: Job): void {
    const { color, worker } = job;
    if (worker === undefined) return;
    const wasHeld = color?.isHeld === true;
    worker.ended(job);
    if (color === undefined) return;
    job.color = undefined; // which may be used for another key
    if (color.inFlight === 0) this.#unbind(color, worker);
    else if (wasHeld) this.#rank(color);
  }

  /** A job has begun, and waits for others or for a promise: until `resumed` is called it takes no room of its worker. */
  suspended(job: Job): void {
    const { color, worker, waits } = job;
    if (worker === undefined || waits) return;
    worker.suspended(job);
    if (color?.isHeld === true && worker.bound.has(color)) worker.bound.remove(color);
  }

  /** A job no longer waits. */
  resumed(job: Job): void {
    const { color, worker, waits } = job;
    if (worker === undefined || !waits) return;
    worker.resumed(job);
    if (color !== undefined) this.#rank(color);
  }

  /** A job has begun and is a generator. */
  yields(job: Job): void {
    job.worker?.yields(job, this.#jobsOf);
  }

  /** A worker has ended a number of jobs of one function, which took `ms` in all. */
  measured(worker: WorkerLoad, cost: CostEstimate, jobs: number, ms: number): void {
    if (worker.running > 0) worker.since = this.#now(); // else its next job says
    worker.measured(jobs, ms, cost.measured(jobs, ms, worker.speed));
    this.#mean += weightOf(jobs, MEAN_WEIGHT) * (cost.mean - this.#mean);
    const share = 1 - 0.5 ** (jobs / HALF_LIFE / this.#workers.length);
    const usual = this.#usualDelay;
    for (const other of this.#workers) other.compare(usual, share);
  }

  // Without this, speeds and costs could grow together, and a new worker would seem faster or slower than all others.
  get #usualDelay(): number {
    let delays = 0;
    let count = 0;
    for (const { completed, delay, isResting } of this.#workers) {
      if (completed === 0 || isResting) continue;
      delays += delay;
      count++;
    }
    return count === 0 ? 0 : delays / count;
  }

  /**
   * The workers that have jobs behind something that takes long, while another worker has nothing to do. `later`: whether there may be some soon,
   * though nothing happens.
   */
  occupied(): { readonly workers: readonly WorkerLoad[]; readonly later: boolean } {
    if (!this.#workers.some((worker) => worker.isIdle)) return noneOccupied;
    const behind = this.#workers.filter((worker) => worker.mayBeBlocked);
    if (behind.length === 0) return noneOccupied;
    const now = this.#now();
    const workers = behind.filter((worker) => worker.isSilent(now));
    return { workers, later: workers.length < behind.length };
  }

  /**
   * The workers that have long jobs and no room, in the order in which they would end them, and the highest priority that waits for each. To be called
   * after `dispatch`.
   */
  crowded(): readonly { readonly worker: WorkerLoad; readonly urgency: number }[] {
    if (this.#waiting === 0) return [];
    const workers = this.#workers.filter((worker) => worker.isCrowded && !worker.isResting);
    if (workers.length > 1) workers.sort((one, other) => one.waitFor(0) - other.waitFor(0));
    return workers.map((worker) => ({ worker, urgency: this.#urgencyFor(worker) }));
  }

  /** Sends what can be sent: to the worker that would end it first. To each worker it goes in one message. */
  dispatch(): void {
    this.#time = NaN;
    for (const worker of this.#workers) {
      worker.hasMessage = false;
      worker.takeJobsBack();
    }
    do this.#sendAll();
    while (this.#makeRoom());
  }

  #sendAll(): void {
    for (;;) {
      const worker = this.#nextWorker();
      if (worker === undefined) return;
      const job = this.#take(worker);
      if (job !== undefined) this.#give(job, worker);
    }
  }

  // What waits may be more important than what fills a worker beside generators.
  #makeRoom(): boolean {
    if (this.#waiting === 0) return false;
    const lacking = this.#workers.filter((worker) => worker.lacksRoomBesideGenerators);
    return lacking.some((worker) => worker.makeRoom(this.#urgencyFor(worker)));
  }

  /** The highest priority that waits for a worker; -Infinity if nothing does. */
  #urgencyFor({ bound, isResting }: WorkerLoad): number {
    return Math.max(isResting ? -Infinity : this.#ready.topKey(), bound.topKey());
  }

  get #dispatchedAt(): number {
    if (Number.isNaN(this.#time)) this.#time = this.#now();
    return this.#time;
  }

  #give(job: Job, worker: WorkerLoad): void {
    this.#waiting--;
    if (worker.running === 0) worker.since = this.#dispatchedAt;
    worker.sent(job);
    if (job.color !== undefined) this.#rank(job.color);
    this.#send(job, worker);
  }

  #nextWorker(): WorkerLoad | undefined {
    this.#isMeasured = false;
    let best: WorkerLoad | undefined;
    let idle: WorkerLoad | undefined;
    for (const worker of this.#workers) {
      if (!worker.hasRoom) continue;
      if (worker.bound.size === 0 && (this.#ready.size === 0 || !this.#takesMore(worker))) {
        if (worker.isIdle) idle = worker;
      } else if (best === undefined || this.#isBefore(worker, best)) best = worker;
    }
    if (idle !== undefined) this.#stealFor(idle);
    return best;
  }

  /** Whether a worker would end one more job before another one would. */
  #isBefore(worker: WorkerLoad, other: WorkerLoad): boolean {
    const [wait, otherWait] = [worker.waitFor(this.#mean), other.waitFor(this.#mean)];
    return wait < otherWait || (wait === otherWait && worker.running < other.running);
  }

  // An idle worker does: a job must not wait beside it for a faster one that has no room. A busy one does not if the others would be through
  // with all that waits before it ended one more: the job would only wait there instead of here.
  #takesMore(worker: WorkerLoad): boolean {
    if (worker.isResting) return false;
    if (worker.isIdle) return true;
    if (this.#isBesideOthers(worker)) return false;
    if (worker.isStuck) return true; // no other one is known to be sooner
    if (!this.#isMeasured) this.#workload.measure(this.#workers, this.#mean);
    this.#isMeasured = true;
    return worker.waitFor(this.#mean) <= this.#workload.othersNeed(worker, this.#ready.size * this.#mean);
  }

  // What waits behind a job that takes long, or for ever, would wait as long. Other workers are sooner.
  #isBesideOthers(worker: WorkerLoad): boolean {
    const now = this.#dispatchedAt;
    return worker.isOverdue(now) && this.#workers.some((other) => !other.isResting && !other.isOverdue(now));
  }

  // An idle worker takes over a color that waits for another one, which has more of them, when that is through with what it has.
  #stealFor(idle: WorkerLoad): void {
    if (this.#leaving.size > 0) return;
    let victim: WorkerLoad | undefined;
    for (const worker of this.#workers) {
      if (worker === idle || worker.bound.size === 0 || worker.colors - worker.waitingColors < 2) continue;
      if (victim === undefined || worker.bound.size > victim.bound.size) victim = worker;
    }
    const color = victim?.bound.pop();
    if (color instanceof Color) this.#leaving.add(color);
  }

  #take(worker: WorkerLoad): Job | undefined {
    const queue = this.#queueFor(worker);
    const next = queue.pop()!;
    if (!(next instanceof Color)) return next;
    if (next.priority < queue.keyOf(next)) {
      this.#rank(next); // what had made it urgent was withdrawn
      return undefined;
    }
    const job = next.shift();
    if (next.worker === undefined) {
      next.worker = worker;
      worker.colors++;
    }
    return job;
  }

  // Equals take turns: those that are bound to the worker, and those that are not. A lane with nothing bound was found quick enough already.
  #queueFor(worker: WorkerLoad): PriorityQueue<Job | Color> {
    if (worker.bound.size === 0) return this.#ready;
    const bound = worker.bound.topKey();
    const ready = this.#takesMore(worker) ? this.#ready.topKey() : -Infinity;
    return bound > ready || (bound === ready && worker.turn++ % 2 === 0) ? worker.bound : this.#ready;
  }

  // Where a color waits, with its highest priority.
  #rank(color: Color): void {
    if (color.size === 0 || color.isHeld || this.#leaving.has(color)) return;
    const queue = color.worker?.bound ?? this.#ready;
    if (!queue.has(color) || queue.keyOf(color) !== color.priority) queue.push(color, color.priority);
  }

  #unbind(color: Color, worker: WorkerLoad): void {
    worker.colors--;
    if (worker.bound.has(color)) worker.bound.remove(color);
    color.worker = undefined;
    color.ahead = 0;
    this.#leaving.delete(color);
    if (color.size === 0) this.#release(color);
    else this.#rank(color);
  }

  // A color in which none waits any more.
  #clear(color: Color): void {
    const queue = color.worker?.bound ?? this.#ready;
    if (queue.has(color)) queue.remove(color);
    this.#leaving.delete(color);
    if (color.inFlight === 0) this.#release(color);
  }

  #release(color: Color): void {
    this.#colors.delete(color.key);
    if (this.#spareColors.length < MOST_SPARE) this.#spareColors.push(color);
  }

  #colorOf(key: ColorKey): Color {
    let color = this.#colors.get(key);
    if (color !== undefined) return color;
    color = this.#spareColors.pop() ?? new Color(key, this.#numbers++);
    color.key = key;
    this.#colors.set(key, color);
    return color;
  }
}

const noneOccupied = { workers: [], later: false };

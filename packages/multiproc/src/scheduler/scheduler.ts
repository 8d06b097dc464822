import { PriorityQueue } from '@doha/loop';
import { Color, type ColorKey } from './color.ts';
import { type CostEstimate, weightOf } from './cost-estimate.ts';
import type { Job } from './job.ts';
import { WorkerLoad } from './worker-load.ts';
import { Workload } from './workload.ts';

/** Weight of one task in the mean run time of all tasks. */
const MEAN_WEIGHT = 0.2;
/** Maximum number of colors without jobs that are kept for reuse. Creating a color takes as long as a short task. */
const MAX_SPARE = 64;
/** After this many tasks per worker, half of the knowledge about speeds is forgotten. */
const HALF_LIFE = 350;

export interface SchedulerOptions {
  /**
   * Maximum number of jobs per worker; ≥ 1. 'auto': about a millisecond of work, 2 to 1,024 jobs. Three kinds of jobs do not count: jobs that wait or have
   * waited for a promise, the later jobs of their colors, and, in a worker with a begun generator, jobs that are less important than a queued job.
   */
  readonly window?: number | 'auto';
  /** Sends a job to a worker. */
  readonly send: (job: Job, worker: WorkerLoad) => void;
  /**
   * Returns the jobs of a worker. The result may also contain jobs of other workers. Called once for each worker, when its first generator has begun. By
   * default it returns no jobs: then the jobs that were sent before the first generator began count toward `window` even if a queued job is more important.
   */
  readonly jobsOf?: (worker: WorkerLoad) => Iterable<Job>;
  /** Time in ms. Default: constant, so that no worker counts as occupied or overdue. */
  readonly now?: () => number;
}

/**
 * The central scheduler (DOHA, WWW'12 §2.2.2). Jobs are queued by priority, and workers are chosen by load. Each worker has only a few jobs in flight. So an
 * important job waits for few other jobs, and a slow worker gets few jobs.
 *
 * The scheduler does not know threads. It uses the time only to find workers that have reported nothing for long: `occupied` returns workers whose waiting
 * jobs can be reclaimed for an idle worker, and `dispatch` sends an overdue worker only jobs of colors that are bound to it, unless all active workers are
 * overdue.
 */
export class Scheduler {
  #ready: PriorityQueue<Job | Color> = new PriorityQueue();
  #colors: Map<ColorKey, Color> = new Map();
  #workers: WorkerLoad[] = [];
  #leaving: Set<Color> = new Set(); // colors that leave their worker: it gets no more jobs of them
  #spareColors: Color[] = []; // colors without jobs
  #numbers = 0; // number of colors that were created
  #waiting = 0;
  #mean = 0; // mean of recent run times in ms, at speed 1
  #workload: Workload = new Workload();
  #isMeasured = false; // whether the workload was measured for the current choice of a worker
  #active = Infinity;
  #window: number | 'auto';
  #send: (job: Job, worker: WorkerLoad) => void;
  #jobsOf: (worker: WorkerLoad) => Iterable<Job>;
  #now: () => number;
  #time = NaN; // time of the dispatch, read when first needed: a dispatch without jobs to send does not read the clock

  constructor({ jobsOf = () => [], now = () => 0, window = 'auto', send }: SchedulerOptions) {
    this.#window = window;
    this.#send = send;
    this.#jobsOf = jobsOf;
    this.#now = now;
  }

  /** Number of queued jobs. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The workers by index. */
  get workers(): readonly WorkerLoad[] {
    return this.#workers;
  }

  /** Number of active workers; ≥ 1. They have the lowest indices. The others get only jobs of colors that are bound to them. */
  get active(): number {
    return this.#active;
  }

  set active(active: number) {
    this.#active = active;
    for (const [index, worker] of this.#workers.entries()) worker.isResting = index >= active;
  }

  /** Whether workers are resting although a job may be waiting behind another job in an active worker. */
  get hasJobsBehindOthers(): boolean {
    if (this.#active >= this.#workers.length) return false;
    return this.#workers.some(({ isResting, mayBeBlocked }) => mayBeBlocked && !isResting);
  }

  /** The colors that have jobs. */
  get colors(): ReadonlyMap<ColorKey, Color> {
    return this.#colors;
  }

  /** Adds a worker. */
  add(index: number): WorkerLoad {
    const worker = new WorkerLoad(index, this.#window);
    this.#workers = [...this.#workers, worker].toSorted((one, other) => one.index - other.index);
    this.active = this.#active;
    return worker;
  }

  /** Removes a lost worker. `lost`: the jobs of the worker, in the order in which they were sent. The caller submits them again or gives them up. */
  remove(worker: WorkerLoad, lost: readonly Job[]): void {
    this.#workers = this.#workers.filter((other) => other !== worker);
    this.active = this.#active;
    for (const job of lost) this.completed(job);
  }

  /**
   * Keeps the color of a job bound to its worker, even after the job has ended or the worker is lost. Until the returned function is called, no job of the
   * color runs elsewhere.
   */
  hold({ color, worker }: Job): () => void {
    if (color === undefined || worker === undefined) return () => {};
    color.inFlight++;
    return () => {
      if (--color.inFlight === 0) this.#unbind(color, worker);
    };
  }

  /** Queues a job. */
  submit(job: Job, key?: ColorKey): void {
    this.#waiting++;
    if (key === undefined) return this.#ready.push(job, job.priority);
    const color = this.#colorOf(key);
    job.color = color;
    color.push(job);
    this.#rank(color);
  }

  /** Queues lost jobs of one color again, in their order and before all other jobs of the color. */
  resubmit(jobs: readonly Job[], key: ColorKey): void {
    const color = this.#colorOf(key);
    for (const job of jobs) job.color = color;
    color.putBack(jobs);
    this.#waiting += jobs.length;
    this.#rank(color);
  }

  /** Removes a queued job. Returns false if it is not queued. */
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

  /**
   * Called when the priority of a queued job has changed. A job without a color goes behind the jobs of the same priority. A job with a color keeps its
   * position.
   */
  rank(job: Job): void {
    if (job.color === undefined) return this.#ready.push(job, job.priority);
    job.color.rerank(job);
    this.#rank(job.color);
  }

  /** Removes and returns all queued jobs. */
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

  /** Called when a job has left its worker: it has ended, was lost, or was reclaimed. */
  completed(job: Job): void {
    const { color, worker } = job;
    if (worker === undefined) return;
    const wasPaused = color?.isPaused === true;
    worker.ended(job);
    if (color === undefined) return;
    job.color = undefined; // the color may be reused for another key
    if (color.inFlight === 0) this.#unbind(color, worker);
    else if (wasPaused) this.#rank(color);
  }

  /**
   * Called when a job has begun, and waits for other jobs or for a promise. It takes up no room in
   * its worker until `resumed` is called.
   */
  suspended(job: Job): void {
    const { color, worker, waits } = job;
    if (worker === undefined || waits) return;
    worker.suspended(job);
    if (color?.isPaused === true && worker.bound.has(color)) worker.bound.remove(color);
  }

  /** Called when a job no longer waits. */
  resumed(job: Job): void {
    const { color, worker, waits } = job;
    if (worker === undefined || !waits) return;
    worker.resumed(job);
    if (color !== undefined) this.#rank(color);
  }

  /** Called when a job has begun and is a generator. */
  yields(job: Job): void {
    job.worker?.yields(job, this.#jobsOf);
  }

  /** Called when a worker has finished a number of jobs of one function, which took `ms` in total. */
  measured(worker: WorkerLoad, cost: CostEstimate, jobs: number, ms: number): void {
    if (worker.running > 0) worker.since = this.#now(); // otherwise set when the next job is sent
    worker.measured(jobs, ms, cost.measured(jobs, ms, worker.speed));
    this.#mean += weightOf(jobs, MEAN_WEIGHT) * (cost.mean - this.#mean);
    const fraction = 1 - 0.5 ** (jobs / HALF_LIFE / this.#workers.length);
    const usual = this.#meanDelay;
    for (const other of this.#workers) other.normalizeSpeed(usual, fraction);
  }

  // The mean delay of active workers, by which all speeds are normalized. Without normalization,
  // speeds and costs could grow together, and a new worker would seem faster or slower than all
  // others.
  get #meanDelay(): number {
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
   * Returns the workers in which jobs wait behind a long job while another worker is idle. `later`: whether further workers may be in this state soon
   * although nothing is sent or received until then. In this case the caller must call the method again later.
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
   * Returns the workers that have long jobs and no room, in the order in which they would finish,
   * each with the highest priority of the queued jobs that it may get. Called after `dispatch`.
   */
  crowded(): readonly { readonly worker: WorkerLoad; readonly urgency: number }[] {
    if (this.#waiting === 0) return [];
    const workers = this.#workers.filter((worker) => worker.isCrowded && !worker.isResting);
    if (workers.length > 1) workers.sort((one, other) => one.waitFor(0) - other.waitFor(0));
    return workers.map((worker) => ({ worker, urgency: this.#urgencyFor(worker) }));
  }

  /** Sends the jobs for which there is room, each to the worker that is expected to finish it first. Each worker gets one message. */
  dispatch(): void {
    this.#time = NaN;
    for (const worker of this.#workers) {
      worker.hasMessage = false;
      worker.countAsideAgain();
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

  // A worker with a begun generator can run a more important job at the next `yield`. If the
  // window is full, less important jobs are put aside: they no longer count toward the window.
  #makeRoom(): boolean {
    if (this.#waiting === 0) return false;
    const lacking = this.#workers.filter((worker) => worker.lacksRoomBesideGenerators);
    return lacking.some((worker) => worker.makeRoom(this.#urgencyFor(worker)));
  }

  /** The highest priority of the queued jobs that a worker may get; -Infinity if there are none. */
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

  /** Whether a worker would finish one more job before another worker. */
  #isBefore(worker: WorkerLoad, other: WorkerLoad): boolean {
    const [wait, otherWait] = [worker.waitFor(this.#mean), other.waitFor(this.#mean)];
    return wait < otherWait || (wait === otherWait && worker.running < other.running);
  }

  // An idle worker always takes a job: the job must not wait for a faster worker that has no room. A busy worker takes no further job if the other workers
  // would finish all queued jobs before this worker finished one of them: the job would only wait in the worker instead of in the queue.
  #takesMore(worker: WorkerLoad): boolean {
    if (worker.isResting) return false;
    if (worker.isIdle) return true;
    if (this.#isOverdueUnlikeOthers(worker)) return false;
    if (worker.isStuck) return true; // no other worker is known to finish sooner
    if (!this.#isMeasured) this.#workload.measure(this.#workers, this.#mean);
    this.#isMeasured = true;
    return worker.waitFor(this.#mean) <= this.#workload.othersNeed(worker, this.#ready.size * this.#mean);
  }

  // Whether a worker is overdue while another active worker is not. In an overdue worker, a job would
  // have to wait for the end of the long job that is ahead of it, perhaps forever.
  #isOverdueUnlikeOthers(worker: WorkerLoad): boolean {
    const now = this.#dispatchedAt;
    return worker.isOverdue(now) && this.#workers.some((other) => !other.isResting && !other.isOverdue(now));
  }

  // An idle worker takes over a color that is bound to a busy worker with several colors, after that worker has finished its jobs of the color.
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
      this.#rank(next); // the job that had raised the priority was withdrawn
      return undefined;
    }
    const job = next.shift();
    if (next.worker === undefined) {
      next.worker = worker;
      worker.colors++;
    }
    return job;
  }

  // At equal priority, jobs that are bound to the worker alternate with all others. If no jobs are
  // bound to the worker, `#nextWorker` has checked already that it is fast enough for other jobs.
  #queueFor(worker: WorkerLoad): PriorityQueue<Job | Color> {
    if (worker.bound.size === 0) return this.#ready;
    const bound = worker.bound.topKey();
    const ready = this.#takesMore(worker) ? this.#ready.topKey() : -Infinity;
    return bound > ready || (bound === ready && worker.ties++ % 2 === 0) ? worker.bound : this.#ready;
  }

  // Queues a color with the highest priority of its jobs.
  #rank(color: Color): void {
    if (color.size === 0 || color.isPaused || this.#leaving.has(color)) return;
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

  // Called for a color without queued jobs.
  #clear(color: Color): void {
    const queue = color.worker?.bound ?? this.#ready;
    if (queue.has(color)) queue.remove(color);
    this.#leaving.delete(color);
    if (color.inFlight === 0) this.#release(color);
  }

  #release(color: Color): void {
    this.#colors.delete(color.key);
    if (this.#spareColors.length < MAX_SPARE) this.#spareColors.push(color);
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

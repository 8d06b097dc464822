import type { ColorKey } from './color.ts';
import { CostEstimate } from './cost-estimate.ts';
import type { Job } from './job.ts';
import type { WorkerLoad } from './worker-load.ts';
import { newJob } from './new-job.ts';
import { Scheduler, type SchedulerOptions } from './scheduler.ts';

/** A job with properties for the tests. */
export interface Traced extends Job {
  priority: number;
  readonly id: number;
  readonly key: ColorKey | undefined;
}

/** A scheduler whose workers are lists of their jobs. */
export class TracedPool {
  readonly scheduler: Scheduler;
  readonly workers: WorkerLoad[] = [];
  readonly jobsOf: Map<WorkerLoad, Traced[]> = new Map();
  readonly sent: Traced[] = [];
  /** Cost estimate of the function that jobs call by default. */
  readonly cost: CostEstimate = new CostEstimate();
  #ids = 0;

  constructor(workers: number, options: Omit<SchedulerOptions, 'send'> = {}) {
    this.scheduler = new Scheduler({
      ...options,
      send: (job, worker) => this.#take(job as Traced, worker),
      jobsOf: (worker) => this.jobsOf.get(worker)!,
    });
    for (let i = 0; i < workers; i++) this.start();
  }

  start(): void {
    const worker = this.scheduler.add(this.workers.length);
    this.workers.push(worker);
    this.jobsOf.set(worker, []);
  }

  submit(priority: number, key?: ColorKey, cost: CostEstimate = this.cost): Traced {
    const id = this.#ids++;
    const job = Object.assign(newJob(cost, priority), { id, key, priority });
    this.scheduler.submit(job, key);
    return job;
  }

  rank(job: Traced, priority: number): void {
    job.priority = priority;
    this.scheduler.rank(job);
  }

  /** A worker ends its oldest job. */
  end(worker: WorkerLoad, time = 1): Traced | undefined {
    const job = this.jobsOf.get(worker)!.shift();
    if (job === undefined) return undefined;
    this.scheduler.measured(worker, job.cost, 1, time);
    this.scheduler.completed(job);
    return job;
  }

  /** Reports that a worker has ended jobs. Each job took `time` ms. */
  ended(worker: WorkerLoad, jobs: number, time: number, cost: CostEstimate = this.cost): void {
    for (let i = 0; i < jobs; i++) this.scheduler.measured(worker, cost, 1, time);
  }

  /** Replaces a worker. Returns the jobs that it had. */
  lose(worker: WorkerLoad): Traced[] {
    const lost = this.jobsOf.get(worker)!;
    this.scheduler.remove(worker, lost);
    this.workers.splice(this.workers.indexOf(worker), 1);
    this.jobsOf.delete(worker);
    this.start();
    return lost;
  }

  /** Sends jobs and lets each worker in turn end its oldest job, until no job is left. */
  drain(): void {
    for (;;) {
      this.scheduler.dispatch();
      const busy = this.workers.filter((worker) => this.jobsOf.get(worker)!.length > 0);
      if (busy.length === 0) return;
      for (const worker of busy) this.end(worker);
    }
  }

  #take(job: Traced, worker: WorkerLoad): void {
    this.sent.push(job);
    this.jobsOf.get(worker)!.push(job);
  }
}

export const ids = (jobs: readonly Traced[]): number[] => jobs.map(({ id }) => id);

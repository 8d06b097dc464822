import type { Job } from './job.ts';

/** Jobs of one function that are kept: more are seldom in a worker. */
const MOST = 1024;

/**
 * Jobs that have ended, for the next tasks of the same function: to make a job takes several times as long as to fill one in, and the loop knows already
 * what it costs.
 */
export class SpareJobs {
  #jobs: Job[][] = []; // by the index of the function

  /** Keeps a job to which nothing else refers. */
  keep(job: Job): void {
    const jobs = (this.#jobs[job.functionIndex] ??= []);
    if (jobs.length >= MOST) return;
    job.clear();
    jobs.push(job);
  }

  /** Takes a job of a function; undefined if there is none. */
  take(functionIndex: number): Job | undefined {
    return this.#jobs[functionIndex]?.pop();
  }
}

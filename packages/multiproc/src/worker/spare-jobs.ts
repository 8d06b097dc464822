import type { Job } from './job.ts';

/** Maximum number of stored jobs per function. A worker seldom has more jobs at once. */
const MAX_SPARE = 1024;

/**
 * Finished jobs, which are reused for tasks of the same function. Creating a job takes several times as long as filling one in, and the loop already
 * knows the cost of a reused one.
 */
export class SpareJobs {
  #jobs: Job[][] = []; // by the index of the function

  /** Stores a job to which nothing else refers. */
  keep(job: Job): void {
    const jobs = (this.#jobs[job.functionIndex] ??= []);
    if (jobs.length >= MAX_SPARE) return;
    job.clear();
    jobs.push(job);
  }

  /** Returns a job of a function; undefined if there is none. */
  take(functionIndex: number): Job | undefined {
    return this.#jobs[functionIndex]?.pop();
  }
}

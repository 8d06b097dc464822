import type { WorkerLoad } from './worker-load.ts';

/** The total work of all active workers that are not stuck. It is summed once, so that the work of all workers but one is known in constant time. */
export class Workload {
  #workers = 0;
  #speed = 0;
  #aheadNs = 0;
  #first: WorkerLoad | undefined; // the worker that would be the first to finish one more job
  #soonest = Infinity; // time in ms until then
  #second = Infinity; // time in ms until the second worker would finish one

  /** `mean`: expected run time in ms of one more job at speed 1. */
  measure(workers: readonly WorkerLoad[], mean: number): void {
    this.#workers = this.#speed = this.#aheadNs = 0;
    this.#soonest = this.#second = Infinity;
    for (const worker of workers)
      if (!worker.isResting && !worker.isStuck) this.#add(worker, worker.waitFor(mean));
  }

  /**
   * Returns the longer of two times in ms: until the first of the other workers would finish one more
   * job, and until the other workers would finish all their jobs and `ms` of further work at speed 1.
   * Infinity if there are no others.
   */
  othersNeed(worker: WorkerLoad, ms: number): number {
    if (this.#workers < 2) return Infinity;
    const soonest = worker === this.#first ? this.#second : this.#soonest;
    const left = ms + (this.#aheadNs - worker.aheadNs) / 1e6;
    return left === 0 ? soonest : Math.max(soonest, left / (this.#speed - worker.speed));
  }

  #add(worker: WorkerLoad, wait: number): void {
    this.#workers++;
    this.#speed += worker.speed;
    this.#aheadNs += worker.aheadNs;
    if (wait >= this.#soonest) {
      this.#second = Math.min(this.#second, wait);
      return;
    }
    this.#second = this.#soonest;
    this.#soonest = wait;
    this.#first = worker;
  }
}

import type { Lane } from './lane.ts';

/** The work of all workers that get jobs and are not stuck, summed once so that the work of all others than one is known in constant time. */
export class Workload {
  #workers = 0;
  #speed = 0;
  #aheadNs = 0;
  #first: Lane | undefined; // the worker that would end one more job first
  #soonest = Infinity; // ms until then
  #second = Infinity; // ms until the next worker would end one

  /** `mean`: expected ms of one more job at speed 1. */
  measure(lanes: readonly Lane[], mean: number): void {
    this.#workers = this.#speed = this.#aheadNs = 0;
    this.#soonest = this.#second = Infinity;
    for (const lane of lanes) if (!lane.isResting && !lane.isStuck) this.#add(lane, lane.waitFor(mean));
  }

  /**
   * Milliseconds in which the others than a measured worker would end one more job or, if that takes longer, all that they have and `ms` of further work at
   * speed 1. Infinity if there are no others.
   */
  othersNeed(lane: Lane, ms: number): number {
    if (this.#workers < 2) return Infinity;
    const soonest = lane === this.#first ? this.#second : this.#soonest;
    const left = ms + (this.#aheadNs - lane.aheadNs) / 1e6;
    return left === 0 ? soonest : Math.max(soonest, left / (this.#speed - lane.speed));
  }

  #add(lane: Lane, wait: number): void {
    this.#workers++;
    this.#speed += lane.speed;
    this.#aheadNs += lane.aheadNs;
    if (wait >= this.#soonest) {
      this.#second = Math.min(this.#second, wait);
      return;
    }
    this.#second = this.#soonest;
    this.#soonest = wait;
    this.#first = lane;
  }
}

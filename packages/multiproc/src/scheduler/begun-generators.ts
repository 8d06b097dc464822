import type { Job } from './job.ts';

/**
 * The generators that a worker has begun. More important jobs run at their next `yield`, so they need not wait for room beside them: for these the least
 * important generators are put aside. Equals do wait, since otherwise all generators would begin, and take turns to the end of all.
 */
export class BegunGenerators {
  #inRoom: Set<Job> = new Set();
  #aside: Set<Job> = new Set(); // the one that was put aside last is the most important

  get areAside(): boolean {
    return this.#aside.size > 0;
  }

  /** Of equal priority, the one that began first; undefined: there is none below `limit` that takes room. */
  leastImportant(limit: number): Job | undefined {
    let least: Job | undefined;
    for (const job of this.#inRoom)
      if (job.priority < limit && (least === undefined || job.priority < least.priority)) least = job;
    return least;
  }

  add(job: Job): void {
    if (!this.#aside.has(job)) this.#inRoom.add(job);
  }

  putAside(job: Job): void {
    this.#inRoom.delete(job);
    this.#aside.add(job);
  }

  /** Takes the most important one back that was put aside. Only if there is one. */
  takeBack(): Job {
    const last = [...this.#aside].at(-1)!;
    this.#aside.delete(last);
    this.#inRoom.add(last);
    return last;
  }

  /** Forgets a job. Returns whether it was aside. */
  forget(job: Job): boolean {
    this.#inRoom.delete(job);
    return this.#aside.delete(job);
  }
}

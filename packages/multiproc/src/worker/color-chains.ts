/** An element of a chain: it knows its neighbors. */
export interface Chained<Job> {
  /** The job of the same color that must end first. */
  before: Job | undefined;
  /** The job of the same color that begins afterwards. */
  after: Job | undefined;
}

/**
 * The jobs of each color that a worker has, by the number of the color. The first job of a color may run, be it at once, in steps of a generator, or
 * until a promise settles; the others wait for their turn. Every method takes constant time.
 */
export class ColorChains<Job extends Chained<Job>> {
  #chains: Map<number, { last: Job }> = new Map();

  /** Appends a job. Returns whether it is the first one, so that it may begin. */
  enter(color: number, job: Job): boolean {
    const chain = this.#chains.get(color);
    if (chain === undefined) {
      this.#chains.set(color, { last: job });
      return true;
    }
    job.before = chain.last;
    chain.last.after = job;
    chain.last = job;
    return false;
  }

  /** Takes out the first job, which has ended. Returns the next one, which may begin now. */
  next(color: number, first: Job): Job | undefined {
    const { after } = first;
    if (after === undefined) this.#chains.delete(color);
    else after.before = first.after = undefined;
    return after;
  }

  /** Takes out a job that waits for its turn. Returns false if it does not wait. */
  remove(color: number, job: Job): boolean {
    const { after, before } = job;
    if (before === undefined) return false;
    before.after = after;
    if (after === undefined) this.#chains.get(color)!.last = before;
    else after.before = before;
    job.before = job.after = undefined;
    return true;
  }
}

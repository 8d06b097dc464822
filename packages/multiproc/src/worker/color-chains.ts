import { PriorityQueue, type Queued } from '@doha/loop';

/** An element of a chain: it knows its neighbors. Until it is the first one, its `slot` belongs to the chain. */
export interface Chained<Job> extends Queued {
  /** Does not change while the job is in a chain. */
  readonly priority: number;
  /** The job of the same color that must end first. */
  before: Job | undefined;
  /** The job of the same color that begins afterwards. */
  after: Job | undefined;
}

interface Chain<Job extends Queued> {
  first: Job;
  last: Job;
  /** All but the first one, by priority; undefined if all have the same priority, and there may be none. */
  waiting: PriorityQueue<Job> | undefined;
}

/** Queues that are kept for other chains: making one costs as much as several empty jobs. */
const MOST_SPARE = 16;

/**
 * The jobs of each color that a worker has, by the number of the color. The first job of a color may run, be it at once, in steps of a generator, or
 * until a promise settles; the others wait for their turn. The first job has the highest priority of its chain (priority inheritance).
 *
 * Every method takes constant time as long as the jobs of a color have one priority, otherwise logarithmic time on average.
 */
export class ColorChains<Job extends Chained<Job>> {
  #chains: Map<number, Chain<Job>> = new Map();
  #rank: (first: Job, priority: number) => void;
  #spare: PriorityQueue<Job>[] = []; // empty

  /** `rank` is called when another job has changed the priority of the first job of a color. */
  constructor(rank: (first: Job, priority: number) => void) {
    this.#rank = rank;
  }

  /** Appends a job. Returns whether it is the first one, so that it may begin. */
  enter(color: number, job: Job): boolean {
    const chain = this.#chains.get(color);
    if (chain === undefined) {
      this.#chains.set(color, { first: job, last: job, waiting: undefined });
      return true;
    }
    const { first, last, waiting } = chain;
    const isHighest = job.priority > highestIn(chain);
    job.before = last;
    last.after = job;
    chain.last = job;
    if (waiting !== undefined) waiting.push(job, job.priority);
    else if (job.priority !== last.priority) chain.waiting = this.#queueBehind(first);
    if (isHighest) this.#rank(first, job.priority);
    return false;
  }

  /** Takes out the first job, which has ended. Returns the next one, which may begin now. */
  next(color: number, first: Job): Job | undefined {
    const { after } = first;
    if (after === undefined) {
      this.#chains.delete(color);
      return undefined;
    }
    const chain = this.#chains.get(color)!;
    after.before = first.after = undefined;
    chain.first = after;
    if (chain.waiting !== undefined) this.#forget(chain, chain.waiting, after);
    return after;
  }

  /** The highest priority among the jobs of a color. Only for a color that has some. */
  priority(color: number): number {
    return highestIn(this.#chains.get(color)!);
  }

  /** Takes out a job that waits for its turn. Returns false if it does not wait. */
  remove(color: number, job: Job): boolean {
    const { after, before } = job;
    if (before === undefined) return false;
    const chain = this.#chains.get(color)!;
    const former = highestIn(chain);
    before.after = after;
    if (after === undefined) chain.last = before;
    else after.before = before;
    job.before = job.after = undefined;
    if (chain.waiting !== undefined) this.#forget(chain, chain.waiting, job);
    const highest = highestIn(chain);
    if (highest < former) this.#rank(chain.first, highest);
    return true;
  }

  #queueBehind(first: Job): PriorityQueue<Job> {
    const queue = this.#spare.pop() ?? new PriorityQueue<Job>();
    for (let job = first.after; job !== undefined; job = job.after) queue.push(job, job.priority);
    return queue;
  }

  #forget(chain: Chain<Job>, waiting: PriorityQueue<Job>, job: Job): void {
    waiting.remove(job);
    if (waiting.size > 0) return;
    chain.waiting = undefined;
    if (this.#spare.length < MOST_SPARE) this.#spare.push(waiting);
  }
}

function highestIn<Job extends Chained<Job>>({ first, waiting }: Chain<Job>): number {
  return waiting === undefined ? first.priority : Math.max(first.priority, waiting.topKey());
}

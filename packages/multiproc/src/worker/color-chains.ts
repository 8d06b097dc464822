/** An element of a chain. All its properties but the priority belong to the chain. */
export interface Chained<Job> {
  /** Does not change while the job is in a chain. */
  readonly priority: number;
  chain: Chain<Job> | undefined;
  /** The job of the same color that must end before this one. */
  before: Job | undefined;
  /** The job of the same color that begins after this one. */
  after: Job | undefined;
  /** The previous peak, if this job is a peak. */
  higher: Job | undefined;
  /** The next peak, if this job is a peak. */
  lower: Job | undefined;
}

/**
 * The jobs of one color in order. A peak is a job with a higher priority than all later jobs. The first peak has the highest priority, and the last peak
 * is the last job.
 */
export interface Chain<Job> {
  readonly color: number;
  first: Job;
  last: Job;
  /** The first peak; undefined while the peaks are unknown, because one was removed. */
  top: Job | undefined;
  /** The priority with which the first job is submitted to the worker's loop. */
  submittedPriority: number;
  /** Whether `settle` must examine the chain. */
  hasChanged: boolean;
}

/**
 * The jobs of each color that a worker has, by the number of the color. The first job of a color may run: at once, in steps of a generator, or until a
 * promise settles. The others wait for their turn. The first job has the highest priority of its chain (priority inheritance).
 *
 * Each method takes constant amortized time, except `settle`, which examines all jobs of the colors from which a peak was removed.
 */
export class ColorChains<Job extends Chained<Job>> {
  #chains: Map<number, Chain<Job>> = new Map();
  #changed: Chain<Job>[] = [];
  #setPriority: (first: Job, priority: number) => void;

  /** `settle` calls `setPriority` if other jobs have changed the priority of the first job of a color. */
  constructor(setPriority: (first: Job, priority: number) => void) {
    this.#setPriority = setPriority;
  }

  /** Appends a job. Returns whether it is the first one and may begin. */
  enter(color: number, job: Job): boolean {
    const chain = this.#chains.get(color);
    if (chain === undefined) {
      this.#begin(color, job);
      return true;
    }
    const { last } = chain;
    job.chain = chain;
    job.before = last;
    last.after = job;
    chain.last = job;
    if (chain.top !== undefined) addPeak(chain, job, last);
    if (chain.top === job) this.#change(chain);
    return false;
  }

  /** Removes the first job of a color, which has ended. Returns the next one, which may begin now. */
  next(first: Job): Job | undefined {
    const { after, lower } = first;
    const chain = first.chain!;
    release(first);
    if (after === undefined) {
      this.#chains.delete(chain.color);
      return undefined;
    }
    after.before = undefined;
    chain.first = after;
    if (chain.top === first) {
      chain.top = lower!;
      lower!.higher = undefined;
    }
    chain.submittedPriority = (chain.top ?? after).priority;
    return after;
  }

  /** The priority at which the first job of a color begins. */
  priority({ chain }: Job): number {
    return chain!.submittedPriority;
  }

  /** Removes a waiting job. Returns false if the job is not waiting. */
  remove(job: Job): boolean {
    const { after, before, higher } = job;
    if (before === undefined) return false;
    const chain = job.chain!;
    before.after = after;
    if (after === undefined) chain.last = before;
    else after.before = before;
    if (chain.top === job || higher !== undefined) {
      chain.top = undefined;
      this.#change(chain);
    }
    release(job);
    return true;
  }

  /**
   * Calls `setPriority` for each first job whose priority other jobs of its color have changed.
   * Called once per message.
   */
  settle(): void {
    for (const chain of this.#changed) {
      chain.hasChanged = false;
      if (chain.first.chain !== chain) continue; // all its jobs have ended
      const { priority } = chain.top ?? findPeaks(chain);
      if (priority === chain.submittedPriority) continue;
      chain.submittedPriority = priority;
      this.#setPriority(chain.first, priority);
    }
    this.#changed.length = 0;
  }

  #begin(color: number, job: Job): void {
    const submittedPriority = job.priority;
    const chain = { color, first: job, last: job, top: job, submittedPriority, hasChanged: false };
    job.chain = chain;
    this.#chains.set(color, chain);
  }

  #change(chain: Chain<Job>): void {
    if (chain.hasChanged) return;
    chain.hasChanged = true;
    this.#changed.push(chain);
  }
}

/** Makes the last job of a chain a peak. `last`: the previous last peak. */
function addPeak<Job extends Chained<Job>>(chain: Chain<Job>, job: Job, last: Job): void {
  let peak: Job | undefined = last;
  while (peak !== undefined && peak.priority <= job.priority) {
    const { higher }: Job = peak;
    peak.higher = peak.lower = undefined;
    peak = higher;
  }
  job.higher = peak;
  job.lower = undefined;
  if (peak === undefined) chain.top = job;
  else peak.lower = job;
}

/** Finds all peaks and returns the first one. */
function findPeaks<Job extends Chained<Job>>(chain: Chain<Job>): Job {
  const { first } = chain;
  first.higher = first.lower = undefined;
  chain.top = first;
  for (let job = first; job.after !== undefined; job = job.after) addPeak(chain, job.after, job);
  return chain.top;
}

function release<Job extends Chained<Job>>(job: Job): void {
  job.chain = job.before = job.after = job.higher = job.lower = undefined;
}

import { EventLoop, type EventLoopOptions, Task, Timer } from '@doha/loop';

/** A result, and the version of the computation that it belongs to. */
export interface KeptResult<Result> {
  readonly version: object;
  readonly value: Result;
}

interface QueueOptions<Item, Result> {
  /** The results so far. The queue adds new ones, and deletes those of items that leave the list. */
  readonly kept: Map<Item, KeptResult<Result>>;
  readonly loop: EventLoopOptions;
  /** Receives all results of a batch and of those before it. It calls {@link ResultQueue.published} when they are rendered. */
  readonly publish: (results: ReadonlyMap<Item, Result>) => void;
}

/** A call of {@link ResultQueue.request}. */
interface ResultRequest<Item> {
  readonly items: Iterable<Item>;
  readonly version: object;
  /** Default: the order of the items. */
  readonly priority?: ((item: Item) => number) | undefined;
  /** Whether a batch has caused the call, and not a change by the application. */
  readonly isBatch: boolean;
}

/** Time in ms from a request to the first batch: about a display frame. */
const FIRST_BATCH = 16;
/** Each batch takes this many times as long as the one before. So the total cost of batches that render the whole list stays proportional to its length. */
const GROWTH = 2;
/** The longest time in ms between two batches. */
const LONGEST_BATCH = 500;

/** Computes results of items by priority, and publishes them in batches. It knows nothing of React. */
export class ResultQueue<Item, Result> {
  /** Computes the result of an item. */
  compute: (item: Item) => Result | Generator<unknown, Result> = () => {
    throw new Error('ResultQueue: compute is not set');
  };

  readonly #loop: EventLoop;
  readonly #kept: Map<Item, KeptResult<Result>>;
  readonly #publish: (results: ReadonlyMap<Item, Result>) => void;
  readonly #ranking = new Task(() => this.#rank(this.#requested!));
  #requested: ResultRequest<Item> | undefined; // not ranked yet
  #tasks = new Map<Item, Task>(); // of the items that wait or whose generators have begun
  readonly #failed = new Set<Item>(); // of this version: they are not computed again
  #version: object = {};
  #batch: Timer | undefined; // waits for the time of the next batch
  #interval = FIRST_BATCH;
  #batchAt = -Infinity; // the earliest time of the next batch
  #hasNews: boolean; // whether there are changes that were not published
  #isRendering = false;

  constructor({ kept, loop, publish }: QueueOptions<Item, Result>) {
    this.#loop = new EventLoop(loop);
    this.#kept = kept;
    this.#publish = publish;
    this.#hasNews = kept.size > 0;
  }

  /**
   * Wants the results of the items, and of no others. If the version differs from that of the last request, all results are computed again. The items are
   * ranked in the next turn of the loop, so that the page can show a frame before.
   */
  request(request: ResultRequest<Item>): void {
    const isBatch = request.isBatch && this.#requested?.isBatch !== false;
    this.#requested = { ...request, isBatch };
    this.#loop.submit(this.#ranking, Number.MAX_VALUE);
  }

  /** The last batch has been rendered. */
  published(): void {
    this.#isRendering = false;
    this.#batchAt = this.#loop.host.now() + this.#interval;
    this.#scheduleBatch();
  }

  /** Cancels all work. */
  dispose(): void {
    this.#loop.dispose();
  }

  #rank({ isBatch, items, priority, version }: ResultRequest<Item>): void {
    this.#requested = undefined;
    const before = version === this.#version ? this.#tasks : new Map<Item, Task>();
    if (version !== this.#version) this.#restart();
    this.#version = version;
    this.#tasks = new Map();
    const wanted = new Set(items);
    let rank = 0;
    for (const item of wanted) {
      rank--;
      if (this.#kept.get(item)?.version === version || this.#failed.has(item)) continue;
      const task = before.get(item) ?? new Task(() => this.#start(item));
      before.delete(item);
      this.#tasks.set(item, task);
      this.#loop.submit(task, priority === undefined ? rank : this.#priorityOf(item, priority));
    }
    for (const task of before.values()) this.#loop.cancel(task);
    for (const item of this.#kept.keys()) if (!wanted.has(item)) this.#hasNews = this.#kept.delete(item);
    if (!isBatch) this.#restartBatches();
    this.#scheduleBatch();
  }

  /** An invalid priority is reported, and the item comes last. */
  #priorityOf(item: Item, priority: (item: Item) => number): number {
    try {
      const rank = priority(item);
      if (Number.isFinite(rank)) return rank;
      throw new RangeError(`usePrioritized: the result of priority must be a finite number, got ${rank}`);
    } catch (error) {
      this.#loop.reportError(error);
      return -Number.MAX_VALUE;
    }
  }

  #start(item: Item): unknown {
    try {
      const result = this.compute(item);
      if (isGenerator(result)) return this.#finish(item, result);
      this.#keep(item, result);
    } catch (error) {
      this.#fail(item);
      throw error;
    }
    return undefined;
  }

  *#finish(item: Item, steps: Generator<unknown, Result>): Generator<unknown, void> {
    let value: Result;
    try {
      value = yield* steps;
    } catch (error) {
      this.#fail(item);
      throw error;
    }
    this.#keep(item, value);
  }

  #keep(item: Item, value: Result): void {
    this.#kept.set(item, { version: this.#version, value });
    this.#hasNews = true;
    this.#settle(item);
  }

  #fail(item: Item): void {
    this.#failed.add(item);
    this.#settle(item);
  }

  #settle(item: Item): void {
    this.#tasks.delete(item);
    this.#scheduleBatch();
  }

  #restart(): void {
    this.#loop.cancelAll();
    this.#failed.clear();
  }

  /** A change by the application: its most important results should be rendered soon. */
  #restartBatches(): void {
    this.#interval = FIRST_BATCH;
    this.#batchAt = this.#loop.host.now() + FIRST_BATCH;
    if (this.#batch !== undefined) this.#loop.cancel(this.#batch);
    this.#batch = undefined;
  }

  /** If there are changes: publishes them if nothing is left to compute, otherwise when the time of the next batch has come. */
  #scheduleBatch(): void {
    if (this.#isRendering || !this.#hasNews) return;
    if (this.#tasks.size === 0) return this.#publishBatch();
    if (this.#batch !== undefined) return;
    this.#batch = new Timer(() => this.#publishBatch(), { at: this.#batchAt });
    this.#loop.submit(this.#batch);
  }

  #publishBatch(): void {
    if (this.#batch !== undefined) this.#loop.cancel(this.#batch);
    this.#batch = undefined;
    this.#hasNews = false;
    this.#isRendering = true;
    this.#interval = Math.min(GROWTH * this.#interval, LONGEST_BATCH);
    this.#publish(new Map([...this.#kept].map(([item, { value }]) => [item, value])));
  }
}

function isGenerator<Result>(
  result: Result | Generator<unknown, Result>,
): result is Generator<unknown, Result> {
  return Object.prototype.toString.call(result) === '[object Generator]';
}

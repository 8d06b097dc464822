import { MultiProc } from '@doha/multiproc';
import type { MeasuredRun } from '@doha/multiproc/virtual';
import type { worker } from './steps.worker.ts';

/** The part of Node's `Worker` that a pool uses. */
export interface NodeWorker {
  postMessage(message: unknown, transfer?: readonly never[]): void;
  on(event: string, listener: (value: unknown) => void): unknown;
  terminate(): Promise<number>;
  readonly performance: LoopTimes;
}

/** The part of Node's `Performance` that a pool uses. `active` is the milliseconds in which the event loop was not idle. */
interface LoopTimes {
  eventLoopUtilization(): { readonly active: number };
}

/** The number of workers, and the maximum number of tasks that each has at a time. */
export interface PoolSize {
  readonly workers: number;
  readonly window: number | 'auto';
}

/** Tasks that are submitted at once. */
export interface Burst {
  readonly tasks: number;
  readonly steps: number;
  readonly awaitsAll: boolean;
}

/** A worker pool in Node that runs bursts of tasks. */
export class MeasuredPool {
  #proc: MultiProc<typeof worker.functions>;
  #workers: readonly NodeWorker[];
  #count: Count;

  private constructor(
    proc: MultiProc<typeof worker.functions>,
    workers: readonly NodeWorker[],
    count: Count,
  ) {
    this.#proc = proc;
    this.#workers = workers;
    this.#count = count;
  }

  static async start(spawn: () => NodeWorker, size: PoolSize): Promise<MeasuredPool> {
    const workers: NodeWorker[] = [];
    const count = { messages: 0 };
    const proc = await MultiProc.start<typeof worker.functions>({
      ...size,
      spawn() {
        const one = countMessages(spawn(), count);
        workers.push(one);
        return one;
      },
    });
    return new MeasuredPool(proc, workers, count);
  }

  /** Resolves to the steps of work per ms of a worker. */
  speed(): Promise<number> {
    return this.#proc.worker(0).call('speed', [1_000_000, 20]);
  }

  /** Submits `tasks` tasks of `steps` steps at once. Waits for each result, or only for the last one if `awaitsAll` is false. */
  async run({ tasks, steps, awaitsAll }: Burst): Promise<MeasuredRun> {
    const kind = this.#proc.task('stepOn');
    const before = this.#readCounters();
    const began = performance.now();
    const all = Array.from({ length: tasks }, () => kind.submit([steps]));
    const awaited = (awaitsAll ? all : all.slice(-1)).map(({ result }) => result);
    const submitted = performance.now();
    await Promise.all(awaited);
    const ended = performance.now();
    const after = this.#readCounters();
    return {
      tasks,
      submitting: submitted - began,
      elapsed: ended - began,
      busy: { main: after.main - before.main, worker: after.worker - before.worker },
      messages: after.messages - before.messages,
    };
  }

  dispose(): void {
    this.#proc.dispose();
  }

  #readCounters(): { main: number; worker: number; messages: number } {
    const main = performance as unknown as LoopTimes;
    const times = this.#workers.map((one) => one.performance.eventLoopUtilization().active);
    return {
      main: main.eventLoopUtilization().active,
      worker: times.reduce((sum, time) => sum + time, 0),
      messages: this.#count.messages,
    };
  }
}

interface Count {
  messages: number;
}

/** Counts the messages to and from a worker in `count`. Returns the worker. */
function countMessages(one: NodeWorker, count: Count): NodeWorker {
  const post = one.postMessage.bind(one);
  one.postMessage = (message, transfer) => {
    count.messages++;
    post(message, transfer);
  };
  one.on('message', () => count.messages++);
  return one;
}

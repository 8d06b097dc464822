import type { Pool } from './pool.ts';

/** The load of a worker. Times in ms. */
export interface WorkerStatistics {
  /** The worker's index. */
  readonly index: number;
  /** Number of unfinished tasks of the worker. Calls by `call` are not included. */
  readonly inFlight: number;
  /** Number of finished tasks. Calls by `call` are included. */
  readonly completed: number;
  /** Time spent on finished tasks. */
  readonly busy: number;
  /** Mean time of the worker's recent tasks. */
  readonly mean: number;
  /** Speed relative to the other workers: the geometric mean of active workers is 1. With half the speed the same tasks take twice as long. */
  readonly speed: number;
  /** Number of colors that are bound to the worker. */
  readonly colors: number;
}

/** The load of the pool. */
export interface MultiProcStatistics {
  /** Queued tasks, which no worker has yet. */
  readonly waiting: number;
  /** Number of workers that get tasks. With `workers: 'auto'` it can be lower than the number of workers. */
  readonly active: number;
  /** The running workers, by index: those that `call` reaches. The counters of a replacement begin at 0. */
  readonly workers: readonly WorkerStatistics[];
}

export function statisticsOf({ connections, scheduler }: Pool): MultiProcStatistics {
  const running = [...connections.values()].filter(({ isStarting, load }) => !isStarting && !load.isClosed);
  const workers = running.map(({ load }) => {
    const { busy, colors, completed, inFlight, index, mean, speed } = load;
    return { index, inFlight, completed, busy, mean, speed, colors };
  });
  const active = Math.min(workers.length, scheduler.active);
  return {
    waiting: scheduler.waiting,
    active,
    workers: workers.toSorted((one, other) => one.index - other.index),
  };
}

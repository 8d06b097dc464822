import type { Crew } from './crew.ts';

/** What a worker does. Times in ms. */
export interface WorkerStatistics {
  readonly index: number;
  /** Tasks that it has. */
  readonly inFlight: number;
  /** Tasks that it has ended, and the time that it worked on them. */
  readonly completed: number;
  readonly busy: number;
  /** Time that a task lately took it. */
  readonly mean: number;
  /** How fast it is compared with the other workers: with 0.5 the same tasks take it twice as long. */
  readonly speed: number;
  /** Colors that are bound to it. */
  readonly colors: number;
}

/** What all of them do. */
export interface MultiProcStatistics {
  /** Tasks that no worker has yet. */
  readonly waiting: number;
  /** How many of the workers get tasks: with 'auto' as many as do the most. */
  readonly active: number;
  /** Those that are there, by index; one that was lost begins anew. */
  readonly workers: readonly WorkerStatistics[];
}

export function statisticsOf({ members, scheduler }: Crew): MultiProcStatistics {
  const workers = [...members.values()].map(({ lane }) => {
    const { busy, colors, completed, inFlight, index, mean, speed } = lane;
    return { index, inFlight, completed, busy, mean, speed, colors };
  });
  const active = Math.min(workers.length, scheduler.active);
  return {
    waiting: scheduler.waiting,
    active,
    workers: workers.toSorted((one, other) => one.index - other.index),
  };
}

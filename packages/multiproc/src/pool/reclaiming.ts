import { Timer } from '@doha/loop';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { SILENCE } from '../scheduler/worker-load.ts';
import type { RemoteTask } from '../task/remote-task.ts';
import type { TimerLoop } from './pool-timers.ts';
import type { WorkerConnection } from './worker-connection.ts';

export interface ReclaimingOptions {
  readonly loop: TimerLoop;
  readonly scheduler: Scheduler;
  /** The connections of the workers, by their index. */
  readonly connections: ReadonlyMap<number, WorkerConnection>;
  /** Queues a task again. */
  readonly resubmit: (task: RemoteTask) => void;
  /**
   * Called `SILENCE` ms after a call of `plan`, when tasks in a worker may wait behind a long one.
   */
  readonly due: () => void;
}

/** Takes tasks back from workers that have not begun them. Needs memory that is shared with the workers. */
export class Reclaiming {
  #options: ReclaimingOptions;
  #timer: Timer;

  constructor(options: ReclaimingOptions) {
    this.#options = options;
    this.#timer = new Timer(options.due, { after: SILENCE });
  }

  /** Takes back the movable tasks that wait behind a long one while another worker is idle. */
  reclaimBlocked(): void {
    const { connections, scheduler } = this.#options;
    for (const worker of scheduler.occupied().workers) {
      const connection = connections.get(worker.index)!;
      const tasks = connection.movable.toSorted((one, other) => one.sentAs - other.sentAs);
      for (const task of tasks) if (this.#takeBack(connection, task)) worker.isStuck = true;
    }
  }

  /**
   * Takes back a task that waits in a worker behind long ones, for a more important queued task. Returns whether there is room for a queued task now. Called
   * after a dispatch.
   */
  makeRoom(): boolean {
    const { connections, scheduler } = this.#options;
    return scheduler.crowded().some(({ worker, urgency }) => {
      const connection = connections.get(worker.index)!;
      let task = connection.leastImportant(urgency);
      while (task !== undefined && !this.#takeBack(connection, task))
        task = connection.leastImportant(urgency);
      return task !== undefined;
    });
  }

  /** Schedules a call of `due` if a task in a worker may turn out to wait behind a long one. */
  plan(): void {
    const { loop, scheduler } = this.#options;
    if (!loop.isPending(this.#timer) && scheduler.occupied().later) loop.submit(this.#timer);
  }

  stop(): void {
    this.#options.loop.cancel(this.#timer);
  }

  #takeBack(connection: WorkerConnection, task: RemoteTask): boolean {
    if (!connection.reclaim(task)) return false;
    this.#options.scheduler.completed(task);
    this.#options.resubmit(task);
    return true;
  }
}

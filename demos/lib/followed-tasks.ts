import type { PoolProbe, RemoteTask } from '@doha/multiproc';

/** State of a followed task. `lost`: its worker was killed. `sent again` and `done again` follow `lost`. */
export type FollowedState = 'waiting' | 'sent' | 'done' | 'lost' | 'sent again' | 'done again';

/** A state while a worker has the task. */
export function isInWorker(state: FollowedState | undefined): boolean {
  return state === 'sent' || state === 'sent again';
}

/** Follows numbered tasks of a pool, so that a page can show which of them were in a killed worker, and that they are done again. */
export class FollowedTasks {
  /** Called with the number of a task and its new state. */
  onChange: (number: number, state: FollowedState) => void = () => {};
  /** Observes the pool that runs the tasks. */
  readonly probe: PoolProbe = {
    queued: (task) => this.#queued(task),
    sent: (task, worker) => this.#sent(task, worker),
    ended: (task) => this.#ended(task),
  };
  #numbers: WeakMap<RemoteTask, number> = new WeakMap();
  #states: FollowedState[] = [];
  #workers: Map<number, number> = new Map(); // the worker that has a task, by the number of the task

  /** The states of all tasks, by their numbers. */
  get states(): readonly FollowedState[] {
    return this.#states;
  }

  /** Forgets all tasks, and begins with the numbers 0 to `count - 1`. */
  begin(count: number): void {
    this.#numbers = new WeakMap();
    this.#workers.clear();
    this.#states = Array.from({ length: count }, () => 'waiting');
  }

  /** Follows a task. Must be called in the microtask of its submission. */
  follow(task: RemoteTask, number: number): void {
    this.#numbers.set(task, number);
  }

  /** Marks the tasks that a worker has as lost. Call it just before the worker is killed. Returns the numbers of the tasks. */
  lose(worker: number): number[] {
    const lost = [...this.#workers].filter(([, has]) => has === worker).map(([number]) => number);
    for (const number of lost) this.#set(number, 'lost');
    return lost;
  }

  #queued(task: RemoteTask): void {
    const number = this.#numbers.get(task);
    if (number === undefined) return;
    this.#workers.delete(number);
    if (isInWorker(this.#states[number])) this.#set(number, 'waiting'); // the worker had too much work
  }

  #sent(task: RemoteTask, worker: number): void {
    const number = this.#numbers.get(task);
    if (number === undefined) return;
    this.#workers.set(number, worker);
    this.#set(number, this.#states[number] === 'lost' ? 'sent again' : 'sent');
  }

  #ended(task: RemoteTask): void {
    const number = this.#numbers.get(task);
    if (number === undefined) return;
    this.#workers.delete(number);
    if (task.status === 'done')
      this.#set(number, this.#states[number] === 'sent again' ? 'done again' : 'done');
  }

  #set(number: number, state: FollowedState): void {
    this.#states[number] = state;
    this.onChange(number, state);
  }
}

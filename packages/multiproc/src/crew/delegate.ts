import type { Tell } from '../channel/telegraph.ts';
import type { DelegatedOptions, DelegateNews, DelegationNews } from '../worker/delegation.ts';
import type { Lane } from '../scheduler/lane.ts';
import type { Crew } from './crew.ts';
import { RemoteTask } from './remote-task.ts';

/** Submits the tasks of a worker, and tells it how they end. */
export class Delegate implements DelegationNews {
  #crew: Crew;
  #lane: Lane;
  #tell: Tell<DelegateNews>;
  #tasks: Map<number, RemoteTask> = new Map(); // by the worker's numbers
  #isClosed = false;

  /** `lane`: the worker. */
  constructor(crew: Crew, lane: Lane, tell: Tell<DelegateNews>) {
    this.#crew = crew;
    this.#lane = lane;
    this.#tell = tell;
  }

  submit(
    id: number,
    name: string,
    args: readonly unknown[],
    options: DelegatedOptions,
    isWanted: boolean,
  ): void {
    const task = new RemoteTask({ owner: this.#crew, name }, args, options, isWanted);
    this.#tasks.set(id, task);
    this.#lane.awaited++;
    void task.result.then(
      (outcome) => this.#ended(id, outcome.status, outcome.status === 'done' ? outcome.value : undefined),
      (error: unknown) => this.#ended(id, 'failed', error),
    );
    this.#crew.submit(task);
  }

  cancel(id: number): void {
    this.#tasks.get(id)?.cancel();
  }

  rank(id: number, priority: number): void {
    const task = this.#tasks.get(id);
    if (task !== undefined) task.priority = priority;
  }

  /** The worker is no more: nobody wants its tasks. */
  close(): void {
    this.#isClosed = true;
    for (const task of this.#tasks.values()) task.cancel();
  }

  #ended(id: number, ...end: [status: 'done' | 'failed' | 'cancelled' | 'expired', value: unknown]): void {
    this.#tasks.delete(id);
    this.#lane.awaited--;
    if (!this.#isClosed) this.#tell('ended', [id, ...end]);
  }
}

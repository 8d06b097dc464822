import { NONE } from '../transport/envelope.ts';
import type { Tell } from '../transport/telegraph.ts';
import { packThrown } from '../transport/thrown.ts';
import type { DelegatedOptions, DelegateNews, DelegationNews, EndStatus } from './nested-task-messages.ts';
import type { Crew } from '../pool/crew.ts';
import type { Member } from '../pool/member.ts';
import { RemoteTask } from './remote-task.ts';
import { describeWaits } from './waits.ts';

/** Submits the nested tasks of a worker, and tells it how they end. */
export class Delegate implements DelegationNews {
  #crew: Crew;
  #member: Member;
  #tell: Tell<DelegateNews>;
  #tasks: Map<number, RemoteTask> = new Map(); // by the worker's numbers
  #parents: Map<number, RemoteTask> = new Map(); // that have submitted them
  #isClosed = false;

  /** `member`: the worker. */
  constructor(crew: Crew, member: Member, tell: Tell<DelegateNews>) {
    this.#crew = crew;
    this.#member = member;
    this.#tell = tell;
  }

  submit(
    id: number,
    name: string,
    args: readonly unknown[],
    options: DelegatedOptions,
    isWanted: boolean,
    parentId: number,
  ): void {
    const task = new RemoteTask({ owner: this.#crew, name }, args, options, isWanted);
    const parent = isWanted ? this.#member.taskOf(parentId) : undefined;
    this.#tasks.set(id, task);
    if (parent !== undefined) this.#parents.set(id, parent);
    const ended = (...end: End): void => {
      this.#crew.waits.ended(parent, task);
      this.#ended(id, ...end);
    };
    void task.result.then(
      (outcome) => ended(outcome.status, outcome.status === 'done' ? outcome.value : undefined),
      (error: unknown) => {
        if (isWanted) return ended('failed', packThrown(error));
        this.#crew.failedUnseen(task, error);
        ended('cancelled', undefined); // nobody asks
      },
    );
    this.#crew.submit(task);
    if (parent !== undefined) this.#crew.waits.submitted(parent, task);
  }

  awaited(id: number, parentId: number): void {
    const task = this.#tasks.get(id);
    const parent = parentId === NONE ? this.#parentOf(id) : this.#member.taskOf(parentId);
    if (task === undefined || parent === undefined) return;
    const cycle = this.#crew.waits.awaited(parent, task);
    if (cycle === undefined) return;
    this.#tasks.delete(id); // whatever becomes of it is of no interest
    this.#tell('refused', [id, `a task must not wait for itself: ${describeWaits(cycle)}`]);
    task.cancel();
  }

  // After its first `await` a worker does not know which task is running. The task that has submitted another one is likely to wait for it.
  #parentOf(id: number): RemoteTask | undefined {
    const parent = this.#parents.get(id);
    return parent !== undefined && this.#member.taskOf(parent.id) === parent ? parent : undefined;
  }

  cancel(id: number): void {
    this.#tasks.get(id)?.cancel();
  }

  rank(id: number, priority: number): void {
    const task = this.#tasks.get(id);
    if (task !== undefined) task.priority = priority;
  }

  /** The worker is no more, so nobody gets the results of its tasks. Those without a result go on. */
  close(): void {
    this.#isClosed = true;
    for (const task of this.#tasks.values()) if (task.isWanted) task.cancel();
  }

  #ended(id: number, ...end: End): void {
    this.#parents.delete(id);
    if (this.#tasks.delete(id) && !this.#isClosed) this.#tell('ended', [id, ...end]);
  }
}

type End = [status: EndStatus, value: unknown];

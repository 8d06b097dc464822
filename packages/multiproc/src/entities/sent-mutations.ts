import type { ThreadId } from '../transport/thread-id.ts';
import type { Mutation } from './mutation.ts';

/** The mutations of one entity, whose numbers have no gaps. */
interface Pending<M> {
  /** Number of the last mutation. */
  last: number;
  /** Number of empty elements at the beginning of `mutations`. Removing each at once would take linear time. */
  acknowledged: number;
  readonly mutations: (Mutation<M> | undefined)[];
}

/**
 * The mutations that a thread has sent and that no authority has acknowledged. They are sent again,
 * all of them and in order, to the next authority of the entity. So no mutation is lost if a thread
 * on its way dies, and none overtakes another (go-back-N, Kurose & Ross, §3.4.3).
 */
export class SentMutations<M> {
  #thread: ThreadId;
  #ofEntity: Map<number, Pending<M>> = new Map();

  /** `thread`: the sender. */
  constructor(thread: ThreadId) {
    this.#thread = thread;
  }

  /** Numbers and stores a mutation. Nobody may change `what`, which may be sent again. */
  add(id: number, what: M): Mutation<M> {
    let pending = this.#ofEntity.get(id);
    if (pending === undefined)
      this.#ofEntity.set(id, (pending = { last: 0, acknowledged: 0, mutations: [] }));
    const mutation = { id, from: this.#thread, number: ++pending.last, what };
    pending.mutations.push(mutation);
    return mutation;
  }

  /** Returns the unacknowledged mutations of an entity, in order. */
  of(id: number): readonly Mutation<M>[] {
    const { acknowledged, mutations } = this.#ofEntity.get(id) ?? none;
    return mutations.slice(acknowledged) as Mutation<M>[];
  }

  /** Returns the first unacknowledged mutation of an entity. */
  first(id: number): Mutation<M> | undefined {
    const { acknowledged, mutations } = this.#ofEntity.get(id) ?? none;
    return mutations[acknowledged];
  }

  /** Called when the state of an entity contains the mutations up to this number, and will not return to an earlier state. */
  acknowledge(id: number, number: number): void {
    const pending = this.#ofEntity.get(id);
    if (pending === undefined) return;
    const { mutations } = pending;
    const end = Math.min(indexOf(number, pending) + 1, mutations.length);
    while (pending.acknowledged < end) mutations[pending.acknowledged++] = undefined;
    if (pending.acknowledged * 2 < mutations.length) return;
    mutations.splice(0, pending.acknowledged);
    pending.acknowledged = 0;
  }

  /** Called when a mutation could not be copied for another thread. */
  cancel({ id, number }: Mutation<M>): void {
    const pending = this.#ofEntity.get(id);
    if (pending === undefined) return;
    const index = indexOf(number, pending);
    const mutation = pending.mutations[index];
    if (mutation !== undefined)
      pending.mutations[index] = { ...mutation, what: undefined as M, isVoid: true };
  }

  /** Drops the mutations of an entity and returns their number. */
  forget(id: number): number {
    const count = this.of(id).length;
    this.#ofEntity.delete(id);
    return count;
  }
}

const none = { acknowledged: 0, mutations: [] };

/** Returns the index of a mutation among those of its entity; negative if it was removed. */
function indexOf<M>(number: number, { last, mutations }: Pending<M>): number {
  return number - (last - mutations.length + 1);
}

import type { ThreadId } from '../transport/thread-id.ts';
import type { Mutation } from './mutation.ts';

/** The mutations of one entity. Their numbers have no gaps. */
interface Pending<M> {
  /** Number of the last mutation. */
  last: number;
  /** Number of places at the beginning of `mutations` that are empty. To remove each at once would take time in proportion to the others. */
  acknowledged: number;
  readonly mutations: (Mutation<M> | undefined)[];
}

/**
 * The mutations that a thread has sent and no authority has acknowledged. They are sent again, all of them and in order, when the
 * entity has another authority: so none is lost with a thread on its way, and none overtakes another (go-back-N, Kurose & Ross, §3.4.3).
 */
export class SentMutations<M> {
  #thread: ThreadId;
  #ofEntity: Map<number, Pending<M>> = new Map();

  /** `thread` is the thread that sends them. */
  constructor(thread: ThreadId) {
    this.#thread = thread;
  }

  /** Numbers a mutation and keeps it. Nobody may change `what`: it may have to be sent again. */
  add(id: number, what: M): Mutation<M> {
    let pending = this.#ofEntity.get(id);
    if (pending === undefined)
      this.#ofEntity.set(id, (pending = { last: 0, acknowledged: 0, mutations: [] }));
    const mutation = { id, from: this.#thread, number: ++pending.last, what };
    pending.mutations.push(mutation);
    return mutation;
  }

  /** The mutations of an entity that are not acknowledged, in order. */
  of(id: number): readonly Mutation<M>[] {
    const { acknowledged, mutations } = this.#ofEntity.get(id) ?? none;
    return mutations.slice(acknowledged) as Mutation<M>[];
  }

  /** The first mutation of an entity that is not acknowledged. */
  first(id: number): Mutation<M> | undefined {
    const { acknowledged, mutations } = this.#ofEntity.get(id) ?? none;
    return mutations[acknowledged];
  }

  /** The state of an entity contains the mutations up to this number, and will not return to an earlier state. */
  acknowledge(id: number, number: number): void {
    const pending = this.#ofEntity.get(id);
    if (pending === undefined) return;
    const { mutations } = pending;
    const end = Math.min(placeOf(number, pending) + 1, mutations.length);
    while (pending.acknowledged < end) mutations[pending.acknowledged++] = undefined;
    if (pending.acknowledged * 2 < mutations.length) return;
    mutations.splice(0, pending.acknowledged);
    pending.acknowledged = 0;
  }

  /** A mutation could not be copied to another thread. */
  cancel({ id, number }: Mutation<M>): void {
    const pending = this.#ofEntity.get(id);
    if (pending === undefined) return;
    const place = placeOf(number, pending);
    const mutation = pending.mutations[place];
    if (mutation !== undefined)
      pending.mutations[place] = { ...mutation, what: undefined as M, isVoid: true };
  }

  /** The entity is no more. Returns how many mutations were not acknowledged. */
  forget(id: number): number {
    const count = this.of(id).length;
    this.#ofEntity.delete(id);
    return count;
  }
}

const none = { acknowledged: 0, mutations: [] };

/** Where a mutation is among those of its entity; below 0 if it was removed. */
function placeOf<M>(number: number, { last, mutations }: Pending<M>): number {
  return number - (last - mutations.length + 1);
}

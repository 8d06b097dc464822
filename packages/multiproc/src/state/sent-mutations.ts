import type { Site } from './directory.ts';
import type { Mutation } from './mutation.ts';

/**
 * The mutations that a thread has sent and no authority has acknowledged. They are sent again, all of them and in order, when the
 * entity has another authority: so none is lost with a thread on its way, and none overtakes another (go-back-N, Kurose & Ross, §3.4.3).
 */
export class SentMutations<M> {
  #site: Site;
  #ofEntity: Map<number, { last: number; pending: Mutation<M>[] }> = new Map();

  /** `site` is the thread that sends them. */
  constructor(site: Site) {
    this.#site = site;
  }

  /** Numbers a mutation and keeps it. Nobody may change `what`: it may have to be sent again. */
  add(id: number, what: M): Mutation<M> {
    let sent = this.#ofEntity.get(id);
    if (sent === undefined) this.#ofEntity.set(id, (sent = { last: 0, pending: [] }));
    const mutation = { id, from: this.#site, number: ++sent.last, what };
    sent.pending.push(mutation);
    return mutation;
  }

  /** The mutations of an entity that are not acknowledged, in order. */
  of(id: number): readonly Mutation<M>[] {
    return this.#ofEntity.get(id)?.pending ?? none;
  }

  /** The state of an entity contains the mutations up to this number, and will not return to an earlier state. */
  acknowledge(id: number, number: number): void {
    const pending = this.#ofEntity.get(id)?.pending ?? [];
    const rest = pending.findIndex((mutation) => mutation.number > number);
    pending.splice(0, rest < 0 ? pending.length : rest);
  }

  /** A mutation could not be copied to another thread. */
  cancel({ id, number }: Mutation<M>): void {
    const pending = this.#ofEntity.get(id)?.pending ?? [];
    const place = pending.findIndex((mutation) => mutation.number === number);
    if (place >= 0) pending[place] = { ...pending[place]!, what: undefined as M, isVoid: true };
  }

  /** The entity is no more. Returns how many mutations were not acknowledged. */
  forget(id: number): number {
    const count = this.of(id).length;
    this.#ofEntity.delete(id);
    return count;
  }
}

const none: readonly never[] = [];

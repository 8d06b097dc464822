import type { ThreadId } from '../transport/thread-id.ts';

/** Mutations of one sender that are applied before it is told: a message for each would double the traffic. */
const atOnce = 64;

/** Acknowledgements that an authority owes to the senders of mutations. The last of them may stay here: they only release memory. */
export class Acknowledgements {
  #owed: Map<ThreadId, { count: number; readonly numbers: Map<number, number> }> = new Map();
  #send: (to: ThreadId, ids: readonly number[], numbers: readonly number[]) => void;

  /** `send` gets the entities, and for each the number of the last mutation that is applied. */
  constructor(send: (to: ThreadId, ids: readonly number[], numbers: readonly number[]) => void) {
    this.#send = send;
  }

  /** The state of an entity contains the mutations of a sender up to this number. */
  owe(to: ThreadId, id: number, number: number): void {
    let owed = this.#owed.get(to);
    if (owed === undefined) this.#owed.set(to, (owed = { count: 0, numbers: new Map() }));
    owed.numbers.set(id, number);
    if (++owed.count < atOnce) return;
    this.#owed.delete(to);
    this.#send(to, [...owed.numbers.keys()], [...owed.numbers.values()]);
  }

  /** The sender has gone. */
  forget(to: ThreadId): void {
    this.#owed.delete(to);
  }
}

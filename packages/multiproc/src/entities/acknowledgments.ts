import type { ThreadId } from '../transport/thread-id.ts';

/**
 * Number of applied mutations of a sender per acknowledgment. An acknowledgment of each mutation
 * would double the number of messages.
 */
const BATCH = 64;

/**
 * The acknowledgments that an authority owes to the senders of mutations. The last mutations may
 * never be acknowledged. That does no harm, because an acknowledgment only releases memory.
 */
export class Acknowledgments {
  #owed: Map<ThreadId, { count: number; readonly numbers: Map<number, number> }> = new Map();
  #send: (to: ThreadId, ids: readonly number[], numbers: readonly number[]) => void;

  /** `send` gets the ids of entities, and for each the number of the last applied mutation. */
  constructor(send: (to: ThreadId, ids: readonly number[], numbers: readonly number[]) => void) {
    this.#send = send;
  }

  /** Records that the state of an entity contains the mutations of a sender up to this number. */
  owe(to: ThreadId, id: number, number: number): void {
    let owed = this.#owed.get(to);
    if (owed === undefined) this.#owed.set(to, (owed = { count: 0, numbers: new Map() }));
    owed.numbers.set(id, number);
    if (++owed.count < BATCH) return;
    this.#owed.delete(to);
    this.#send(to, [...owed.numbers.keys()], [...owed.numbers.values()]);
  }

  /** Called when the sender is gone. */
  forget(to: ThreadId): void {
    this.#owed.delete(to);
  }
}

import { PriorityQueue } from '@doha/loop';
import type { Message } from './message.ts';

/**
 * The messages of one stream that have not been sent, by priority, highest first; of equal priority, in the order of their sending.
 * One that has begun makes way for more important ones, and goes before its equals.
 */
export class MessageQueue {
  #fresh: PriorityQueue<Message> = new PriorityQueue();
  #begun: Message[] = []; // or sent in vain; the next one is the last

  /** Messages. */
  get size(): number {
    return this.#fresh.size + this.#begun.length;
  }

  push(message: Message): void {
    this.#fresh.push(message, message.priority);
  }

  /** Whether one waits that has begun, or was taken out and brought back. */
  get hasBegun(): boolean {
    return this.#begun.length > 0;
  }

  /** Puts a message of equal priority in the place of one that is in the queue. */
  replace(old: Message, fresh: Message): void {
    const at = this.#placeOf(old);
    if (this.#begun[at] === old) this.#begun[at] = fresh;
    else {
      fresh.place = old.place;
      old.place.holds = fresh;
    }
  }

  /** Brings back one that has begun, or that was sent and has to be sent again. */
  pushBegun(message: Message): void {
    this.#begun.splice(this.#placeOf(message), 0, message);
  }

  /** The next one of those that have begun that may go. Of equal priority only the first is asked: they keep their order. */
  findBegun(mayGo: (message: Message) => boolean): Message | undefined {
    let asked: Message | undefined;
    for (let i = this.#begun.length - 1; i >= 0; i--) {
      const message = this.#begun[i]!;
      if (message.priority === asked?.priority) continue;
      if (mayGo(message)) return message;
      asked = message;
    }
    return undefined;
  }

  /** Takes out the next one. */
  pop(): Message | undefined {
    const begun = this.#begun.at(-1);
    const isNext = begun !== undefined && begun.priority >= this.#fresh.topKey();
    return isNext ? this.#begun.pop() : this.#fresh.pop()?.holds;
  }

  /** Returns whether it was there. */
  remove(message: Message): boolean {
    const { place } = message;
    if (this.#fresh.has(place) && place.holds === message) {
      this.#fresh.remove(place);
      return true;
    }
    const at = this.#placeOf(message);
    const isThere = this.#begun[at] === message;
    if (isThere) this.#begun.splice(at, 1);
    return isThere;
  }

  /** Where a message is among those that have begun, or would be. */
  #placeOf(message: Message): number {
    let low = 0;
    let high = this.#begun.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byTurn(message, this.#begun[middle]!) > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Sorts messages of one stream: the one that goes first is the last. */
export function byTurn(one: Message, other: Message): number {
  return one.priority - other.priority || other.order - one.order;
}

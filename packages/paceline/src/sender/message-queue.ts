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

  /** Puts a message of equal priority in the place of one that is in the queue. */
  replace(old: Message, fresh: Message): void {
    const at = this.#begun.indexOf(old);
    if (at >= 0) this.#begun[at] = fresh;
    else {
      fresh.place = old.place;
      old.place.holds = fresh;
    }
  }

  /** Brings back one that has begun, or that was sent and has to be sent again. */
  pushBegun(message: Message): void {
    let low = 0;
    let high = this.#begun.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (goesBefore(message, this.#begun[middle]!)) low = middle + 1;
      else high = middle;
    }
    this.#begun.splice(low, 0, message);
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
    const at = this.#begun.indexOf(message);
    if (at >= 0) this.#begun.splice(at, 1);
    return at >= 0;
  }
}

function goesBefore(one: Message, other: Message): boolean {
  return one.priority > other.priority || (one.priority === other.priority && one.order < other.order);
}

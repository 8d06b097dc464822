import { PriorityQueue } from '@doha/loop';
import type { Message } from './message.ts';

/**
 * The unsent messages of one stream: by priority, highest first, and among equal priorities in the order of `send`.
 * A message that was sent in part makes way for messages of higher priority, and goes before messages of equal priority.
 */
export class MessageQueue {
  #fresh: PriorityQueue<Message> = new PriorityQueue();
  #started: Message[] = []; // sent in part, or to be sent again; the next one is the last

  /** Number of messages. */
  get size(): number {
    return this.#fresh.size + this.#started.length;
  }

  push(message: Message): void {
    this.#fresh.push(message, message.priority);
  }

  /** Whether there is a message that was sent in part, or taken out and put back. */
  get hasStarted(): boolean {
    return this.#started.length > 0;
  }

  /** Puts a message in the place of a queued message of equal priority. */
  replace(old: Message, fresh: Message): void {
    const at = this.#indexInStarted(old);
    if (this.#started[at] === old) this.#started[at] = fresh;
    else {
      fresh.queuedAs = old.queuedAs;
      old.queuedAs.occupant = fresh;
    }
  }

  /** Puts back a message that was sent in part, or that must be sent again. */
  pushStarted(message: Message): void {
    this.#started.splice(this.#indexInStarted(message), 0, message);
  }

  /** The next message that was sent in part and may be continued. Of messages with equal priority only the first is checked, because they keep their order. */
  findStarted(canContinue: (message: Message) => boolean): Message | undefined {
    let checked: Message | undefined;
    for (let i = this.#started.length - 1; i >= 0; i--) {
      const message = this.#started[i]!;
      if (message.priority === checked?.priority) continue;
      if (canContinue(message)) return message;
      checked = message;
    }
    return undefined;
  }

  /** Removes and returns the next message. */
  pop(): Message | undefined {
    const started = this.#started.at(-1);
    const isNext = started !== undefined && started.priority >= this.#fresh.topKey();
    return isNext ? this.#started.pop() : this.#fresh.pop()?.occupant;
  }

  /** Returns whether the message was in the queue. */
  remove(message: Message): boolean {
    const { queuedAs } = message;
    if (this.#fresh.has(queuedAs) && queuedAs.occupant === message) {
      this.#fresh.remove(queuedAs);
      return true;
    }
    const at = this.#indexInStarted(message);
    const isThere = this.#started[at] === message;
    if (isThere) this.#started.splice(at, 1);
    return isThere;
  }

  /** Index of a message in #started, or the index at which it belongs. */
  #indexInStarted(message: Message): number {
    let low = 0;
    let high = this.#started.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byReverseSendOrder(message, this.#started[middle]!) > 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Sorts messages of one stream: the next one is the last. */
export function byReverseSendOrder(one: Message, other: Message): number {
  return one.priority - other.priority || other.order - one.order;
}

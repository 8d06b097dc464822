import { type EventLoop, Timer } from '@doha/loop';
import type { Message, MessageEnd } from '../sender/message.ts';
import { type MessageSink, OutgoingStream } from '../sender/outgoing-stream.ts';
import type { Classified } from '../stream/send-options.ts';
import { isHidden } from '../transport/is-hidden.ts';
import type { Bytes } from '../wire/bytes.ts';
import { bytesOf, type Sendable } from '../wire/payload.ts';
import { BufferLimit } from './buffer-limit.ts';

/** Interval in ms at which `bufferedAmount` is polled while messages wait: a WebSocket has no event for its changes. */
const pollInterval = 4;

/** Timers that are more than this many ms late count as throttled, as in hidden pages. */
const throttledAfter = 100;

/** The members of a plain WebSocket that the queue uses. */
interface PlainSocket {
  readonly bufferedAmount: number;
  send(data: string | Bytes): void;
}

/**
 * Queues messages for a plain WebSocket by priority. They can be superseded and can expire until
 * they are handed to the socket.
 */
export class PlainQueue implements MessageSink {
  /** Bytes in the queue. */
  waiting = 0;
  #socket: PlainSocket;
  #loop: EventLoop;
  #stream: OutgoingStream;
  #priorities: Map<number, number> = new Map(); // messages in the queue for each priority
  #droppable = 0; // messages in the queue with a key or an expiry
  #polling: Timer;
  #isThrottled = false;
  #isEnding = false;
  #bufferLimit: BufferLimit = new BufferLimit();

  constructor(socket: PlainSocket, loop: EventLoop) {
    this.#socket = socket;
    this.#loop = loop;
    this.#stream = new OutgoingStream({
      id: 0,
      fairness: 'resource',
      weight: 1,
      window: Infinity,
      loop,
      sink: this,
      ended: (message) => this.#count(message, -1),
    });
    this.#polling = new Timer((now, at) => this.#poll(now, at), { after: pollInterval });
  }

  send(data: Sendable, how: Classified): void {
    if (this.#stream.queue.size > 0 || !this.#hasRoom) {
      this.#count(this.#stream.send(bytesOf(data), typeof data === 'string', how), 1);
      this.pump();
    } else if (typeof data === 'string') this.#hand(data, data.length);
    else this.#hand(bytesOf(data), data.byteLength);
  }

  /**
   * Hands messages to the socket while it has room. While timers are throttled, handlers of other
   * events, such as messages of the peer, should call this method, too.
   */
  pump(): void {
    const { queue } = this.#stream;
    while (queue.size > 0 && this.#hasRoom) {
      const message = queue.pop()!;
      const { isText, payload, size } = message;
      message.become('delivered');
      this.#hand(isText ? fromUtf8.decode(payload) : (payload as Bytes), size);
    }
    if (queue.size > 0) this.#loop.submit(this.#polling);
    else this.#loop.cancel(this.#polling);
  }

  /** Hands all messages to the socket, by priority: nothing is sent after them. */
  flush(): void {
    this.#isEnding = true;
    this.pump();
  }

  /** Drops all messages in the queue. */
  end(): void {
    this.#loop.cancel(this.#polling);
    for (let next = this.#stream.queue.pop(); next !== undefined; next = this.#stream.queue.pop())
      next.become('lost');
  }

  push(message: Message): void {
    this.#stream.queue.push(message);
  }

  replace(old: Message, fresh: Message): void {
    this.#stream.queue.replace(old, fresh);
    old.become('superseded');
  }

  remove(message: Message, why: MessageEnd): boolean {
    const isThere = this.#stream.queue.remove(message);
    if (isThere) message.become(why);
    return isThere;
  }

  // Throttled timers fire once a second or once a minute, and the data in the socket must last until
  // the next one. If no message in the queue can overtake or replace another one, all of them are handed
  // over, because keeping them has no advantage.
  get #hasRoom(): boolean {
    if (this.#isEnding) return true;
    const isThrottled = this.#isThrottled || isHidden();
    if (isThrottled && this.#priorities.size <= 1 && this.#droppable === 0) return true;
    return this.#bufferLimit.hasRoom(this.#socket.bufferedAmount, isThrottled);
  }

  #hand(data: string | Bytes, bytes: number): void {
    this.#bufferLimit.noteHanded(bytes);
    this.#socket.send(data);
  }

  #poll(now: number, at: number): void {
    this.#isThrottled = now - at > throttledAfter;
    this.#bufferLimit.poll(this.#socket.bufferedAmount);
    this.pump();
  }

  #count({ expiry, key, priority, size }: Message, by: 1 | -1): void {
    this.waiting += by * size;
    if (key !== undefined || expiry !== undefined) this.#droppable += by;
    const left = (this.#priorities.get(priority) ?? 0) + by;
    if (left > 0) this.#priorities.set(priority, left);
    else this.#priorities.delete(priority);
  }
}

const fromUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

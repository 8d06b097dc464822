import { type EventLoop, Timer } from '@doha/loop';
import { Message, type MessageEnd } from '../sender/message.ts';
import { OutgoingStream } from '../sender/outgoing-stream.ts';
import type { Classified } from '../session/send-options.ts';
import { bytesOf, type Sendable } from '../session/payload.ts';

/** Bytes that a socket may have; the rest waits where it can be overtaken. */
const mostBuffered = 2 ** 16;

/** Ms: a socket does not tell when it has sent something. */
const lookAgain = 4;

/** What of a socket to a plain server is used. */
interface PlainSocket {
  readonly bufferedAmount: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
}

/** What waits before a plain WebSocket: by priority, and what has not left can be taken back. */
export class PlainQueue {
  /** Bytes that wait. */
  waiting = 0;
  #socket: PlainSocket;
  #loop: EventLoop;
  #stream: OutgoingStream;
  #latest: Map<string, Message> = new Map();
  #looking: Timer;
  #whenEmpty: (() => void) | undefined;

  constructor(socket: PlainSocket, loop: EventLoop) {
    this.#socket = socket;
    this.#loop = loop;
    const parts = { id: 0, fairness: 'resource', weight: 1, window: Infinity } as const;
    this.#stream = new OutgoingStream(parts, (message, why) => this.#takeBack(message, why));
    this.#looking = new Timer(() => this.#pump(), { after: lookAgain });
  }

  send(data: Sendable, how: Classified): void {
    const { queue } = this.#stream;
    if (queue.size === 0 && this.#socket.bufferedAmount < mostBuffered)
      this.#socket.send(typeof data === 'string' ? data : bytesOf(data));
    else this.#wait(data, how);
  }

  #wait(data: Sendable, { expiresIn, key, priority = 0 }: Classified): void {
    const stream = this.#stream;
    const payload = bytesOf(data);
    const isText = typeof data === 'string';
    const before = key === undefined ? undefined : this.#latest.get(key);
    const order = stream.count++;
    const message = new Message({ payload, isText, priority, marginalUtility: 0, order, stream });
    if (before?.priority === priority) {
      stream.queue.replace(before, message);
      before.become('superseded');
    } else {
      if (before !== undefined) this.#takeBack(before, 'superseded');
      stream.queue.push(message);
    }
    this.waiting += payload.length;
    if (key !== undefined) this.#latest.set(key, message);
    const timer = expiresIn === undefined ? undefined : this.#expire(message, expiresIn);
    message.onEnd = () => {
      this.waiting -= message.size;
      if (timer !== undefined) this.#loop.cancel(timer);
      if (key !== undefined && this.#latest.get(key) === message) this.#latest.delete(key);
    };
    this.#pump();
  }

  /** Calls back when nothing waits. */
  whenEmpty(callback: () => void): void {
    this.#whenEmpty = callback;
    this.#pump();
  }

  /** Drops what waits. */
  end(): void {
    this.#loop.cancel(this.#looking);
    for (let next = this.#stream.queue.pop(); next !== undefined; next = this.#stream.queue.pop())
      next.become('lost');
  }

  #pump(): void {
    const { queue } = this.#stream;
    while (queue.size > 0 && this.#socket.bufferedAmount < mostBuffered) {
      const message = queue.pop()!;
      const { isText, payload } = message;
      message.become('delivered');
      this.#socket.send(isText ? fromUtf8.decode(payload) : (payload as Uint8Array<ArrayBuffer>));
    }
    if (queue.size > 0) this.#loop.submit(this.#looking);
    else this.#whenEmpty?.();
  }

  #expire(message: Message, after: number): Timer {
    const timer = new Timer(() => this.#takeBack(message, 'expired'), { after });
    this.#loop.submit(timer);
    return timer;
  }

  #takeBack(message: Message, why: MessageEnd): boolean {
    const isThere = this.#stream.queue.remove(message);
    if (isThere) message.become(why);
    return isThere;
  }
}

const fromUtf8 = new TextDecoder();

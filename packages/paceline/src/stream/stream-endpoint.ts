import { type EventLoop, Timer } from '@doha/loop';
import { costOfMessage } from '../receiver/memory-cost.ts';
import { Message, type MessageEnd } from '../sender/message.ts';
import { OutgoingStream } from '../sender/outgoing-stream.ts';
import { creditPerMessage, type StreamClose, streamCloses } from '../wire/layout.ts';
import type { MemoryAccount } from '../session/memory-account.ts';
import type { Engine } from '../session/engine.ts';
import type { Reporter } from '../callbacks/guard.ts';
import { costOfReceived, Inbox, type Received } from './inbox.ts';
import { bytesOf, type Sendable } from '../wire/payload.ts';
import { checkSendOptions, type SendOptions } from './send-options.ts';
import { Stream, type StreamHost } from './stream.ts';
import { StreamEnding } from './stream-ending.ts';
import type { StreamOptions } from './stream-options.ts';
import type { MessageCounters } from '../session/message-counters.ts';

/** Who sends messages by a stream: this end, the other end, or both. */
export type Direction = 'out' | 'in' | 'both';

/** What all streams of a session share. */
export interface StreamEndpointHost {
  readonly loop: EventLoop;
  readonly engine: Engine;
  readonly reporter: Reporter;
  readonly counters: MessageCounters;
  /** Counts the messages that wait to be sent, or to be acknowledged. */
  readonly sendMemory?: MemoryAccount | undefined;
  /** Those that have unread messages, also after their streams have ended. */
  readonly unread: Set<StreamEndpoint>;
  /** Bytes of messages that the other end keeps unread for each stream. */
  readonly window: number;
  /** Bytes of a stream that wait, below which it is ready. */
  readonly highWaterMark: number;
  /** Throws if a message of so many bytes cannot be queued. */
  readonly checkRoom: (bytes: number) => void;
  /** Both directions of the stream have ended. */
  readonly ended: (endpoint: StreamEndpoint) => void;
  /** `checkReady` has to be called when messages have left. */
  readonly waitsUntilReady: (endpoint: StreamEndpoint) => void;
}

export interface StreamEndpointParts {
  readonly id: number;
  /** Bytes of memory that the stream takes for the other end beside its messages: none if this end has opened it. */
  readonly cost: number;
  readonly direction: Direction;
  readonly options: StreamOptions;
}

/**
 * One end of a stream. Its two directions end independently, as in QUIC (RFC 9000, §3):
 *
 * - `sending` is 'open', 'closing' while messages of a closed stream are on their way, and 'closed' when the other end is told that no more follow.
 * - `receiving` is 'open', 'cancelled' while the other end may still send, and 'closed' when it has said that no more follow.
 */
export class StreamEndpoint implements StreamHost {
  readonly id: number;
  readonly cost: number;
  /** What the application has of it. */
  readonly stream: Stream;
  readonly outgoing: OutgoingStream;
  readonly inbox: Inbox;
  readonly ending: StreamEnding = new StreamEnding();
  #host: StreamEndpointHost;
  #engine: Engine;
  #direction: Direction;
  #sending: 'open' | 'closing' | 'closed';
  #receiving: 'open' | 'cancelled' | 'closed';
  #isCancelled = false; // by either end: messages that are sent from then on are 'cancelled'
  #isIncomplete = false; // messages were dropped before they were sent
  #heldCost: number; // `cost` until the stream has ended and its messages have been read, then 0
  #whenReady: (() => void)[] | undefined;
  #latest: Map<string, Message> = new Map();
  #live = 0; // messages that have not ended
  // One for all messages: one for each would be a quarter of its garbage.
  #ended = (message: Message): void => {
    const { expiry, key, status } = message;
    if (status !== 'delivered' && status !== 'superseded') this.#isIncomplete = true;
    if (expiry !== undefined) this.#host.loop.cancel(expiry);
    if (key !== undefined && this.#latest.get(key) === message) this.#latest.delete(key);
    this.#live--;
    this.#host.counters.ended(message);
    this.#host.sendMemory?.change(-costOf(message));
    this.#finishSending();
  };

  constructor(host: StreamEndpointHost, { cost, direction, id, options }: StreamEndpointParts) {
    const { engine, reporter, unread, window } = host;
    const { fairness = 'resource', label = '', weight = 1 } = options;
    this.id = id;
    this.cost = this.#heldCost = cost;
    this.#host = host;
    this.#engine = engine;
    this.#direction = direction;
    this.#sending = direction === 'in' ? 'closed' : 'open';
    this.#receiving = direction === 'out' ? 'closed' : 'open';
    this.inbox = new Inbox(reporter, {
      wait: (arrival) => {
        unread.add(this);
        const held = costOfReceived(arrival) + this.#changeOfCost(cost);
        return engine.wait(id, arrival.size + creditPerMessage, held);
      },
      read: (arrival) => {
        if (this.inbox.isEmpty) unread.delete(this);
        engine.read(id, arrival.size + creditPerMessage, costOfReceived(arrival));
        this.#releaseIfOver();
      },
    });
    this.outgoing = new OutgoingStream({ id, fairness, weight, window }, (message, why) =>
      this.#dropMessage(message, why),
    );
    this.stream = new Stream(label, direction === 'both', this, this.inbox);
    if (engine.isClosed) this.ending.settle('lost');
    if (engine.isClosed || this.#receiving === 'closed') this.inbox.close();
    if (this.#receiving === 'open') engine.openWindow(id);
    engine.scheduler.join(this.outgoing);
  }

  /** Whether the other end may still send messages. */
  get isReceiving(): boolean {
    return this.#receiving !== 'closed';
  }

  send(data: Sendable, options: SendOptions, key: string | undefined): Message {
    const { counters } = this.#host;
    const engine = this.#engine;
    const what = key === undefined ? 'send' : 'latest';
    checkSendOptions(what, options);
    const { expiresIn, marginalUtility = 0, priority = 0 } = options;
    if (this.#sending !== 'open' && !this.#isCancelled) throw new Error(`${what}: ${this.#whyClosed}`);
    const payload = bytesOf(data);
    this.#host.checkRoom(payload.length);

    const before = this.#superseded(key);
    const takesPlace = before?.priority === priority;
    const order = takesPlace ? before.order : this.outgoing.count++;
    const isText = typeof data === 'string';
    const message = new Message({ payload, isText, priority, marginalUtility, order, stream: this.outgoing });
    if (this.#isCancelled || engine.isClosed || engine.isClosing) {
      message.become(this.#isCancelled ? 'cancelled' : 'lost');
      this.#isIncomplete = true;
      counters.ended(message);
      return message;
    }
    if (key !== undefined) this.#latest.set(key, message);
    message.key = key;
    if (expiresIn !== undefined) message.expiry = this.#expire(message, expiresIn);
    this.#live++;
    message.onEnd = this.#ended;
    if (takesPlace) engine.scheduler.replace(before, message);
    else engine.scheduler.push(message);
    if (before !== undefined && !takesPlace) engine.scheduler.remove(before, 'superseded');
    engine.wake();
    this.#host.sendMemory?.change(costOf(message)); // last, since it may end sessions, whose listeners are called
    return message;
  }

  close(): void {
    if (this.#sending !== 'open' || this.id === 0) return;
    this.#sending = 'closing';
    this.checkReady();
    this.#finishSending();
  }

  cancel(): void {
    this.stopReading();
    this.#stopSending();
  }

  stopReading(): void {
    if (this.#receiving === 'cancelled') return;
    this.inbox.cancel();
    if (this.#receiving === 'closed') return;
    this.#receiving = 'cancelled';
    this.ending.settle('cancelled');
    if (this.#engine.isClosed) return;
    const { id } = this;
    this.#engine.scheduler.control((writer) => writer.stopStream(id));
    this.#engine.wake();
  }

  /** A message of the other end has arrived. */
  received(data: Received, size: number): void {
    this.inbox.push({ data, size });
  }

  get ready(): Promise<void> {
    if (this.#isReady) return Promise.resolve();
    return new Promise((resolve) => {
      if (this.#whenReady === undefined) this.#host.waitsUntilReady(this);
      this.#whenReady ??= [];
      this.#whenReady.push(resolve);
    });
  }

  /** Resolves `ready` if it is so. Returns whether nobody waits for it now. */
  checkReady(): boolean {
    if (this.#whenReady === undefined) return true;
    if (!this.#isReady) return false;
    for (const resolve of this.#whenReady) resolve();
    this.#whenReady = undefined;
    return true;
  }

  /** The other end has closed its direction. */
  peerClosed(how: StreamClose): void {
    if (this.#receiving === 'closed') return;
    this.#receiving = 'closed';
    this.ending.settle(how);
    this.inbox.close();
    this.#engine.closeWindow(this.id);
    this.#endIfBoth();
  }

  /** The other end has cancelled the direction of this end. */
  peerCancelled(): void {
    this.#stopSending();
  }

  /** The session has ended. `dropsUnread`: whether messages that have arrived and were not read are dropped. */
  sessionEnded(dropsUnread: boolean): void {
    if (dropsUnread) this.dropUnread();
    this.ending.settle('lost');
    this.inbox.close();
  }

  /** Drops the messages that have arrived and were not read. */
  dropUnread(): void {
    if (!this.inbox.isEmpty) this.ending.lose();
    this.inbox.cancel();
  }

  // What is partly sent is dropped at the other end, too. What was sent completely arrives.
  #stopSending(): void {
    if (this.#sending === 'closed') return;
    this.#isCancelled = true;
    this.#sending = 'closing';
    if (this.#direction === 'out') this.ending.settle('cancelled');
    this.#engine.scheduler.clear(this.outgoing, 'cancelled');
    this.#engine.wake();
    this.#finishSending();
  }

  /** The last message of a key, unless it has begun to leave. */
  #superseded(key: string | undefined): Message | undefined {
    const before = key === undefined ? undefined : this.#latest.get(key);
    return before?.status === 'queued' ? before : undefined;
  }

  /** Returns whether the message still waited. Others that had waited for it, and the end of the session, may go now. */
  #dropMessage(message: Message, why: MessageEnd): boolean {
    const isTaken = this.#engine.scheduler.remove(message, why);
    if (isTaken) this.#engine.wake();
    return isTaken;
  }

  #expire(message: Message, after: number): Timer {
    const { loop } = this.#host;
    const expire = (): void => {
      message.isStale = !this.#dropMessage(message, 'expired');
    };
    const timer = new Timer(expire, { after });
    loop.submit(timer);
    return timer;
  }

  // The other end is told when all messages have arrived. After that none arrives, by whatever channel.
  #finishSending(): void {
    if (this.#sending !== 'closing' || this.#live > 0 || this.#engine.isClosed) return;
    this.#sending = 'closed';
    const { id } = this; // the record may wait for longer than this object is needed
    const how = this.#howSendingEnds;
    if (this.#direction === 'out') this.ending.settle(how);
    this.#engine.scheduler.control((writer) => writer.closeStream(id, streamCloses.indexOf(how)));
    this.#engine.wake();
    this.#endIfBoth();
  }

  get #howSendingEnds(): StreamClose {
    if (this.#isCancelled) return 'cancelled';
    return this.#isIncomplete ? 'incomplete' : 'closed';
  }

  get #isReady(): boolean {
    const { highWaterMark } = this.#host;
    return this.#engine.isClosed || this.#sending !== 'open' || this.outgoing.waitingBytes < highWaterMark;
  }

  #endIfBoth(): void {
    if (!this.#hasEnded) return;
    this.#releaseIfOver();
    this.#host.ended(this);
  }

  get #hasEnded(): boolean {
    return this.#sending === 'closed' && this.#receiving === 'closed';
  }

  // Unread messages keep the memory of the stream: otherwise the other end could use up the memory with ended streams.
  #releaseIfOver(): void {
    if (this.#hasEnded && this.inbox.isEmpty) this.#engine.hold(this.#changeOfCost(0));
  }

  #changeOfCost(wanted: number): number {
    const change = wanted - this.#heldCost;
    this.#heldCost = wanted;
    return change;
  }

  get #whyClosed(): string {
    return this.#direction === 'in'
      ? 'only the other end sends by a one-way stream; open it with twoWay'
      : 'the stream is closed';
  }
}

/** Bytes of memory that a message takes that was sent and has not ended. */
function costOf({ size }: Message): number {
  return costOfMessage + size;
}

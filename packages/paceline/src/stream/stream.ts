import type { EventLoop } from '@doha/loop';
import type { Reporter } from '../callbacks/guard.ts';
import type { MemoryAccount } from '../memory/memory-account.ts';
import { costOfMessage } from '../memory/memory-cost.ts';
import type { ReceiveWindows } from '../receiver/receive-windows.ts';
import type { ChunkScheduler, Control } from '../sender/chunk-scheduler.ts';
import type { Message } from '../sender/message.ts';
import { OutgoingStream } from '../sender/outgoing-stream.ts';
import type { Endpoint } from '../session/endpoint.ts';
import type { ProbeCalls } from '../session/session-probe.ts';
import type { MessageCounters } from '../session/message-counters.ts';
import { creditPerMessage, type StreamClose, streamCloses } from '../wire/layout.ts';
import { bytesOf, type Sendable } from '../wire/payload.ts';
import { costOfReceived, Inbox, type Received } from './inbox.ts';
import { checkKey, checkSendOptions, type SendOptions } from './send-options.ts';
import { type StreamEnd, StreamEnding } from './stream-ending.ts';
import type { StreamOptions } from './stream-options.ts';

/** The direction of a stream's messages: from this endpoint, from the peer, or both. */
export type Direction = 'out' | 'in' | 'both';

/** The parts that all streams of a session share. */
export interface StreamHost {
  readonly loop: EventLoop;
  readonly reporter: Reporter;
  readonly counters: MessageCounters;
  readonly probes: ProbeCalls;
  readonly scheduler: ChunkScheduler;
  readonly windows: ReceiveWindows;
  readonly endpoint: Endpoint;
  /** Counts the messages that wait to be sent or acknowledged. */
  readonly sendMemory?: MemoryAccount | undefined;
  /** The streams that have unread messages, also after they have ended. */
  readonly unread: Set<Stream>;
  /** Receive window of a stream at the peer, in bytes. */
  readonly window: number;
  /** A stream is ready while fewer bytes than this wait to be sent. */
  readonly highWaterMark: number;
  /** If a message of this many bytes cannot be queued, throws, or ends the session in a PacelineServer. */
  readonly checkRoom: (bytes: number, method: string) => void;
  /** Called when both directions of the stream have ended. */
  readonly ended: (stream: Stream) => void;
  /** Requests a call of `resolveIfReady` when messages have been sent. */
  readonly awaitsRoom: (stream: Stream) => void;
}

export interface StreamParts {
  readonly id: number;
  /** Bytes of memory that are charged to the peer for the stream, without its messages: 0 if this endpoint has opened it. */
  readonly cost: number;
  readonly direction: Direction;
  readonly options: StreamOptions;
}

/**
 * Messages of one kind. Within a stream the message with the highest priority is sent first. Streams share the session by their weights (thesis
 * §4.3.4). A stream is one-way unless it was opened with `twoWay`.
 */
export class Stream {
  // The two directions end independently, as in QUIC (RFC 9000, §3). Sending is 'closing' while
  // messages of a closed stream wait or are in flight, and 'closed' when the peer is told that no more
  // messages follow. Receiving is 'cancelled' until the peer has confirmed that it sends no more, then
  // 'closed'.
  readonly label: string;
  /** Whether both endpoints may send messages. */
  readonly isTwoWay: boolean;
  /** @internal */ readonly id: number;
  /** Bytes of memory that are charged to the peer for the stream, without its messages. @internal */ readonly cost: number;
  /** The messages that wait to be sent. @internal */ readonly outgoing: OutgoingStream;
  /** The messages that have arrived. @internal */ readonly inbox: Inbox;
  /** @internal */ readonly ending: StreamEnding = new StreamEnding();
  #host: StreamHost;
  #direction: Direction;
  #sending: 'open' | 'closing' | 'closed';
  #receiving: 'open' | 'cancelled' | 'closed';
  #isCancelled = false; // by either endpoint: messages that are sent from then on are 'cancelled'
  #isIncomplete = false; // messages were dropped before they were sent
  #heldCost: number; // `cost` until the stream has ended and its messages have been read, then 0
  #whenReady: (() => void)[] | undefined;

  /** @internal */
  constructor(host: StreamHost, { cost, direction, id, options }: StreamParts) {
    const { endpoint, loop, scheduler, window, windows } = host;
    const { fairness = 'resource', label = '', weight = 1 } = options;
    this.label = label;
    this.isTwoWay = direction === 'both';
    this.id = id;
    this.cost = this.#heldCost = cost;
    this.#host = host;
    this.#direction = direction;
    this.#sending = direction === 'in' ? 'closed' : 'open';
    this.#receiving = direction === 'out' ? 'closed' : 'open';
    this.inbox = this.#createInbox();
    this.outgoing = new OutgoingStream({
      id,
      fairness,
      weight,
      window,
      loop,
      sink: scheduler,
      ended: (message) => this.#messageEnded(message),
    });
    if (endpoint.isClosed) this.ending.settle('lost');
    if (endpoint.isClosed || this.#receiving === 'closed') this.inbox.close();
    if (this.#receiving === 'open') windows.open(id);
    scheduler.join(this.outgoing);
  }

  /**
   * Sends a message when its turn comes. Messages of equal priority arrive in the order in which
   * they were sent. The data is copied, so the application may change it afterwards. Throws a
   * TypeError or a RangeError if the data or an option is invalid. If the message is longer than
   * the peer allows, or `maxQueued` would be exceeded (see {@link ready}), a client throws a
   * RangeError, and a PacelineServer ends the session. Throws an Error if the stream was closed here,
   * or is a one-way stream of the peer. The message is 'lost' if the session has ended or is closing, and
   * 'cancelled' if either endpoint has cancelled the stream.
   */
  send(data: Sendable, options: SendOptions = {}): Message {
    return this.#send('send', data, options, undefined);
  }

  /**
   * Sends a message in the place of the last message with this key, unless that has been sent in part: the peer gets the newest state, and not every
   * state. Throws as {@link send}.
   */
  latest(key: string, data: Sendable, options: SendOptions = {}): Message {
    checkKey('latest', key);
    return this.#send('latest', data, options, key);
  }

  /**
   * Resolves when fewer than `highWaterMark` bytes of this stream wait to be sent, or when the stream was closed or the session has ended. Messages of other streams do
   * not count, so a stream that the peer does not read delays no other one. Never rejects.
   */
  get ready(): Promise<void> {
    if (this.#isReady) return Promise.resolve();
    return new Promise((resolve) => {
      if (this.#whenReady === undefined) this.#host.awaitsRoom(this);
      this.#whenReady ??= [];
      this.#whenReady.push(resolve);
    });
  }

  /**
   * `listener` gets each message. Messages that arrived earlier are delivered in a microtask, after
   * `onMessage` has returned. All listeners get the same messages, but loops and listeners take
   * messages from each other: a message goes to the loop that waits for it, otherwise to all
   * listeners. Returns a function that removes the listener. If no listener is left, messages wait.
   */
  onMessage(listener: (data: Received) => unknown): () => void {
    return this.inbox.listen(listener);
  }

  /**
   * The messages as they arrive, until the stream or the session ends; {@link ended} tells which. Each message goes to one loop, see {@link onMessage}.
   * The sender pauses if more than `streamWindow` bytes wait to be read. Leaving a loop by `break`, `return` or an error cancels a one-way stream.
   * In a two-way stream it only ends the receipt of messages: this endpoint may still answer, and must {@link close} the stream.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<Received> {
    return this.inbox.iterator(() => this.#stopReading());
  }

  /**
   * Resolves to the outcome of the stream, see {@link StreamEnd}, when no more messages can arrive. Messages that have arrived can still be read. At the endpoint
   * that has opened a one-way stream it resolves when the peer has acknowledged the end of the stream, which follows all messages. Never rejects.
   *
   * | the stream was                                        | `ended`                            |
   * | ----------------------------------------------------- | ---------------------------------- |
   * | closed by its sender                                  | 'closed'                           |
   * | closed after messages were cancelled or had expired   | 'incomplete'                       |
   * | closed by its sender after `Session.close`            | 'closed', or 'incomplete' if a message was sent after `Session.close` |
   * | cancelled by its sender                               | 'cancelled'                        |
   * | cancelled by its reader, or its loop was left         | 'cancelled'                        |
   * | open when the session ended, in whatever way          | 'lost'                             |
   *
   * If several of these apply, the first event counts, except that 'lost' replaces any value if
   * unread messages were dropped for lack of memory. In a two-way stream each endpoint gets the
   * value for the messages of its peer.
   */
  get ended(): Promise<StreamEnd> {
    return this.ending.promise;
  }

  /**
   * Ends the sending of messages. Messages that were sent before are delivered. A one-way stream ends with that, a two-way stream when both endpoints have
   * closed it.
   */
  close(): void {
    if (this.#sending !== 'open' || this.id === 0) return;
    this.#sending = 'closing';
    this.resolveIfReady();
    this.#finishSending();
  }

  /**
   * Ends the stream in both directions, also after {@link close}. Messages that were not sent
   * completely are dropped at both endpoints and become 'cancelled'. Messages that arrived here and
   * were not read are dropped. The peer can still read the messages that have arrived there. Then
   * its loops end, and its `ended` resolves to 'cancelled'.
   */
  cancel(): void {
    this.#stopReading();
    this.#stopSending();
  }

  /** Whether the peer may still send messages. @internal */
  get isReceiving(): boolean {
    return this.#receiving !== 'closed';
  }

  /** Resolves `ready` if the stream is ready. Returns whether no promise is pending now. @internal */
  resolveIfReady(): boolean {
    if (this.#whenReady === undefined) return true;
    if (!this.#isReady) return false;
    for (const resolve of this.#whenReady) resolve();
    this.#whenReady = undefined;
    return true;
  }

  /** The peer has closed its direction. @internal */
  peerClosed(how: StreamClose): void {
    if (this.#receiving === 'closed') return;
    this.#receiving = 'closed';
    this.ending.settle(how);
    this.inbox.close();
    this.#host.windows.close(this.id);
    this.#endIfBothEnded();
  }

  /** The peer has cancelled the direction of this endpoint. @internal */
  peerCancelled(): void {
    this.#stopSending();
  }

  /** The session has ended. `dropsUnread`: whether unread messages are dropped. @internal */
  sessionEnded(dropsUnread: boolean): void {
    if (dropsUnread) this.dropUnread();
    this.ending.settle('lost');
    this.inbox.close();
  }

  /** Drops the messages that have arrived and were not read. @internal */
  dropUnread(): void {
    if (!this.inbox.isEmpty) this.ending.lose();
    this.inbox.cancel();
  }

  #createInbox(): Inbox {
    const { endpoint, probes, reporter, unread, windows } = this.#host;
    return new Inbox(reporter, {
      wait: (received) => {
        unread.add(this);
        const held = costOfReceived(received) + this.#changeOfCost(this.cost);
        if (endpoint.isClosed) return true; // the inbox puts the message back, because its last listener was removed during the delivery
        windows.wait(this.id, received.size + creditPerMessage);
        return endpoint.hold(held);
      },
      read: (received) => {
        if (probes.probe !== undefined) probes.read(received.id);
        if (this.inbox.isEmpty) unread.delete(this);
        endpoint.hold(-costOfReceived(received));
        if (windows.read(this.id, received.size + creditPerMessage)) endpoint.wake();
        this.#releaseIfOver();
      },
    });
  }

  #send(method: string, data: Sendable, options: SendOptions, key: string | undefined): Message {
    const { checkRoom, endpoint, probes, sendMemory } = this.#host;
    checkSendOptions(method, options);
    if (this.#sending !== 'open' && !this.#isCancelled) throw new Error(`${method}: ${this.#whyClosed}`);
    const payload = bytesOf(data, method);
    const isText = typeof data === 'string';
    checkRoom(payload.length, method);
    if (this.#isCancelled || endpoint.isClosed || endpoint.isClosing) {
      const message = this.outgoing.create(payload, isText, options);
      message.become(this.#isCancelled ? 'cancelled' : 'lost');
      this.#isIncomplete = true;
      this.#host.counters.ended(message);
      return message;
    }
    const message = this.outgoing.send(payload, isText, key === undefined ? options : { ...options, key });
    if (probes.probe !== undefined) probes.queued(message, this.id);
    sendMemory?.change(costOf(message)); // last, because it may end sessions, whose listeners are called
    return message;
  }

  #messageEnded(message: Message): void {
    const { status } = message;
    if (status !== 'delivered' && status !== 'superseded') this.#isIncomplete = true;
    const { counters, probes, sendMemory } = this.#host;
    counters.ended(message);
    if (probes.probe !== undefined) probes.ended(message);
    sendMemory?.change(-costOf(message));
    this.#finishSending();
  }

  #stopReading(): void {
    if (this.#receiving === 'cancelled' || this.id === 0) return;
    this.inbox.cancel();
    if (this.#receiving === 'closed') return;
    this.#receiving = 'cancelled';
    this.ending.settle('cancelled');
    if (this.#host.endpoint.isClosed) return;
    const { id } = this;
    this.#host.scheduler.sendControl((writer) => writer.stopStream(id));
  }

  // Messages that were sent in part are dropped at the peer, too. Messages that were sent completely arrive.
  #stopSending(): void {
    if (this.#sending === 'closed') return;
    this.#isCancelled = true;
    this.#sending = 'closing';
    if (this.#direction === 'out') this.ending.settle('cancelled');
    this.#host.scheduler.clear(this.outgoing, 'cancelled');
    this.#finishSending();
  }

  // When all messages were acknowledged or dropped, a record tells the peer that none follows. It arrives after all messages, whatever their channel.
  #finishSending(): void {
    if (this.#sending !== 'closing' || this.outgoing.live > 0 || this.#host.endpoint.isClosed) return;
    this.#sending = 'closed';
    const how = this.#howSendingEnds;
    const settled = this.#direction === 'out' ? settles(this.ending, how) : undefined;
    this.#host.scheduler.sendControl(closeRecord(this.id, how), settled);
    this.#endIfBothEnded();
  }

  get #howSendingEnds(): StreamClose {
    if (this.#isCancelled) return 'cancelled';
    return this.#isIncomplete ? 'incomplete' : 'closed';
  }

  get #isReady(): boolean {
    const { endpoint, highWaterMark } = this.#host;
    return endpoint.isClosed || this.#sending !== 'open' || this.outgoing.waitingBytes < highWaterMark;
  }

  #endIfBothEnded(): void {
    if (!this.#hasEnded) return;
    this.#releaseIfOver();
    this.#host.ended(this);
  }

  get #hasEnded(): boolean {
    return this.#sending === 'closed' && this.#receiving === 'closed';
  }

  // Unread messages keep the memory of the stream: otherwise the peer could use up the memory with ended streams.
  #releaseIfOver(): void {
    if (this.#hasEnded && this.inbox.isEmpty) this.#host.endpoint.hold(this.#changeOfCost(0));
  }

  #changeOfCost(wanted: number): number {
    const change = wanted - this.#heldCost;
    this.#heldCost = wanted;
    return change;
  }

  get #whyClosed(): string {
    return this.#direction === 'in'
      ? 'only the peer, which opened this one-way stream, can send'
      : 'the stream is closed';
  }
}

// These functions have no reference to the stream: a record may wait for longer than the stream is
// needed, and must not keep it in memory.
function closeRecord(id: number, how: StreamClose): Control {
  return (writer) => writer.closeStream(id, streamCloses.indexOf(how));
}

/** Settles an ending when the peer has the record. If the session ends before, the peer may have 'lost'. */
function settles(ending: StreamEnding, how: StreamClose): (isAcknowledged: boolean) => void {
  return (isAcknowledged) => ending.settle(isAcknowledged ? how : 'lost');
}

/** Bytes of memory of an outgoing message, from `send` until it has ended. */
function costOf({ size }: Message): number {
  return costOfMessage + size;
}

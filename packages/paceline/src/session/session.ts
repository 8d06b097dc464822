/// <reference lib="esnext.disposable" preserve="true" />
import { type EventLoop, Timer } from '@doha/loop';
import type { LatencyController } from '../control/latency-controller.ts';
import { Message, type MessageEnd } from '../sender/message.ts';
import { OutgoingStream } from '../sender/outgoing-stream.ts';
import { closeCode } from '../wire/close-code.ts';
import type { Settings } from '../wire/greeting.ts';
import { creditOfMessage } from '../wire/layout.ts';
import type { Channel } from './channel.ts';
import { Engine } from './engine.ts';
import { type CloseOptions, completeClose } from './close-options.ts';
import { callEach, guard, type Reporter } from './guard.ts';
import { Inbox, type Received } from './inbox.ts';
import type { Link } from './link.ts';
import { bytesOf, ownBytes, type Sendable, utf8Length, textOf } from './payload.ts';
import { sessionId } from './session-id.ts';
import { type SessionStatistics, statisticsOf } from './session-statistics.ts';
import { checkSendOptions, type SendOptions } from './send-options.ts';
import { Stream, type StreamOptions } from './stream.ts';
import { Tally } from './tally.ts';

/** Why a session has ended: a code of {@link closeCode} or of the application's. */
export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** @internal */
export interface SessionParts {
  readonly loop: EventLoop;
  /** Receives what callbacks of the application throw; default: `loop`. */
  readonly reporter?: Reporter;
  readonly isClient: boolean;
  readonly name: Uint8Array;
  readonly protocol: string;
  /** At a server: what `authenticate` has returned. */
  readonly user?: unknown;
  readonly own: Settings;
  readonly peer: Settings;
  readonly chunkSize: number;
  readonly heartbeat: number;
  /** Bytes that may wait: `ready` below the first, none are taken beyond the second. */
  readonly highWater: number;
  readonly mostQueued: number;
  /** Whether the session ends if more is sent than that, or than the other end takes; else `send` throws. */
  readonly endsOnOverflow: boolean;
  readonly newController: () => LatencyController;
  /** Of {@link Engine}. */
  readonly hold?: ((bytes: number) => void) | undefined;
  /** Told when channels have come or gone. */
  readonly channelsChanged?: () => void;
}

interface Opened {
  readonly stream: Stream;
  readonly direction: Direction;
  readonly outgoing: OutgoingStream;
  readonly inbox: Inbox;
  readonly latest: Map<string, Message>;
  /** Messages that have not ended. */
  live: number;
  /** Whether no more are to be sent, whether the other end is told so, and whether it has said so. */
  isClosing: boolean;
  isClosed: boolean;
  isClosedByPeer: boolean;
  /** Whether the application reads no more of it, and whether the other end has said so. */
  isCancelled: boolean;
  isStoppedByPeer: boolean;
}

/**
 * What has happened to the connections of a session: 'disconnected', all are lost and new ones are being made; 'resumed', there is one again, and nothing
 * was lost; 'lost', the session has ended though neither end has closed it.
 */
export type ConnectionChange = 'disconnected' | 'resumed' | 'lost';

/** Who sends messages by a stream. */
type Direction = 'out' | 'in' | 'both';

const longestLabel = 1024;

/** Bytes that a message takes while it waits, though it has hardly any of its own. */
const costOfMessage = 512;

/** One end of a session, which may outlive connections: messages with priorities, both ways. It is itself a stream, which is always open. */
export class Session {
  /** Resolves when it is over; never rejects. */
  readonly closed: Promise<Closed>;
  /** The application's subprotocol; empty: none. */
  readonly protocol: string;
  /** At a server: what `authenticate` returned for the first connection, unless that was `true`. The application may store something else here. */
  user: unknown;
  /** @internal */ readonly engine: Engine;
  /** @internal */ readonly name: Uint8Array;
  /** Receives what callbacks of the application throw. @internal */ readonly reporter: Reporter;
  #parts: SessionParts;
  #streams: Map<number, Opened> = new Map();
  #tally: Tally = new Tally();
  #main: Stream;
  #nextStream: number;
  #nextPeerStream: number;
  #openedHere = 0; // streams that this end has opened, and not both have closed
  #wasConnected = false; // when connections changed last
  #connectionListeners: Set<(change: ConnectionChange) => void> = new Set();
  #streamListeners: Set<(stream: Stream) => void> = new Set();
  #streamsWaiting: Stream[] = [];
  #whenReady: (() => void)[] = [];
  #end: (closed: Closed) => void = () => {};

  /** @internal */
  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.user = parts.user;
    this.reporter = parts.reporter ?? parts.loop;
    this.protocol = parts.protocol;
    this.#nextStream = parts.isClient ? 2 : 1;
    this.#nextPeerStream = parts.isClient ? 1 : 2;
    this.closed = new Promise((resolve) => {
      this.#end = resolve;
    });
    const { chunkSize, heartbeat, isClient, loop, newController, own, peer } = parts;
    this.engine = new Engine({
      loop,
      isClient,
      own,
      peer,
      chunkSize,
      heartbeat,
      newController,
      hold: parts.hold,
      events: {
        message: (stream, isText, bytes) => this.#received(stream, isText, bytes),
        streamOpened: (stream, label, isTwoWay) => this.#peerOpened(stream, label, isTwoWay),
        streamClosed: (stream) => this.#peerClosed(stream),
        streamStopped: (stream) => this.#peerStopped(stream),
        streamCredit: (stream, bytes) => this.#granted(stream, bytes),
        channelsChanged: () => this.#channelsChanged(),
        closed: (code, reason) => this.#ended(code, reason),
        room: () => this.#hasRoom(),
      },
    });
    this.#main = this.#open(0, {}, 'both').stream;
  }

  /** Names the session in logs and among users; the same at both ends. It is public: an id does not give access to a session. */
  get id(): string {
    return sessionId(this.name);
  }

  /** Whether there is a connection. */
  get isConnected(): boolean {
    return this.engine.active !== undefined;
  }

  /** Bytes of messages that wait. */
  get queued(): number {
    return this.engine.outbox.waitingBytes;
  }

  /** Resolves when little enough waits that more may well be sent, or the session is over. */
  get ready(): Promise<void> {
    if (this.#isReady) return Promise.resolve();
    return new Promise((resolve) => this.#whenReady.push(resolve));
  }

  /** What it has done so far; made when it is asked for. */
  get statistics(): SessionStatistics {
    return statisticsOf(this.engine, this.#tally);
  }

  /** As {@link Stream.send}, by the stream that is always open. */
  send(data: Sendable, options?: SendOptions): Message {
    return this.#main.send(data, options);
  }

  /** As {@link Stream.latest}. */
  latest(key: string, data: Sendable, options?: SendOptions): Message {
    return this.#main.latest(key, data, options);
  }

  /** As {@link Stream.onMessage}. */
  onMessage(listener: (data: Received) => void): () => void {
    return this.#main.onMessage(listener);
  }

  /**
   * The messages as they arrive, until the session ends. The sender pauses if more than `streamWindow` bytes wait to be read. After a loop was left,
   * messages wait for the next reader.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<Received> {
    return this.#streams.get(0)!.inbox.iterator(() => {});
  }

  /** Opens a stream. Throws a RangeError if an option is out of its range, or if as many are open as the other end takes (`mostStreams`). */
  stream(options: StreamOptions = {}): Stream {
    const { fairness = 'resource', label = '', twoWay = false, weight = 1 } = options;
    if (typeof twoWay !== 'boolean')
      throw new TypeError(`stream: twoWay must be true or false, got ${String(twoWay)}`);
    if (!(Number.isFinite(weight) && weight > 0))
      throw new RangeError(`stream: weight must be a finite number > 0, got ${weight}`);
    if (fairness !== 'resource' && fairness !== 'quality')
      throw new RangeError(`stream: fairness must be 'resource' or 'quality', got ${String(fairness)}`);
    if (typeof label !== 'string')
      throw new TypeError(`stream: label must be a string, got ${String(label)}`);
    const size = utf8Length(label);
    if (size > longestLabel)
      throw new RangeError(`stream: label must have up to ${longestLabel} bytes, got ${size}`);
    const { mostStreams } = this.#parts.peer;
    if (this.#openedHere >= mostStreams)
      throw new RangeError(
        `stream: the other end takes up to ${mostStreams} that are open; close some, at both ends`,
      );
    const id = this.#nextStream;
    this.#nextStream += 2;
    if (!this.engine.isClosed) {
      this.#openedHere++;
      this.engine.outbox.control((writer) => writer.openStream(id, label, twoWay));
      this.engine.wake();
    }
    return this.#open(id, { fairness, label, weight }, twoWay ? 'both' : 'out').stream;
  }

  /** `listener` is told when all connections are lost, when there is one again, and when the session is lost. Returns the undo. */
  onConnectionChange(listener: (change: ConnectionChange) => void): () => void {
    this.#connectionListeners.add(listener);
    return () => this.#connectionListeners.delete(listener);
  }

  /** `listener` gets each stream that the other end opens; those that were opened before there was one, too. Returns the undo. */
  onStream(listener: (stream: Stream) => void): () => void {
    this.#streamListeners.add(listener);
    for (const stream of this.#streamsWaiting.splice(0)) guard(this.reporter, () => listener(stream));
    return () => this.#streamListeners.delete(listener);
  }

  /**
   * Ends the session when all messages of both ends have arrived. Returns `closed`. If there is no progress for `timeout` ms, the session ends with the
   * code `timeout`, and messages that have not arrived are lost. A further call changes `timeout` only. Throws a RangeError or a TypeError that names
   * the option.
   */
  close(options: CloseOptions = {}): Promise<Closed> {
    const { code, reason, timeout } = completeClose(options);
    this.engine.close(code, reason, timeout);
    return this.closed;
  }

  /** Ends the session now; what has not come is lost. */
  terminate(): void {
    this.engine.fail(closeCode.normal, '');
  }

  [Symbol.dispose](): void {
    this.terminate();
  }

  /** A connection has been bound to it. @internal */
  bind(link: Link): Channel {
    this.#tally.connections++;
    return this.engine.bind(link);
  }

  #open(
    id: number,
    { fairness = 'resource', label = '', weight = 1 }: StreamOptions,
    direction: Direction,
  ): Opened {
    const takeBack = (message: Message, why: MessageEnd): boolean => this.engine.outbox.remove(message, why);
    const inbox = new Inbox(this.reporter, {
      wait: (credit) => this.engine.wait(id, credit),
      read: (credit) => this.engine.read(id, credit),
    });
    const window = this.#parts.peer.streamWindow;
    const outgoing = new OutgoingStream({ id, fairness, weight, window }, takeBack);
    const stream = new Stream(
      label,
      direction === 'both',
      {
        send: (data, options, key) => this.#send(opened, data, options, key),
        close: () => this.#close(opened),
        cancel: () => this.#cancel(opened),
      },
      inbox,
    );
    const [sends, receives] = [direction !== 'in', direction !== 'out'];
    const opened: Opened = {
      stream,
      direction,
      outgoing,
      inbox,
      latest: new Map(),
      live: 0,
      isClosing: !sends,
      isClosed: !sends,
      isClosedByPeer: !receives,
      isCancelled: false,
      isStoppedByPeer: false,
    };
    if (this.engine.isClosed || !receives) inbox.close();
    if (receives) this.engine.openWindow(id);
    this.engine.outbox.join(outgoing);
    this.#streams.set(id, opened);
    return opened;
  }

  #send(opened: Opened, data: Sendable, options: SendOptions, key: string | undefined): Message {
    const { expiresIn, marginalUtility = 0, priority = 0 } = options;
    checkSendOptions(options);
    if (opened.isClosing && !opened.isStoppedByPeer) throw new Error(`send: ${whyClosed(opened)}`);
    const payload = bytesOf(data);
    this.#mustFit(payload.length);

    const { latest, outgoing } = opened;
    const before = this.#superseded(opened, key);
    const takesPlace = before?.priority === priority;
    const order = takesPlace ? before.order : outgoing.count++;
    const isText = typeof data === 'string';
    const message = new Message({ payload, isText, priority, marginalUtility, order, stream: outgoing });
    if (opened.isStoppedByPeer || this.engine.isClosed || this.engine.isClosing) {
      message.become(opened.isStoppedByPeer ? 'cancelled' : 'lost');
      this.#tally.ended(message);
      return message;
    }
    if (key !== undefined) latest.set(key, message);
    const timer = expiresIn === undefined ? undefined : this.#expire(message, expiresIn);
    opened.live++;
    message.onEnd = () => {
      if (timer !== undefined) this.#parts.loop.cancel(timer);
      if (key !== undefined && latest.get(key) === message) latest.delete(key);
      opened.live--;
      this.#tally.ended(message);
      this.#finishClose(opened);
    };
    if (takesPlace) this.engine.outbox.replace(before, message);
    else this.engine.outbox.push(message);
    if (before !== undefined && !takesPlace) this.engine.outbox.remove(before, 'superseded');
    this.engine.wake();
    return message;
  }

  /** The last message of a key, unless it has begun to leave. */
  #superseded({ latest }: Opened, key: string | undefined): Message | undefined {
    const before = key === undefined ? undefined : latest.get(key);
    return before?.status === 'queued' ? before : undefined;
  }

  #expire(message: Message, after: number): Timer {
    const expire = (): void => {
      message.isStale = !this.engine.outbox.remove(message, 'expired');
    };
    const timer = new Timer(expire, { after });
    this.#parts.loop.submit(timer);
    return timer;
  }

  // A server goes on without a client that takes too little: what a listener throws may end all of it.
  #mustFit(bytes: number): void {
    const fault = this.#overflowBy(bytes);
    if (fault === undefined) return;
    if (!this.#parts.endsOnOverflow) throw new RangeError(`send: ${fault}`);
    this.engine.fail(closeCode.overflow, fault);
    this.reporter.reportError(new RangeError(`session ${this.id} has been closed: ${fault}`));
  }

  #overflowBy(bytes: number): string | undefined {
    const { mostQueued, peer } = this.#parts;
    const { waiting, waitingBytes } = this.engine.outbox;
    if (bytes > peer.longestMessage)
      return `a message must have up to ${peer.longestMessage} bytes for the other end, got ${bytes}`;
    const isFull = waitingBytes + bytes > mostQueued || (waiting + 1) * costOfMessage > mostQueued;
    if (waiting === 0 || !isFull) return undefined;
    return `up to ${mostQueued} bytes may wait, ${waitingBytes} do in ${waiting} messages; got ${bytes} more`;
  }

  #close(opened: Opened): void {
    if (opened.isClosing || opened.outgoing.id === 0) return;
    opened.isClosing = true;
    this.#finishClose(opened);
  }

  #cancel(opened: Opened): void {
    const { id } = opened.outgoing;
    if (opened.isCancelled) return;
    opened.isCancelled = true;
    opened.inbox.cancel();
    if (opened.isClosedByPeer || this.engine.isClosed) return;
    this.engine.outbox.control((writer) => writer.stopStream(id));
    this.engine.wake();
  }

  // The other end is told when all of its messages have come: then none comes after that, whatever way they take.
  #finishClose(opened: Opened): void {
    if (!opened.isClosing || opened.isClosed || opened.live > 0 || this.engine.isClosed) return;
    opened.isClosed = true;
    const { id } = opened.outgoing;
    this.engine.outbox.control((writer) => writer.closeStream(id));
    this.engine.wake();
    this.#forget(opened);
  }

  #forget({ isClosed, isClosedByPeer, outgoing }: Opened): void {
    if (!isClosed || !isClosedByPeer) return;
    this.#streams.delete(outgoing.id);
    if (outgoing.id % 2 === this.#nextStream % 2) this.#openedHere--;
  }

  #received(id: number, isText: boolean, bytes: Uint8Array): string | undefined {
    if (this.engine.isClosed) return undefined; // by a listener that got what came before in the same frame
    const opened = this.#streams.get(id);
    if (opened === undefined || opened.isClosedByPeer) return `stream ${id} is not open`;
    const data = isText ? textOf(bytes) : ownBytes(bytes);
    if (data === undefined) return 'a text is not UTF-8';
    this.#tally.comes(bytes.length);
    opened.inbox.push({ data, credit: bytes.length + creditOfMessage });
    return undefined;
  }

  // The records of streams come in order, but may come again by another channel.
  #peerOpened(id: number, label: string, isTwoWay: boolean): string | undefined {
    if (id < this.#nextPeerStream && id > 0 && id % 2 === this.#nextPeerStream % 2) return undefined;
    if (id !== this.#nextPeerStream) return `stream ${id} is opened, and not ${this.#nextPeerStream}`;
    if (label.length > longestLabel) return 'a label is too long';
    if (this.#openedByPeer >= this.#parts.own.mostStreams) return 'too many streams are open';
    this.#nextPeerStream += 2;
    const { stream } = this.#open(id, { label }, isTwoWay ? 'both' : 'in');
    if (this.#streamListeners.size === 0) this.#streamsWaiting.push(stream);
    callEach(this.reporter, this.#streamListeners, stream);
    return undefined;
  }

  #peerClosed(id: number): string | undefined {
    if (!this.#wasOpened(id)) return `stream ${id} is not open`;
    const opened = this.#streams.get(id);
    if (opened === undefined || opened.isClosedByPeer) return undefined;
    opened.isClosedByPeer = true;
    opened.inbox.close();
    this.engine.closeWindow(id);
    this.#forget(opened);
    return undefined;
  }

  #peerStopped(id: number): string | undefined {
    if (!this.#wasOpened(id)) return `stream ${id} is not open`;
    const opened = this.#streams.get(id);
    if (opened === undefined || opened.isClosed) return undefined;
    opened.isStoppedByPeer = opened.isClosing = true;
    this.engine.outbox.clear(opened.outgoing, 'cancelled');
    this.#finishClose(opened);
    return undefined;
  }

  // Credit may arrive late, by a stream that has ended.
  #granted(id: number, bytes: number): string | undefined {
    if (id !== 0 && !this.#wasOpened(id)) return `stream ${id} is not open`;
    const opened = this.#streams.get(id);
    if (opened !== undefined) this.engine.outbox.grant(opened.outgoing, bytes);
    return undefined;
  }

  /** Whether either end has ever opened a stream of this number. */
  #wasOpened(id: number): boolean {
    return id > 0 && id < (id % 2 === this.#nextStream % 2 ? this.#nextStream : this.#nextPeerStream);
  }

  #channelsChanged(): void {
    const { isConnected } = this;
    const isResumed = isConnected && !this.#wasConnected && this.#tally.connections > 1;
    const isDisconnected = !isConnected && this.#wasConnected && !this.engine.isClosing;
    this.#wasConnected = isConnected;
    this.#parts.channelsChanged?.();
    if (isResumed) callEach(this.reporter, this.#connectionListeners, 'resumed');
    if (isDisconnected) callEach(this.reporter, this.#connectionListeners, 'disconnected');
  }

  #ended(code: number, reason: string): void {
    for (const { inbox } of this.#streams.values()) inbox.close();
    this.#end({ code, reason });
    if (!this.engine.isClosing && code !== closeCode.normal)
      callEach(this.reporter, this.#connectionListeners, 'lost');
    this.#hasRoom();
  }

  get #openedByPeer(): number {
    return this.#streams.size - 1 - this.#openedHere; // one is the session itself
  }

  get #isReady(): boolean {
    return this.engine.isClosed || this.queued < this.#parts.highWater;
  }

  #hasRoom(): void {
    if (this.#whenReady.length > 0 && this.#isReady)
      for (const resolve of this.#whenReady.splice(0)) resolve();
  }
}

function whyClosed({ direction }: Opened): string {
  return direction === 'in'
    ? 'only the other end sends by a one-way stream; open it with twoWay'
    : 'the stream is closed';
}

/// <reference lib="esnext.disposable" preserve="true" />
import type { EventLoop } from '@doha/loop';
import { checkCallback, checkObject } from '@doha/loop/options';
import { callEach, guard, type Reporter } from '../callbacks/guard.ts';
import { guardedController } from '../control/guarded-controller.ts';
import type { NewController } from '../control/latency-controller.ts';
import type { MemoryAccount } from '../memory/memory-account.ts';
import { costOfMessage } from '../memory/memory-cost.ts';
import { ChunkScheduler } from '../sender/chunk-scheduler.ts';
import type { Message } from '../sender/message.ts';
import type { Received } from '../stream/inbox.ts';
import type { SendOptions } from '../stream/send-options.ts';
import type { StreamOptions } from '../stream/stream-options.ts';
import type { Stream } from '../stream/stream.ts';
import { Streams, type StreamsParts } from '../stream/streams.ts';
import type { Channel } from '../transport/channel.ts';
import type { Link } from '../transport/link.ts';
import { closeCode } from '../wire/close-code.ts';
import type { Settings } from '../wire/hello.ts';
import type { Sendable } from '../wire/payload.ts';
import { type CloseOptions, completeClose } from './close-options.ts';
import type { Closed } from './closing-handshake.ts';
import { Endpoint } from './endpoint.ts';
import { MessageCounters } from './message-counters.ts';
import { sessionId } from './session-id.ts';
import { ProbeCalls, type SessionProbe } from './session-probe.ts';
import { type SessionStatistics, statisticsOf } from './session-statistics.ts';

/** The parts and settings of a session. */
export interface SessionParts {
  readonly loop: EventLoop;
  /** Receives errors of the application's callbacks; default: `loop`. */
  readonly reporter?: Reporter;
  readonly isClient: boolean;
  readonly name: Uint8Array;
  readonly protocol: string;
  /** At a server: the value that `authenticate` has returned. */
  readonly user?: unknown;
  readonly own: Settings;
  readonly peer: Settings;
  readonly chunkSize: number;
  readonly heartbeat: number;
  /** A stream is ready while fewer bytes than this wait to be sent. */
  readonly highWaterMark: number;
  /** Maximum bytes that may wait to be sent. */
  readonly maxQueued: number;
  /** Whether the session ends if `maxQueued` is exceeded, or a message is too long for the peer; otherwise `send` throws. */
  readonly endsOnOverflow: boolean;
  readonly newController: NewController;
  /** Of {@link Endpoint}. */
  readonly hold?: ((bytes: number) => void) | undefined;
  /** Counts the messages that wait to be sent or acknowledged. Default: they are not counted. */
  readonly sendMemory?: MemoryAccount | undefined;
  /** Of {@link Streams}. */
  readonly keepUnread?: StreamsParts['keepUnread'];
  /** Called when channels have been added or removed. */
  readonly channelsChanged?: () => void;
}

/**
 * A change of the connections of a session: 'disconnected', all connections are lost, and new ones are being made; 'resumed', there is a connection again,
 * and no message was lost; 'lost', the session has ended before all messages of both endpoints had arrived, and this endpoint has called neither `close` nor
 * `terminate`.
 */
export type ConnectionChange = 'disconnected' | 'resumed' | 'lost';

/**
 * One endpoint of a session, which may outlive its connections: messages with priorities, in both
 * directions. Its own messages belong to a stream that is always open.
 */
export class Session {
  /** Resolves when the session has ended; never rejects. */
  readonly closed: Promise<Closed>;
  /** The application's subprotocol; empty: none. */
  readonly protocol: string;
  /** At a server: the value that `authenticate` returned for the first connection, unless that was `true`. The application may store something else here. */
  user: unknown;
  /** @internal */ readonly endpoint: Endpoint;
  /** @internal */ readonly scheduler: ChunkScheduler;
  /** @internal */ readonly name: Uint8Array;
  /** Runs the timers of the session. @internal */ readonly loop: EventLoop;
  /** Receives errors of the application's callbacks. @internal */ readonly reporter: Reporter;
  #parts: SessionParts;
  #streams: Streams;
  #counters: MessageCounters = new MessageCounters();
  #probes: ProbeCalls;
  #wasConnected = false; // after the last change of the connections
  #isDisconnected = false; // as reported to the application
  #dropsUnread = false; // whether the end of the session drops unread messages
  #isLost = false; // the session has ended, and that was reported as 'lost'
  #connectionListeners: Set<(change: ConnectionChange) => unknown> = new Set();
  #unwatchLoop: () => void;
  #resolveClosed: (closed: Closed) => void = () => {};

  /** @internal */
  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.loop = parts.loop;
    this.user = parts.user;
    this.reporter = parts.reporter ?? parts.loop;
    this.#probes = new ProbeCalls(this.reporter);
    this.protocol = parts.protocol;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.scheduler = new ChunkScheduler(parts.chunkSize, () => this.endpoint.wake());
    this.endpoint = new Endpoint({
      ...parts,
      scheduler: this.scheduler,
      newController: (connection) =>
        guardedController(
          () => parts.newController(connection),
          (error) => this.#fail(error),
        ),
      streams: () => this.#streams,
      events: {
        channelsChanged: () => this.#channelsChanged(),
        closed: (code, reason) => this.#ended(code, reason),
        room: () => this.#streams.resolveIfReady(),
      },
    });
    this.#streams = new Streams({
      ...parts,
      scheduler: this.scheduler,
      windows: this.endpoint.windows,
      endpoint: this.endpoint,
      reporter: this.reporter,
      counters: this.#counters,
      probes: this.#probes,
      checkRoom: (bytes, method) => this.#checkRoom(bytes, method),
    });
    this.#unwatchLoop = parts.loop.whenDisposed(() => this.terminate());
  }

  /** Names the session in logs and among users; the same at both endpoints. It is public: an id does not give access to a session. */
  get id(): string {
    return sessionId(this.name);
  }

  /** Whether there is a connection. */
  get isConnected(): boolean {
    return this.endpoint.active !== undefined;
  }

  /** Bytes of messages that wait to be sent, of all streams. */
  get queued(): number {
    return this.scheduler.waitingBytes;
  }

  /** As {@link Stream.ready}, of the messages that the session itself sends: messages of other streams do not count. */
  get ready(): Promise<void> {
    return this.#streams.main.ready;
  }

  /** Bytes of memory of messages that wait to be sent or acknowledged; 0 if they are not counted. @internal */
  get sendMemory(): number {
    return this.#parts.sendMemory?.bytes ?? 0;
  }

  /** Counters and measurements since the session began; a new object for each access. */
  get statistics(): SessionStatistics {
    return statisticsOf(this.endpoint, this.scheduler, this.#counters);
  }

  /**
   * Callbacks for measurements, such as `recorder.session(session.id)` of `@doha/monitor`; undefined, the default: none. They are called for the messages that
   * are sent or that arrive from then on. The setter throws a TypeError if the value is no object.
   */
  get probe(): SessionProbe | undefined {
    return this.#probes.probe;
  }

  set probe(probe: SessionProbe | undefined) {
    if (probe !== undefined) checkObject('session.probe', probe);
    this.#probes.probe = probe;
  }

  /** As {@link Stream.send}, by the stream that is always open. */
  send(data: Sendable, options?: SendOptions): Message {
    return this.#streams.main.send(data, options);
  }

  /** As {@link Stream.latest}. */
  latest(key: string, data: Sendable, options?: SendOptions): Message {
    return this.#streams.main.latest(key, data, options);
  }

  /** As {@link Stream.onMessage}, of the messages that the session itself receives. */
  onMessage(listener: (data: Received) => unknown): () => void {
    return this.#streams.main.onMessage(listener);
  }

  /**
   * The messages as they arrive, until the session ends. The sender pauses if more than `streamWindow` bytes wait to be read. After a loop was left,
   * messages wait for the next reader.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<Received> {
    return this.#streams.main[Symbol.asyncIterator]();
  }

  /** Opens a stream. Throws a TypeError or a RangeError if an option is invalid, or a RangeError if the peer allows no more open streams (`maxStreams`). */
  stream(options: StreamOptions = {}): Stream {
    return this.#streams.open(options);
  }

  /**
   * `listener` is called when all connections are lost, when there is a connection again, and when
   * the session is lost. If the session was lost before, `listener` is called in a microtask: a
   * session can be lost before the application receives it. Returns a function that removes the
   * listener.
   */
  onConnectionChange(listener: (change: ConnectionChange) => unknown): () => void {
    checkCallback('onConnectionChange: listener', listener);
    this.#connectionListeners.add(listener);
    if (this.#isLost)
      queueMicrotask(() => {
        if (this.#connectionListeners.has(listener)) guard(this.reporter, () => listener('lost'));
      });
    return () => this.#connectionListeners.delete(listener);
  }

  /**
   * `listener` gets each stream that the peer opens. Streams that were opened earlier are passed in a
   * microtask, after `onStream` has returned. Returns a function that removes the listener.
   */
  onStream(listener: (stream: Stream) => unknown): () => void {
    return this.#streams.listen(listener);
  }

  /**
   * Ends the session when all messages of both endpoints have arrived. Returns `closed`. If there is no progress for `timeout` ms, the session ends with the
   * code `timeout`, and messages that have not arrived are lost. A further call changes `timeout` only. Throws a RangeError or a TypeError that names
   * the option.
   */
  close(options: CloseOptions = {}): Promise<Closed> {
    const { code, reason, timeout } = completeClose(options);
    this.endpoint.close(code, reason, timeout);
    return this.closed;
  }

  /**
   * Ends the session now, with `closeCode.terminated` at both endpoints. Messages that have not been delivered are lost, and the peer reports 'lost'. Does
   * nothing if the session has ended.
   */
  terminate(): void {
    this.endNow(closeCode.terminated);
  }

  [Symbol.dispose](): void {
    this.terminate();
  }

  /** Ends the session now because this endpoint wants it: only the peer reports 'lost'. @internal */
  endNow(code: number): void {
    this.endpoint.isEndedHere = true;
    this.endpoint.fail(code, '');
  }

  /** Ends the session now, and drops unread messages, because their memory is needed. @internal */
  endForMemory(reason: string): void {
    this.#dropsUnread = true;
    this.endpoint.fail(closeCode.overflow, reason);
  }

  /** Adds a connection to the session. @internal */
  bind(link: Link): Channel {
    this.#counters.connectionsMade++;
    return this.endpoint.bind(link);
  }

  // Called in a microtask after a controller of the application has failed.
  #fail(error: unknown): void {
    this.endpoint.fail(closeCode.internalError, '');
    this.reporter.reportError(error);
  }

  // A server ends the session of a client that reads too little: an error that is thrown here could
  // end the whole server.
  #checkRoom(bytes: number, method: string): void {
    const fault = this.#overflowBy(bytes);
    if (fault === undefined) return;
    if (!this.#parts.endsOnOverflow) throw new RangeError(`${method}: ${fault}`);
    this.endpoint.fail(closeCode.overflow, fault);
    this.reporter.reportError(new RangeError(`session ${this.id} has been closed: ${fault}`));
  }

  #overflowBy(bytes: number): string | undefined {
    const { maxQueued, peer } = this.#parts;
    const { waiting, waitingBytes } = this.scheduler;
    if (bytes > peer.maxMessageSize)
      return `a message must have up to ${peer.maxMessageSize} bytes for the peer, got ${bytes}`;
    const most = Math.max(1, Math.floor(maxQueued / costOfMessage));
    const areTooMany = waiting >= most;
    if (waiting === 0 || !(areTooMany || waitingBytes + bytes > maxQueued)) return undefined;
    const limit = areTooMany ? `${most} messages` : `${maxQueued} bytes`;
    return `up to ${limit} may wait to be sent; ${waitingBytes} bytes wait in ${waiting} messages, got ${bytes} more`;
  }

  #channelsChanged(): void {
    const { isConnected } = this;
    const isResumed = isConnected && this.#isDisconnected;
    const isDisconnected = !isConnected && this.#wasConnected && !this.endpoint.isClosing;
    this.#wasConnected = isConnected;
    if (isResumed || isDisconnected) this.#isDisconnected = isDisconnected;
    this.#parts.channelsChanged?.();
    if (isResumed) callEach(this.reporter, this.#connectionListeners, 'resumed');
    if (isDisconnected) callEach(this.reporter, this.#connectionListeners, 'disconnected');
  }

  #ended(code: number, reason: string): void {
    this.#unwatchLoop();
    this.#streams.end(this.#dropsUnread);
    this.#resolveClosed({ code, reason });
    const { isClean, isEndedHere } = this.endpoint;
    this.#isLost = !isEndedHere && !isClean;
    if (this.#isLost) callEach(this.reporter, this.#connectionListeners, 'lost');
    this.#streams.resolveIfReady();
  }
}

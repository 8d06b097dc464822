/// <reference lib="esnext.disposable" preserve="true" />
import type { EventLoop } from '@doha/loop';
import { checkCallback } from '@doha/loop/options';
import { guardedController } from '../control/guarded-controller.ts';
import type { LatencyController } from '../control/latency-controller.ts';
import { costOfMessage } from '../receiver/memory-cost.ts';
import type { MemoryAccount } from './memory-account.ts';
import type { Message } from '../sender/message.ts';
import { closeCode } from '../wire/close-code.ts';
import type { Settings } from '../wire/hello.ts';
import type { Channel } from '../transport/channel.ts';
import { Engine } from './engine.ts';
import { type CloseOptions, completeClose } from './close-options.ts';
import { callEach, type Reporter } from '../callbacks/guard.ts';
import type { Received } from '../stream/inbox.ts';
import type { Link } from '../transport/link.ts';
import type { Sendable } from '../wire/payload.ts';
import { sessionId } from './session-id.ts';
import { type SessionStatistics, statisticsOf } from './session-statistics.ts';
import type { SendOptions } from '../stream/send-options.ts';
import { SessionStreams, type SessionStreamsParts } from '../stream/session-streams.ts';
import type { Stream } from '../stream/stream.ts';
import type { StreamOptions } from '../stream/stream-options.ts';
import { MessageCounters } from './message-counters.ts';

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
  /** Bytes that may wait: a stream is `ready` below the first, the session takes none beyond the second. */
  readonly highWaterMark: number;
  readonly maxQueued: number;
  /** Whether the session ends if more is sent than that, or than the other end takes; else `send` throws. */
  readonly endsOnOverflow: boolean;
  readonly newController: () => LatencyController;
  /** Of {@link Engine}. */
  readonly hold?: ((bytes: number) => void) | undefined;
  /** Counts the messages that wait to be sent, or to be acknowledged. Default: they are not counted. */
  readonly sendMemory?: MemoryAccount | undefined;
  /** Of {@link SessionStreams}. */
  readonly leaveUnread?: SessionStreamsParts['leaveUnread'];
  /** Told when channels have come or gone. */
  readonly channelsChanged?: () => void;
}

/**
 * What has happened to the connections of a session: 'disconnected', all are lost and new ones are being made; 'resumed', there is one again, and nothing
 * was lost; 'lost', the session has ended before all messages of both ends had arrived, and this end has called neither `close` nor `terminate`.
 */
export type ConnectionChange = 'disconnected' | 'resumed' | 'lost';

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
  /** Where its timers run. @internal */ readonly loop: EventLoop;
  /** Receives what callbacks of the application throw. @internal */ readonly reporter: Reporter;
  #parts: SessionParts;
  #streams: SessionStreams;
  #counters: MessageCounters = new MessageCounters();
  #wasConnected = false; // when connections changed last
  #isDisconnected = false; // as the application was told
  #dropsUnread = false; // when it ends
  #connectionListeners: Set<(change: ConnectionChange) => unknown> = new Set();
  #end: (closed: Closed) => void = () => {};

  /** @internal */
  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.loop = parts.loop;
    this.user = parts.user;
    this.reporter = parts.reporter ?? parts.loop;
    this.protocol = parts.protocol;
    this.closed = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.engine = new Engine({
      ...parts,
      newController: () => guardedController(parts.newController, (error) => this.#fail(error)),
      streams: () => this.#streams,
      events: {
        channelsChanged: () => this.#channelsChanged(),
        closed: (code, reason) => this.#ended(code, reason),
        room: () => this.#streams.checkReady(),
      },
    });
    this.#streams = new SessionStreams({
      ...parts,
      engine: this.engine,
      reporter: this.reporter,
      counters: this.#counters,
      checkRoom: (bytes) => this.#checkRoom(bytes),
    });
  }

  /** Names the session in logs and among users; the same at both ends. It is public: an id does not give access to a session. */
  get id(): string {
    return sessionId(this.name);
  }

  /** Whether there is a connection. */
  get isConnected(): boolean {
    return this.engine.active !== undefined;
  }

  /** Bytes of messages that wait, of all streams. */
  get queued(): number {
    return this.engine.scheduler.waitingBytes;
  }

  /** As {@link Stream.ready}, of the messages that the session itself sends: those of other streams do not count. */
  get ready(): Promise<void> {
    return this.#streams.main.ready;
  }

  /** Bytes of memory of messages that wait to be sent, or to be acknowledged; 0 if they are not counted. @internal */
  get sendMemory(): number {
    return this.#parts.sendMemory?.bytes ?? 0;
  }

  /** What it has done so far; made when it is asked for. */
  get statistics(): SessionStatistics {
    return statisticsOf(this.engine, this.#counters);
  }

  /** As {@link Stream.send}, by the stream that is always open. */
  send(data: Sendable, options?: SendOptions): Message {
    return this.#streams.main.send(data, options);
  }

  /** As {@link Stream.latest}. */
  latest(key: string, data: Sendable, options?: SendOptions): Message {
    return this.#streams.main.latest(key, data, options);
  }

  /** As {@link Stream.onMessage}, of the messages that the session itself sends. */
  onMessage(listener: (data: Received) => unknown): () => void {
    return this.#streams.main.onMessage(listener);
  }

  /**
   * The messages as they arrive, until the session ends. The sender pauses if more than `streamWindow` bytes wait to be read. After a loop was left,
   * messages wait for the next reader.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<Received> {
    return this.#streams.mainInbox.iterator(() => {});
  }

  /** Opens a stream. Throws a TypeError or a RangeError if an option is wrong, or a RangeError if as many are open as the other end takes (`maxStreams`). */
  stream(options: StreamOptions = {}): Stream {
    return this.#streams.open(options);
  }

  /** `listener` is told when all connections are lost, when there is one again, and when the session is lost. Returns the undo. */
  onConnectionChange(listener: (change: ConnectionChange) => unknown): () => void {
    checkCallback('onConnectionChange: listener', listener);
    this.#connectionListeners.add(listener);
    return () => this.#connectionListeners.delete(listener);
  }

  /** `listener` gets each stream that the other end opens; those that were opened before there was one, too. Returns the undo. */
  onStream(listener: (stream: Stream) => unknown): () => void {
    return this.#streams.listen(listener);
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

  /**
   * Ends the session now, with `closeCode.terminated` at both ends. Messages that have not been delivered are lost, and the other end reports 'lost'. Does
   * nothing if the session has ended.
   */
  terminate(): void {
    this.endNow(closeCode.terminated);
  }

  [Symbol.dispose](): void {
    this.terminate();
  }

  /** Ends the session now because this end wants it: only the other end reports 'lost'. @internal */
  endNow(code: number): void {
    this.engine.isEndedHere = true;
    this.engine.fail(code, '');
  }

  /** Ends the session now, and drops all that has arrived and was not read: its memory is needed. @internal */
  endForMemory(reason: string): void {
    this.#dropsUnread = true;
    this.engine.fail(closeCode.overflow, reason);
  }

  /** A connection has been bound to it. @internal */
  bind(link: Link): Channel {
    this.#counters.connections++;
    return this.engine.bind(link);
  }

  // What the application has given has failed in the middle of a change of the session.
  #fail(error: unknown): void {
    this.engine.fail(closeCode.internalError, '');
    this.reporter.reportError(error);
  }

  // A server goes on without a client that takes too little: what a listener throws may end all of it.
  #checkRoom(bytes: number): void {
    const fault = this.#overflowBy(bytes);
    if (fault === undefined) return;
    if (!this.#parts.endsOnOverflow) throw new RangeError(`send: ${fault}`);
    this.engine.fail(closeCode.overflow, fault);
    this.reporter.reportError(new RangeError(`session ${this.id} has been closed: ${fault}`));
  }

  #overflowBy(bytes: number): string | undefined {
    const { maxQueued, peer } = this.#parts;
    const { waiting, waitingBytes } = this.engine.scheduler;
    if (bytes > peer.maxMessageSize)
      return `a message must have up to ${peer.maxMessageSize} bytes for the other end, got ${bytes}`;
    const isFull = waitingBytes + bytes > maxQueued || (waiting + 1) * costOfMessage > maxQueued;
    if (waiting === 0 || !isFull) return undefined;
    return `up to ${maxQueued} bytes may wait, ${waitingBytes} do in ${waiting} messages; got ${bytes} more`;
  }

  #channelsChanged(): void {
    const { isConnected } = this;
    const isResumed = isConnected && this.#isDisconnected;
    const isDisconnected = !isConnected && this.#wasConnected && !this.engine.isClosing;
    this.#wasConnected = isConnected;
    if (isResumed || isDisconnected) this.#isDisconnected = isDisconnected;
    this.#parts.channelsChanged?.();
    if (isResumed) callEach(this.reporter, this.#connectionListeners, 'resumed');
    if (isDisconnected) callEach(this.reporter, this.#connectionListeners, 'disconnected');
  }

  #ended(code: number, reason: string): void {
    this.#streams.end(this.#dropsUnread);
    this.#end({ code, reason });
    const { isClean, isEndedHere } = this.engine;
    if (!isEndedHere && !isClean) callEach(this.reporter, this.#connectionListeners, 'lost');
    this.#streams.checkReady();
  }
}

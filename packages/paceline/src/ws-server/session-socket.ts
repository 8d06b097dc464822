import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { emitGuarded } from '../callbacks/emit-guarded.ts';
import { guard } from '../callbacks/guard.ts';
import { guardEvents, GuardedListeners } from '../callbacks/guarded-listeners.ts';
import type { Message } from '../sender/message.ts';
import { endForPrograms } from '../session/end-for-programs.ts';
import type { Session } from '../session/session.ts';
import { guardedClassify } from '../stream/guarded-classify.ts';
import type { Received } from '../stream/inbox.ts';
import type { Classified } from '../stream/send-options.ts';
import { Deadline } from '../timers/deadline.ts';
import type { Bytes } from '../wire/bytes.ts';
import { abnormal, isCloseCode, noCode, tooLong } from '../wire/close-code.ts';
import { cutReason } from '../wire/cut-reason.ts';
import { maxReason } from '../wire/layout.ts';
import type { Sendable } from '../wire/payload.ts';
import { SendQueue, type WholeMessage } from './send-queue.ts';
import { SessionConnection } from './session-connection.ts';
import { isBlob, sizeOf, type WsData } from './ws-data.ts';

export interface SessionSocketOptions {
  /** Returns the options of each message that the server sends. Default: all messages are equal and keep their order. */
  readonly classify?: ((data: Sendable) => Classified | undefined) | undefined;
  /** Maximum size of a received message in bytes; 0, the default: the limit of the session. */
  readonly maxPayload?: number | undefined;
}

/** The options of `send` that have an effect: Paceline divides and masks frames by itself, and does not compress. */
export interface SendForm {
  /** Whether the data is sent as bytes. Default: for all data but strings. */
  readonly binary?: boolean;
  /** Whether this is the last part of a message; default true. Parts are sent together. */
  readonly fin?: boolean;
}

type Done = (error?: Error) => void;

/** The inherited members of the WebSocket of `ws`, which work without a connection. */
type Inherited = EventEmitter &
  Pick<
    WebSocket,
    | 'addEventListener'
    | 'binaryType'
    | 'CLOSED'
    | 'CLOSING'
    | 'CONNECTING'
    | 'extensions'
    | 'onclose'
    | 'onerror'
    | 'onmessage'
    | 'onopen'
    | 'OPEN'
    | 'removeEventListener'
  >;

/**
 * The WebSocket of `ws` with the constructor that servers call, which makes no connection. If it had
 * the type of the class in `ws`, TypeScript would take members such as `readyState` for fields,
 * which accessors cannot override.
 */
const ServerSocket: new (address: null, protocols: undefined, options: object) => Inherited = WebSocket;

/**
 * A session with the interface of a server's WebSocket of `ws`, for programs that know nothing else. It is an instance of that class. As for
 * all sockets of a server, `url` is undefined. Differences: `ping` is answered by the session and not by the client, and no 'ping' comes from the client.
 */
export class SessionSocket extends ServerSocket {
  /** The session, for everything that a WebSocket does not have. */
  readonly session: Session;
  readonly ['_socket']: SessionConnection;
  #options: SessionSocketOptions;
  #listeners: GuardedListeners;
  #state: 1 | 2 | 3 = WebSocket.OPEN;
  #isPaused = false;
  #unlisten: (() => void) | undefined;
  #queue: SendQueue;
  #cutting: Deadline; // cuts a client that does not answer `close`
  #discarded = 0; // bytes that were given to `send` after the end
  #isTerminated = false;
  #whenResumed: (() => void) | undefined;

  constructor(session: Session, request: IncomingMessage, options: SessionSocketOptions = {}) {
    super(null, undefined, {});
    this.session = session;
    this['_socket'] = new SessionConnection(request, {
      destroy: () => this.terminate(),
      pause: () => this.pause(),
      resume: () => this.resume(),
    });
    this.#options = options;
    this.#listeners = new GuardedListeners(session.reporter);
    this.#cutting = new Deadline(session.loop, () => this.terminate());
    this.#queue = new SendQueue({
      send: (message, done) => this.#sendNow(message, done),
      queued: (done) => queueMicrotask(() => this.#call(done)),
      failed: (error, done) => {
        this.#call(done, error);
        this.#fail(error);
      },
    });
    this.#listen();
    void this.#end();
  }

  /** Emits an event. Errors of listeners go to the server's `onError`, and so does an 'error' without a listener. */
  override emit(type: string | symbol, ...args: readonly unknown[]): boolean {
    return emitGuarded(this, this.session.reporter, type, args);
  }

  get readyState(): 1 | 2 | 3 {
    return this.#state;
  }

  /** The subprotocol of the application. */
  get protocol(): string {
    return this.session.protocol;
  }

  /** Bytes that wait to be sent and, as in `ws`, bytes that were given to `send` after the end. */
  get bufferedAmount(): number {
    return this.session.queued + this.#queue.bytes + this.#discarded;
  }

  /**
   * Sends a message with the options of `classify`. The callback is called when fewer bytes than
   * `highWaterMark` wait, with an Error if the message is lost. A message that is too long for the
   * client, or exceeds `maxQueued`, ends the socket with an 'error'. Throws a TypeError if `ws`
   * cannot send the data.
   */
  send(given: unknown, form?: SendForm | Done, callback?: Done): void {
    const done = typeof form === 'function' ? form : callback;
    const data = sendable(given);
    const { binary = typeof data !== 'string', fin = true } =
      typeof form === 'object' && form !== null ? form : {};
    if (this.#state === WebSocket.OPEN) return this.#queue.add({ data, binary, fin }, done);
    this.#discarded += sizeOf(data);
    this.#notOpen(done);
  }

  /**
   * Ends the session when all messages have arrived, or after 30 s, as `ws` does. Throws a TypeError if a
   * server may not use the code, and a RangeError if the reason is longer than 123 bytes.
   */
  close(code?: number, reason?: string | Uint8Array): void {
    if (this.#state >= WebSocket.CLOSING) return;
    const bytes = reasonOf(code, reason);
    this.#state = WebSocket.CLOSING;
    // Bytes that are not UTF-8 become longer as a text.
    const text = cutReason(bytes.toString());
    this.#queue.whenEmpty(() => this.session.endpoint.close(code ?? noCode, text));
    const { loop } = this.session;
    this.#cutting.set(loop.host.now() + closeTimeout);
  }

  /** Ends the session now, as `Session.terminate`; to a PacelineSocket it is as if the connection had been lost. */
  terminate(): void {
    if (this.#state === WebSocket.CLOSED) return;
    this.#state = WebSocket.CLOSING;
    this.#isTerminated = true;
    const links = [...this.session.endpoint.channels].map(({ link }) => link);
    this.session.terminate();
    for (const link of links) link.terminate?.();
    this.#whenResumed?.();
  }

  /** Answered at once: the session itself checks whether the client is alive, and ends if it is not. */
  ping(...given: readonly unknown[]): void {
    const bytes = this.#control('ping', given);
    if (bytes !== undefined) queueMicrotask(() => this.emit('pong', bytes));
  }

  /** Checks its arguments and calls back, but sends nothing: no client waits for a pong. */
  pong(...given: readonly unknown[]): void {
    this.#control('pong', given);
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /**
   * Emits no messages until `resume`. The client pauses when its unread messages fill the receive
   * window.
   */
  pause(): void {
    if (this.#state === WebSocket.CLOSED) return;
    this.#isPaused = true;
    this.#unlisten?.();
    this.#unlisten = undefined;
  }

  /**
   * Emits messages again, first those that have arrived meanwhile. None is emitted before `resume`
   * returns.
   */
  resume(): void {
    if (this.#state === WebSocket.CLOSED) return;
    this.#isPaused = false;
    process.nextTick(() => this.#listen());
  }

  #listen(): void {
    if (this.#isPaused) return;
    this.#unlisten ??= this.session.onMessage((data) => this.#receive(data));
    // Runs after the messages that waited, because their listeners may pause the socket again.
    queueMicrotask(() => {
      if (!this.isPaused) this.#whenResumed?.();
    });
  }

  #sendNow({ data, binary }: WholeMessage, done: Done | undefined): void {
    try {
      const hasRightType = binary === (typeof data !== 'string');
      const message = this.#submit(
        hasRightType ? data : binary ? Buffer.from(data as string) : data.toString(),
      );
      if (done !== undefined) void this.#tell(done, message);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#call(done, error);
      this.#fail(error);
    }
  }

  #submit(data: Sendable): Message {
    // After an error in `classify` the message is sent with the defaults. It is not lost, and keeps its order with other messages of priority 0.
    const { key, ...how } = guardedClassify(this.#options.classify, data, this.session.reporter);
    return key === undefined ? this.session.send(data, how) : this.session.latest(key, data, how);
  }

  #call(done: Done | undefined, error?: Error): void {
    if (done !== undefined) guard(this.session.reporter, () => (error === undefined ? done() : done(error)));
  }

  async #tell(done: Done, message: Message): Promise<void> {
    await this.session.ready;
    this.#call(done, message.status === 'lost' ? new Error('send: the session has ended') : undefined);
  }

  /** Checks a ping or a pong as `ws` does, and calls back. Undefined: the socket is not open. */
  #control(what: string, given: readonly unknown[]): Buffer | undefined {
    const done = given.find((one): one is Done => typeof one === 'function');
    const data = typeof given[0] === 'function' ? undefined : sendable(given[0]);
    if (this.#state !== WebSocket.OPEN) {
      this.#notOpen(done);
      return undefined;
    }
    const bytes = isBlob(data) ? Buffer.alloc(0) : Buffer.from(data ?? '');
    if (bytes.length > maxControlPayload)
      throw new RangeError(`${what}: data must have up to ${maxControlPayload} bytes, got ${bytes.length}`);
    queueMicrotask(() => this.#call(done));
    return bytes;
  }

  #notOpen(done: Done | undefined): void {
    const name = this.#state === WebSocket.CLOSING ? 'CLOSING' : 'CLOSED';
    const error = new Error(`WebSocket is not open: readyState ${this.#state} (${name})`);
    if (done !== undefined) queueMicrotask(() => this.#call(done, error));
  }

  #receive(data: Received): void {
    const { maxPayload = 0 } = this.#options;
    const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer);
    if (maxPayload > 0 && bytes.length > maxPayload) return this.#refuse(bytes.length, maxPayload);
    const isBinary = typeof data !== 'string';
    this.emit('message', isBinary ? this.#ofBinaryType(bytes) : bytes, isBinary);
  }

  #ofBinaryType(bytes: Buffer): unknown {
    const type: string = this.binaryType;
    if (type === 'nodebuffer') return bytes;
    if (type === 'blob') return new Blob([bytes as Bytes]);
    return type === 'fragments' ? [bytes] : bytes.buffer;
  }

  #refuse(size: number, most: number): void {
    this.pause();
    this.close(tooLong);
    this.emit('error', new RangeError(`a message must have up to ${most} bytes, got ${size}`));
  }

  #fail(error: Error): void {
    this.terminate();
    this.emit('error', error);
  }

  // As with `ws`, a paused socket emits 'close' after a clean end only when it has resumed and has emitted the messages that had arrived.
  async #end(): Promise<void> {
    const closed = await this.session.closed;
    this.#cutting.set(Infinity);
    const { code, reason } = endForPrograms(closed, this.session.endpoint.endOfPeer);
    const isClean = code !== abnormal;
    if (this.isPaused && isClean && !this.#isTerminated && code !== tooLong)
      await new Promise<void>((resolve) => (this.#whenResumed = resolve));
    this.#state = WebSocket.CLOSED;
    Object.assign(this, { _closeFrameReceived: isClean, _closeFrameSent: isClean }); // for `wasClean` of the event
    this['_socket'].end();
    this.emit('close', code, Buffer.from(isClean ? reason : ''));
  }

  static {
    guardEvents(this, (socket) => socket.#listeners);
  }
}

/** Ms in which a client must answer `close`, whatever it sends meanwhile; as in `ws`. */
const closeTimeout = 30_000;

/** Maximum bytes of a ping or a pong (RFC 6455 §5.5). */
const maxControlPayload = 125;

/** Converts data as `ws` does. Throws a TypeError if it cannot be sent. */
function sendable(given: unknown): WsData {
  if (typeof given === 'string' || isBlob(given)) return given;
  if (typeof given === 'number') return String(given);
  if (given === undefined || given === null || given === false) return Buffer.alloc(0);
  if (ArrayBuffer.isView(given)) return Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  return Buffer.from(given as ArrayBuffer);
}

/**
 * The reason of a close frame as `ws` sends it: without a code there is no reason, and a value without a
 * length counts as no reason. Throws a TypeError or a RangeError if `ws` cannot send the code or the
 * reason.
 */
function reasonOf(code: number | undefined, reason: string | Uint8Array = ''): Buffer {
  if (code === undefined) return Buffer.alloc(0);
  if (typeof code !== 'number' || code === noCode || !isCloseCode(code))
    throw new TypeError(`close: code must be one that a WebSocket can be closed with, got ${String(code)}`);
  const given: unknown = reason;
  const isText = typeof given === 'string' || given instanceof Uint8Array;
  if (!isText && given !== null && !(given as { readonly length?: unknown }).length) return Buffer.alloc(0);
  if (!isText) throw new TypeError(`close: reason must be a string or a Uint8Array, got ${typeof reason}`);
  const size = Buffer.byteLength(given);
  if (size > maxReason) throw new RangeError(`close: reason must have up to ${maxReason} bytes, got ${size}`);
  return Buffer.from(given);
}

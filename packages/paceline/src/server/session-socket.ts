import { EventEmitter } from 'node:events';
import { guard } from '../session/guard.ts';
import { checkSendOptions, type Classified } from '../session/send-options.ts';
import type { Message } from '../sender/message.ts';
import type { Received } from '../session/inbox.ts';
import type { Sendable } from '../session/payload.ts';
import type { Session } from '../session/session.ts';
import { emitGuarded } from './emit-guarded.ts';
import { abnormal, closeCode, codeForPrograms, isCloseCode, noCode, tooLong } from '../wire/close-code.ts';

export interface SessionSocketOptions {
  /** Says of each message that the server sends how it is sent. Default: all are equal and come in their order. */
  readonly classify?: (data: Sendable) => Classified | undefined;
  /** Bytes of the longest message that may come; 0, the default: whatever the session takes. */
  readonly maxPayload?: number;
}

/** What of the options of `send` is heeded: Paceline cuts and masks by itself, and does not compress. */
export interface SendForm {
  /** Default: texts are texts, all else is bytes. */
  readonly binary?: boolean;
  /** Parts of a message cannot be sent: a TypeError is thrown if it is false. */
  readonly fin?: boolean;
}

type Done = (error?: Error) => void;

/**
 * A session in the shape of a server's WebSocket of `ws`, for servers that know nothing else: its events 'message', 'close', 'error' and 'pong', its
 * methods and its properties, but neither `addEventListener` nor `onmessage` and the like.
 */
export class SessionSocket extends EventEmitter {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;

  /** For all that a WebSocket does not have. */
  readonly session: Session;
  readonly extensions = '';
  /** What bytes come as. */
  binaryType: 'nodebuffer' | 'arraybuffer' | 'fragments' = 'nodebuffer';
  #options: SessionSocketOptions;
  #state = 1;
  #unlisten: (() => void) | undefined;

  constructor(session: Session, options: SessionSocketOptions = {}) {
    super();
    this.session = session;
    this.#options = options;
    this.resume();
    void this.#end();
  }

  /** Emits an event. What listeners throw goes to the server's `onError`, and an error that nobody listens to. */
  override emit(type: string | symbol, ...args: readonly unknown[]): boolean {
    return emitGuarded(this, this.session.reporter, type, args);
  }

  get readyState(): number {
    return this.#state;
  }

  /** The subprotocol of the application. */
  get protocol(): string {
    return this.session.protocol;
  }

  /** Bytes that wait to be sent. */
  get bufferedAmount(): number {
    return this.session.queued;
  }

  /**
   * Sends a message as `classify` says. The callback is called when little enough waits for more, see `highWater`, or with an Error if the message is
   * lost. One that the client does not take, or for which there is no room, ends the socket with an 'error'.
   */
  send(data: Sendable | number, form?: SendForm | Done, callback?: Done): void {
    const done = typeof form === 'function' ? form : callback;
    const { binary = typeof data !== 'string' && typeof data !== 'number', fin = true } =
      typeof form === 'object' ? form : {};
    if (!fin) throw new TypeError('send: a message must be sent as a whole, got fin: false');
    if (this.#state !== this.OPEN) return this.#notOpen(done);
    try {
      const message = this.#submit(formed(typeof data === 'number' ? `${data}` : data, binary));
      if (done !== undefined) void this.#tell(done, message);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#call(done, error);
      this.#fail(error);
    }
  }

  /** Ends the session when all that was sent has come. Throws a TypeError if it is no code that a server may give. */
  close(code: number = noCode, reason: string | Buffer = ''): void {
    if (!isCloseCode(code))
      throw new TypeError(`close: code must be one that a WebSocket can be closed with, got ${code}`);
    if (this.#state >= this.CLOSING) return;
    this.#state = this.CLOSING;
    this.session.engine.close(code, String(reason));
  }

  /** Ends the session now; to the client it is as if the connection had been lost. */
  terminate(): void {
    this.#state = Math.max(this.#state, this.CLOSING);
    this.session.engine.fail(closeCode.unknownSession, 'the server has ended it');
  }

  /** Is answered at once: the session itself asks whether the client is there, and ends when it is not. */
  ping(...given: readonly unknown[]): void {
    const done = given.find((one): one is Done => typeof one === 'function');
    if (this.#state !== this.OPEN) return this.#notOpen(done);
    const [data] = given;
    queueMicrotask(() => {
      this.#call(done);
      this.emit('pong', Buffer.from(typeof data === 'string' || data instanceof Uint8Array ? data : ''));
    });
  }

  /** Nobody asks for one. */
  pong(): void {}

  get isPaused(): boolean {
    return this.#unlisten === undefined;
  }

  /** Holds the client up, once it has sent as much as is taken in advance. */
  pause(): void {
    this.#unlisten?.();
    this.#unlisten = undefined;
  }

  resume(): void {
    this.#unlisten ??= this.session.onMessage((data) => this.#receive(data));
  }

  #submit(data: Sendable): Message {
    const { key, ...how } = this.#classified(data);
    return key === undefined ? this.session.send(data, how) : this.session.latest(key, data, how);
  }

  // What belongs together must not be torn apart by an error in `classify`: the message is sent as if there were none.
  #classified(data: Sendable): Classified {
    const { classify } = this.#options;
    let how: Classified = {};
    if (classify === undefined) return how;
    guard(this.session.reporter, () => {
      const said = classify(data) ?? {};
      checkSendOptions(said);
      how = said;
      return said;
    });
    return how;
  }

  #call(done: Done | undefined, error?: Error): void {
    if (done !== undefined) guard(this.session.reporter, () => (error === undefined ? done() : done(error)));
  }

  async #tell(done: Done, message: Message): Promise<void> {
    await this.session.ready;
    this.#call(done, message.status === 'lost' ? new Error('send: the session has ended') : undefined);
  }

  #notOpen(done: Done | undefined): void {
    const error = new Error(`send: the socket must be open (1), its readyState is ${this.#state}`);
    if (done !== undefined) queueMicrotask(() => this.#call(done, error));
  }

  #receive(data: Received): void {
    const { maxPayload = 0 } = this.#options;
    const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer);
    if (maxPayload === 0 || bytes.length <= maxPayload)
      this.emit('message', typeof data === 'string' ? bytes : this.#shown(bytes), typeof data !== 'string');
    else this.#refuse(bytes.length, maxPayload);
  }

  #shown(bytes: Buffer): Buffer | ArrayBufferLike | Buffer[] {
    if (this.binaryType === 'nodebuffer') return bytes;
    return this.binaryType === 'fragments' ? [bytes] : bytes.buffer;
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

  async #end(): Promise<void> {
    const { code, reason } = await this.session.closed;
    this.#state = this.CLOSED;
    const shown = codeForPrograms(code);
    this.emit('close', shown, Buffer.from(shown === abnormal ? '' : reason));
  }
}

function formed(data: Sendable, binary: boolean): Sendable {
  if (typeof data === 'string') return binary ? Buffer.from(data) : data;
  if (binary) return data;
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString()
    : Buffer.from(data).toString();
}

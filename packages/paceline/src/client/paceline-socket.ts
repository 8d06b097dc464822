import { EventLoop } from '@doha/loop';
import { checkSendOptions, type Classified } from '../session/send-options.ts';
import { type Sendable, utf8Length } from '../session/payload.ts';
import type { Received } from '../session/inbox.ts';
import type { Closed, Session } from '../session/session.ts';
import { longestReason, type Socket } from '../session/socket-link.ts';
import { abnormal, closeCode, codeForPrograms, isEndCode, noCode, tooLong } from '../wire/close-code.ts';
import { decoy, protocol as ours } from '../wire/layout.ts';
import { connectBy, type ConnectOptions } from './paceline.ts';
import { PlainQueue } from './plain-queue.ts';
import { platformSocket, type SocketClass, type UnderlyingSocket } from './platform-socket.ts';

/** What a program gives to `send`. */
export type SocketData = string | ArrayBufferLike | Blob | ArrayBufferView;

export interface PacelineSocketOptions extends Pick<
  ConnectOptions,
  'chunkSize' | 'controller' | 'heartbeat' | 'keep' | 'loop' | 'standbys' | 'timeout'
> {
  /** Says of each message how it is sent. Default: all are equal and come in their order, as one is used to. */
  readonly classify?: (data: SocketData) => Classified | undefined;
  /** What makes connections; default: the platform's WebSocket. Node before 22 has none: take that of `ws`. */
  readonly WebSocket?: SocketClass;
}

type Handler<E extends Event> = ((this: WebSocket, event: E) => unknown) | null;

/** What brings messages across when the socket is open. */
interface Carrier {
  readonly waiting: number;
  send(data: Sendable, how: Classified): void;
  close(code: number, reason: string): void;
}

/** An EventTarget that knows the types of a WebSocket's events. */
const SocketTarget: new () => Pick<WebSocket, 'addEventListener' | 'dispatchEvent' | 'removeEventListener'> =
  EventTarget;

/**
 * A WebSocket with WebSocket's own interface and behaviour that speaks Paceline where the server does: what matters goes first, and a connection that
 * stalls or is lost is replaced without the program seeing it. To any other server it is a plain WebSocket, before which what waits goes by priority.
 */
export class PacelineSocket extends SocketTarget implements WebSocket {
  /** Whose place it takes where it is made the platform's own. @internal */
  static readonly standsInFor: SocketClass | undefined = globalThis.WebSocket;
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;

  #options: PacelineSocketOptions;
  #loop: EventLoop;
  #SocketClass: SocketClass;
  #offered: readonly string[];
  #url: string;
  #state: 0 | 1 | 2 | 3 = 0;
  #protocol = '';
  #binaryType: WebSocket['binaryType'] = 'blob';
  #underlying: UnderlyingSocket; // until it is open, and by which a plain one goes on
  #carrier: Carrier | undefined;
  #discarded = 0; // bytes that were given to `send` after the end
  #reading = Promise.resolve(); // of blobs, in their order
  #isReading = 0;
  #handlers: Map<string, Handler<never>> = new Map();

  /**
   * Throws as WebSocket's constructor does. Options may take the place of `protocols`; something else that is no protocol is refused there, as one
   * is used to.
   */
  constructor(
    url: string | URL,
    protocols: string | readonly string[] | PacelineSocketOptions = [],
    options: PacelineSocketOptions = {},
  ) {
    super();
    const areOptions = isOptions(protocols);
    this.#options = areOptions ? protocols : options;
    this.#offered = areOptions ? [] : Array.isArray(protocols) ? protocols : [String(protocols)];
    this.#loop = this.#options.loop ?? new EventLoop();
    this.#SocketClass = this.#options.WebSocket ?? platformSocket();
    this.#underlying = this.#open(url, [...(this.#offered.length > 0 ? this.#offered : [decoy]), ours]);
    this.#url = this.#underlying.url;
    this.#begin(this.#underlying, true);
  }

  /** Lets `new WebSocket` make these, for programs that are not to be changed. Returns the undo. */
  static install(options: PacelineSocketOptions = {}): () => void {
    const before = globalThis.WebSocket;
    const Installed = class extends PacelineSocket {
      static override readonly standsInFor = before;

      constructor(url: string | URL, protocols: string | readonly string[] = []) {
        if (isOptions(protocols)) super(url, String(protocols)); // refused, as by the platform
        else super(url, protocols, options);
      }
    };
    globalThis.WebSocket = Installed;
    return () => {
      if (globalThis.WebSocket === Installed) globalThis.WebSocket = before;
    };
  }

  get url(): string {
    return this.#url;
  }

  get readyState(): 0 | 1 | 2 | 3 {
    return this.#state;
  }

  /** The subprotocol of the application; never our own. */
  get protocol(): string {
    return this.#protocol;
  }

  /** What a plain server has agreed to; with one that speaks Paceline there are none. */
  get extensions(): string {
    return this.#underlying.extensions;
  }

  /** Bytes that were given to `send` and have not left. */
  get bufferedAmount(): number {
    return (this.#carrier?.waiting ?? 0) + this.#isReading + this.#discarded;
  }

  get binaryType(): WebSocket['binaryType'] {
    return this.#binaryType;
  }

  set binaryType(type: WebSocket['binaryType']) {
    if (type === 'blob' || type === 'arraybuffer') this.#binaryType = type;
  }

  /**
   * Throws an InvalidStateError while it is connecting, and a RangeError if `classify` returns what is out of its range. What is neither text nor bytes is
   * sent as a text, as by WebSocket.
   */
  send(given: SocketData): void {
    if (this.#state === this.CONNECTING)
      throw new DOMException(
        "Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.",
        'InvalidStateError',
      );
    const data = asData(given);
    const how = this.#options.classify?.(data) ?? {};
    checkSendOptions(how);
    if (this.#state !== this.OPEN) this.#discarded += sizeOf(data);
    else if (data instanceof Blob || this.#isReading > 0)
      this.#reading = this.#sendAfter(this.#reading, data, how);
    else this.#carrier!.send(data, how);
  }

  /** Throws an InvalidAccessError if the code is not 1000 or from 3000 to 4999, a SyntaxError if the reason is longer than 123 bytes. */
  close(code?: number, reason = ''): void {
    if (code !== undefined && (code === noCode || !isEndCode(code)))
      throw new DOMException(
        `Failed to execute 'close' on 'WebSocket': The close code must be either 1000, or between 3000 and 4999. ${code} is neither.`,
        'InvalidAccessError',
      );
    if (utf8Length(reason) > longestReason)
      throw new DOMException(
        "Failed to execute 'close' on 'WebSocket': The close reason must not be greater than 123 UTF-8 bytes.",
        'SyntaxError',
      );
    if (this.#state >= this.CLOSING) return;
    const isOpen = this.#state === this.OPEN;
    this.#state = this.CLOSING;
    if (!isOpen) this.#underlying.close();
    else if (this.#isReading === 0) this.#carrier!.close(code ?? noCode, reason);
    else void this.#reading.then(() => this.#carrier!.close(code ?? noCode, reason));
  }

  get onopen(): WebSocket['onopen'] {
    return this.#handlerOf('open');
  }

  set onopen(handler: WebSocket['onopen']) {
    this.#handle('open', handler);
  }

  get onmessage(): WebSocket['onmessage'] {
    return this.#handlerOf('message');
  }

  set onmessage(handler: WebSocket['onmessage']) {
    this.#handle('message', handler);
  }

  get onerror(): WebSocket['onerror'] {
    return this.#handlerOf('error');
  }

  set onerror(handler: WebSocket['onerror']) {
    this.#handle('error', handler);
  }

  get onclose(): WebSocket['onclose'] {
    return this.#handlerOf('close');
  }

  set onclose(handler: WebSocket['onclose']) {
    this.#handle('close', handler);
  }

  #handlerOf<E extends Event>(type: string): Handler<E> {
    return (this.#handlers.get(type) as Handler<E> | undefined) ?? null;
  }

  // As with an event handler of the platform, its place among the listeners is that of the first that was set.
  #handle<E extends Event>(type: string, handler: Handler<E>): void {
    const isNew = !this.#handlers.has(type);
    this.#handlers.set(type, typeof handler === 'function' ? handler : null);
    if (isNew) this.addEventListener(type, (event) => this.#handlers.get(type)?.call(this, event as never));
  }

  #open(url: string | URL, protocols: readonly string[]): UnderlyingSocket {
    return new this.#SocketClass(url, [...protocols]);
  }

  #begin(underlying: UnderlyingSocket, isFirst: boolean): void {
    underlying.binaryType = 'arraybuffer';
    this.#underlying = underlying;
    let isTrying = true;
    underlying.addEventListener('open', () => {
      isTrying = false;
      if (underlying.protocol === ours) void this.#goOnPaced(underlying);
      else this.#goOnPlain(underlying);
    });
    const failed = (): void => {
      if (!isTrying) return;
      isTrying = false;
      // A server that takes none of what is offered, where something is, may have been refused for that.
      if (isFirst && this.#state === this.CONNECTING)
        this.#begin(this.#open(this.#url, this.#offered), false);
      else this.#end({ code: abnormal, reason: '' }, false);
    };
    underlying.addEventListener('error', failed); // in Node 22 no 'close' comes after it
    underlying.addEventListener('close', failed);
  }

  #goOnPlain(underlying: UnderlyingSocket): void {
    const queue = new PlainQueue(underlying, this.#loop);
    underlying.addEventListener('message', ({ data }) => this.#receive(data as string | ArrayBuffer));
    underlying.addEventListener('close', ({ code, reason, wasClean }) => {
      queue.end();
      this.#end({ code, reason }, wasClean);
    });
    const chosen = underlying.protocol;
    this.#opened(chosen === decoy && this.#offered.length === 0 ? '' : chosen, {
      get waiting() {
        return queue.waiting + underlying.bufferedAmount;
      },
      send: (data, how) => queue.send(data, how),
      close: (code, reason) =>
        queue.whenEmpty(() => (code === noCode ? underlying.close() : underlying.close(code, reason))),
    });
  }

  async #goOnPaced(first: UnderlyingSocket): Promise<void> {
    let given: Socket | undefined = first;
    const open = (): Socket => {
      const socket = given ?? this.#open(this.#url, [...this.#offered, ours]);
      given = undefined;
      return socket;
    };
    try {
      const session = await connectBy(open, { ...this.#options, loop: this.#loop });
      if (this.#state === this.CONNECTING) this.#carryBy(session);
      else session.terminate();
    } catch (error) {
      this.#end({ code: abnormal, reason: String(error) }, false);
    }
  }

  #carryBy(session: Session): void {
    this.#opened(session.protocol, {
      get waiting() {
        return session.queued;
      },
      send: (data, { key, ...how }) => {
        try {
          if (key === undefined) session.send(data, how);
          else session.latest(key, data, how);
        } catch (error) {
          this.#giveUp(session, error);
        }
      },
      close: (code, reason) => void session.close({ code, reason }),
    });
    session.onMessage((data) => this.#receive(data));
    void this.#endWith(session);
  }

  // As a WebSocket whose server gets more than it takes, or that has no more room: it is closed, and `send` does not throw.
  #giveUp(session: Session, error: unknown): void {
    if (!(error instanceof RangeError)) throw error;
    this.#loop.reportError(error);
    this.#state = this.CLOSING;
    session.engine.close(tooLong, '');
  }

  async #endWith(session: Session): Promise<void> {
    const end = await session.closed;
    const isClean = codeForPrograms(end.code) !== abnormal;
    // That a server has put an end to it is, for WebSocket, an end of the connection without a word, and no error.
    this.#end(end, isClean, !isClean && end.code !== closeCode.unknownSession);
  }

  #opened(protocol: string, carrier: Carrier): void {
    this.#protocol = protocol;
    this.#carrier = carrier;
    this.#state = this.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  #receive(data: Received | ArrayBuffer): void {
    if (this.#state !== this.OPEN) return;
    const { origin } = new URL(this.#url);
    this.dispatchEvent(new MessageEvent('message', { data: this.#shown(data), origin }));
  }

  #shown(data: Received | ArrayBuffer): string | ArrayBuffer | Blob {
    if (typeof data === 'string') return data;
    const buffer = data instanceof ArrayBuffer ? data : data.buffer;
    return this.#binaryType === 'arraybuffer' ? buffer : new Blob([buffer]);
  }

  async #sendAfter(before: Promise<void>, data: SocketData, how: Classified): Promise<void> {
    const size = sizeOf(data);
    this.#isReading += size;
    await before;
    try {
      const read = data instanceof Blob ? await data.arrayBuffer() : data;
      this.#carrier!.send(read, how);
    } catch (error) {
      this.#loop.reportError(error); // a file may have gone since it was chosen: what follows is sent
    }
    this.#isReading -= size;
  }

  #end({ code, reason }: Closed, wasClean: boolean, isError = !wasClean): void {
    if (this.#state === this.CLOSED) return;
    this.#state = this.CLOSED;
    if (isError) this.dispatchEvent(new Event('error'));
    this.dispatchEvent(
      closeEvent({ code: wasClean ? code : abnormal, reason: wasClean ? reason : '', wasClean }),
    );
  }
}

/** Node has CloseEvent from 23 on. */
function closeEvent(how: Closed & { readonly wasClean: boolean }): Event {
  return typeof CloseEvent === 'undefined'
    ? Object.assign(new Event('close'), how)
    : new CloseEvent('close', how);
}

const optionNames: ReadonlySet<string> = new Set([
  'chunkSize',
  'classify',
  'controller',
  'heartbeat',
  'keep',
  'loop',
  'standbys',
  'timeout',
  'WebSocket',
]);

/** Options, and not something else that a program gives to WebSocket in the hope that it is one of Node, as `{ headers }`. */
function isOptions(given: unknown): given is PacelineSocketOptions {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false;
  return Object.keys(given).every((name) => optionNames.has(name));
}

function asData(given: unknown): SocketData {
  const isShared = typeof SharedArrayBuffer !== 'undefined' && given instanceof SharedArrayBuffer;
  const isBytes = ArrayBuffer.isView(given) || given instanceof ArrayBuffer || given instanceof Blob;
  return isBytes || isShared ? given : String(given);
}

function sizeOf(data: SocketData): number {
  if (typeof data === 'string') return utf8Length(data);
  return data instanceof Blob ? data.size : data.byteLength;
}

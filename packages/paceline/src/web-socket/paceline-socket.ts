import type { EventLoop } from '@doha/loop';
import { guard, type Reporter } from '../callbacks/guard.ts';
import { checkSocket } from '../client/check-socket-class.ts';
import { ConnectError } from '../client/connect-error.ts';
import { connectBy, loopOf, reporterOf } from '../client/paceline.ts';
import { platformSocket, type SocketClass, type UnderlyingSocket } from '../client/platform-socket.ts';
import { endForPrograms } from '../session/end-for-programs.ts';
import type { Session } from '../session/session.ts';
import { guardedClassify } from '../stream/guarded-classify.ts';
import type { Received } from '../stream/inbox.ts';
import type { Classified } from '../stream/send-options.ts';
import type { Socket } from '../transport/socket-link.ts';
import { abnormal, closeCode, isEndCode, noCode, tooLong } from '../wire/close-code.ts';
import { firstDecoy, lastDecoy, maxReason, protocol as ours } from '../wire/layout.ts';
import { bytesOf, utf8Length } from '../wire/payload.ts';
import { type CloseFields, closeEvent } from './close-event.ts';
import { defineMembers } from './define-members.ts';
import { EventHandlers } from './event-handlers.ts';
import { eventTargetMethods } from './event-target-methods.ts';
import { FailedAttempts } from './failed-attempts.ts';
import { nextTask } from './next-task.ts';
import { checkSocketOptions, isOptions, type PacelineSocketOptions } from './paceline-socket-options.ts';
import { plainTransport, queuedTransport } from './plain-transport.ts';
import { sessionTransport } from './session-transport.ts';
import type { Transport } from './transport.ts';
import { watchOpening } from './watch-opening.ts';
import {
  type SocketData,
  toClampedShort,
  toDomString,
  toSocketData,
  toStrings,
  toUsvString,
} from './web-idl.ts';

/** EventTarget with the types of a WebSocket's events. */
const SocketTarget: new () => Pick<WebSocket, 'addEventListener' | 'dispatchEvent' | 'removeEventListener'> =
  EventTarget;

const whenLoaded: SocketClass | undefined = globalThis.WebSocket;

/** A WebSocket queues as much as the program sends. */
const unlimited = 2 ** 40; // bytes

// The constants of a socket are not read, because a program may replace them.
const [CONNECTING, OPEN, CLOSING, CLOSED] = [0, 1, 2, 3] as const;

/**
 * A class with the interface and the behavior of the platform's WebSocket. If the server speaks Paceline, messages are sent by priority, and a connection that
 * stalls or is lost is replaced, which the program does not notice. To any other server it is a plain WebSocket.
 */
export class PacelineSocket extends SocketTarget implements WebSocket {
  declare static readonly CONNECTING: 0;
  declare static readonly OPEN: 1;
  declare static readonly CLOSING: 2;
  declare static readonly CLOSED: 3;
  declare readonly CONNECTING: 0;
  declare readonly OPEN: 1;
  declare readonly CLOSING: 2;
  declare readonly CLOSED: 3;

  #options: PacelineSocketOptions;
  #loop: EventLoop;
  #reporter: Reporter;
  #SocketClass: SocketClass;
  #offeredProtocols: readonly string[];
  #url: string;
  #origin: string;
  #state: 0 | 1 | 2 | 3 = 0;
  #protocol = '';
  #extensions = '';
  #binaryType: WebSocket['binaryType'] = 'blob';
  #underlying: UnderlyingSocket; // the platform's socket until this one is open; with a plain server also afterwards
  #transport: Transport | undefined;
  #isOver = false;
  #isNewTask = false; // whether this task has dispatched no event so far
  #unsent = 0; // bytes given to `send` after the end
  #reading = Promise.resolve(); // resolves when all Blobs so far have been read, in their order
  #reads = 0;
  #bytesRead = 0;
  #handlers: EventHandlers = new EventHandlers(this);
  #unwatchLoop: () => void;

  /**
   * Throws as WebSocket's constructor does, and a RangeError or a TypeError if an option is
   * invalid. Options may be given in place of `protocols`: without a third argument, an object
   * counts as options unless it is a list, or has its own `toString` and no known option.
   */
  constructor(
    url: string | URL,
    protocols: string | Iterable<string> | PacelineSocketOptions = [],
    options?: PacelineSocketOptions,
  ) {
    if (arguments.length === 0) throw new TypeError('new WebSocket: url must be given');
    super();
    const address = toDomString(url);
    const areOptions = options === undefined && isOptions(protocols);
    this.#options = areOptions ? protocols : options === undefined ? {} : options;
    checkSocketOptions('PacelineSocket', this.#options);
    this.#offeredProtocols = areOptions ? [] : toStrings(protocols);
    this.#reporter = reporterOf(this.#options);
    this.#loop = this.#options.loop ?? loopOf(this.#reporter);
    this.#SocketClass = this.#options.WebSocket ?? platformSocket('PacelineSocket');
    this.#underlying = this.#open(address, this.#firstOffer);
    this.#url = this.#underlying.url;
    this.#origin = new URL(this.#url).origin;
    this.#unwatchLoop = this.#loop.whenDisposed(() => this.#loopDisposed());
    this.#begin(this.#underlying, true);
  }

  /** The platform's class that this class replaces. @internal */
  static get replacedClass(): SocketClass | undefined {
    return whenLoaded;
  }

  /**
   * Replaces the global WebSocket by this class with `options`, for programs that cannot be
   * changed. Returns a function that restores it. Throws as the constructor does if an option is
   * invalid.
   */
  static install(options: PacelineSocketOptions = {}): () => void {
    checkSocketOptions('PacelineSocket.install', options);
    const before = globalThis.WebSocket;
    class Installed extends PacelineSocket {
      static override get replacedClass(): SocketClass | undefined {
        return before;
      }

      constructor(url: string | URL, ...[protocols]: [string | string[] | undefined]) {
        if (arguments.length === 0) super(...([] as unknown as [string]));
        else super(url, protocols, options);
      }
    }
    defineMembers(Installed);
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

  /** Bytes given to `send` that have not been given to the network. */
  get bufferedAmount(): number {
    return (this.#transport?.bufferedAmount ?? 0) + this.#bytesRead + this.#unsent;
  }

  get onopen(): WebSocket['onopen'] {
    return this.#handlers.get('open') as WebSocket['onopen'];
  }

  set onopen(handler: WebSocket['onopen']) {
    this.#handlers.set('open', handler);
  }

  get onerror(): WebSocket['onerror'] {
    return this.#handlers.get('error') as WebSocket['onerror'];
  }

  set onerror(handler: WebSocket['onerror']) {
    this.#handlers.set('error', handler);
  }

  get onclose(): WebSocket['onclose'] {
    return this.#handlers.get('close') as WebSocket['onclose'];
  }

  set onclose(handler: WebSocket['onclose']) {
    this.#handlers.set('close', handler);
  }

  /** Extensions that a plain server has selected. With a server that speaks Paceline the value is empty. */
  get extensions(): string {
    return this.#extensions;
  }

  /** The subprotocol of the application, never the one of Paceline. */
  get protocol(): string {
    return this.#protocol;
  }

  get onmessage(): WebSocket['onmessage'] {
    return this.#handlers.get('message') as WebSocket['onmessage'];
  }

  set onmessage(handler: WebSocket['onmessage']) {
    this.#handlers.set('message', handler);
  }

  get binaryType(): WebSocket['binaryType'] {
    return this.#binaryType;
  }

  set binaryType(given: WebSocket['binaryType']) {
    const type = toDomString(given);
    this.#binaryType = type === 'blob' || type === 'arraybuffer' ? type : this.#binaryType;
  }

  /**
   * Closes the socket when all messages have been sent. Throws an InvalidAccessError if `code` is not 1000 or 3000 to 4999, and a SyntaxError if `reason` is
   * longer than 123 bytes.
   */
  close(...given: [code?: number | undefined, reason?: string | undefined]): void {
    const code = given[0] === undefined ? undefined : toClampedShort(given[0]);
    const reason = given[1] === undefined ? '' : toUsvString(given[1]);
    if (code !== undefined && (code === noCode || !isEndCode(code)))
      throw failed(
        'close',
        `The close code must be either 1000, or between 3000 and 4999. ${code} is neither.`,
        'InvalidAccessError',
      );
    if (utf8Length(reason) > maxReason)
      throw failed(
        'close',
        `The close reason must not be greater than ${maxReason} UTF-8 bytes.`,
        'SyntaxError',
      );
    this.#close(code, reason);
  }

  #close(code: number | undefined, reason: string): void {
    if (this.#state >= CLOSING) return;
    const isOpen = this.#state === OPEN;
    this.#state = CLOSING;
    const codeToSend = reason === '' ? code : (code ?? closeCode.normal);
    if (!isOpen) this.#underlying.close();
    else if (this.#reads === 0) this.#transport!.close(codeToSend, reason);
    else void this.#reading.then(() => this.#transport!.close(codeToSend, reason));
  }

  /** Throws an InvalidStateError while the socket is connecting. Data that is neither bytes nor a Blob is sent as a string. */
  send(data: SocketData): void {
    if (arguments.length === 0)
      throw new TypeError(
        "Failed to execute 'send' on 'WebSocket': 1 argument required, but only 0 present.",
      );
    const converted = toSocketData(data);
    if (this.#state === CONNECTING) throw failed('send', 'Still in CONNECTING state.', 'InvalidStateError');
    if (this.#state !== OPEN) {
      this.#unsent += sizeOf(converted);
      return;
    }
    const how = guardedClassify(this.#options.classify, converted, this.#reporter);
    if (this.#reads === 0 && !isBlob(converted)) this.#transport!.send(converted, how);
    else this.#reading = this.#sendAfter(this.#reading, converted, how);
  }

  // A file may have been deleted since it was chosen: the error is reported, and later messages are sent.
  async #sendAfter(before: Promise<void>, data: SocketData, how: Classified): Promise<void> {
    const size = sizeOf(data);
    const fixed = isBlob(data) || typeof data === 'string' ? data : bytesOf(data); // a copy, because the program may change its bytes meanwhile
    this.#reads++;
    this.#bytesRead += size;
    await before;
    try {
      const bytes = isBlob(fixed) ? await fixed.arrayBuffer() : fixed;
      if (this.#isOver) this.#unsent += size;
      else this.#transport!.send(bytes, how);
    } catch (error) {
      this.#reporter.reportError(error);
    }
    this.#reads--;
    this.#bytesRead -= size;
  }

  // A server that knows no subprotocols may select the first or the last one. So Paceline's is
  // neither: the last one is a decoy, and so is the first one if the application offers none.
  // Subprotocols of the application keep their positions, because a server may read a token from
  // the second one.
  get #firstOffer(): readonly string[] {
    if (this.#isPlain) return this.#offeredProtocols;
    const names = this.#offeredProtocols.length > 0 ? this.#offeredProtocols : [firstDecoy];
    return [...names, ours, lastDecoy];
  }

  // A program that offers a name of Paceline by itself gets a plain WebSocket: a server could not tell the offers apart.
  get #isPlain(): boolean {
    return [firstDecoy, lastDecoy, ours].some((name) => this.#offeredProtocols.includes(name));
  }

  #open(url: string, protocols: readonly string[]): UnderlyingSocket {
    return checkSocket('PacelineSocket: WebSocket', new this.#SocketClass(url, [...protocols]));
  }

  #begin(underlying: UnderlyingSocket, isFirst: boolean): void {
    underlying.binaryType = 'arraybuffer';
    this.#underlying = underlying;
    const { timeout = Infinity } = this.#options; // by default only the platform limits the time
    watchOpening(underlying, this.#loop, timeout, {
      opened: () => {
        try {
          this.#continue(underlying);
        } catch (error) {
          this.#reporter.reportError(error); // of a class that was given as the option `WebSocket`
          void this.#fail();
          guard(this.#reporter, () => underlying.close());
        }
      },
      failed: (isLate) => {
        // The server may have refused the connection because of the subprotocols.
        if (isFirst && !isLate && !this.#isPlain && this.#state === CONNECTING) this.#beginPlain();
        else void this.#fail();
      },
    });
    if (this.#state !== CONNECTING) underlying.close(); // `close` was called while the socket was made
  }

  #continue(underlying: UnderlyingSocket): void {
    const { protocol } = underlying;
    if (this.#isPlain) this.#continuePlain(underlying);
    else if (protocol === ours) void this.#continueWithSession(underlying);
    else if (protocol === lastDecoy && this.#offeredProtocols.length > 0) this.#beginPlain();
    else this.#continuePlain(underlying);
  }

  // Connects with the subprotocols of the application alone, after the server has selected the decoy or refused.
  #beginPlain(): void {
    this.#underlying.close();
    this.#begin(this.#open(this.#url, this.#offeredProtocols), false);
  }

  #continuePlain(underlying: UnderlyingSocket): void {
    underlying.addEventListener('message', ({ data }) => this.#receive(data as string | ArrayBuffer));
    underlying.addEventListener('error', () => this.#dispatchError());
    underlying.addEventListener('close', (end) => this.#end(end));
    const chosen = underlying.protocol;
    this.#extensions = underlying.extensions;
    this.#opened(
      this.#offeredProtocols.length === 0 ? '' : chosen, // the program has not offered the decoy
      this.#options.classify === undefined
        ? plainTransport(underlying)
        : queuedTransport(underlying, this.#loop),
    );
  }

  async #continueWithSession(first: UnderlyingSocket): Promise<void> {
    let given: Socket | undefined = first;
    let session: Session | undefined;
    const attempts = new FailedAttempts(() => {
      if (session?.isConnected === false) session.endpoint.fail(closeCode.timeout, 'the server is gone');
    });
    const open = (): Socket => {
      const socket = given ?? this.#open(this.#url, [...this.#offeredProtocols, ours]);
      given = undefined;
      attempts.watch(socket);
      socket.addEventListener('message', () => {
        this.#isNewTask = true;
      });
      return socket;
    };
    try {
      const onError = (error: unknown): void => this.#reporter.reportError(error);
      const attemptFailed = (): void => attempts.failed();
      const options = { ...this.#options, loop: this.#loop, onError, maxQueued: unlimited };
      session = await connectBy(open, options, {
        attemptFailed,
        offeredProtocols: this.#offeredProtocols,
        what: 'PacelineSocket',
      });
      if (this.#state === CONNECTING) return await this.#carryBy(session);
      session.terminate();
      await this.#fail();
    } catch (error) {
      if (!(error instanceof ConnectError)) this.#reporter.reportError(error);
      await this.#fail();
    }
  }

  // A frame may contain several messages. As with any WebSocket, each of them is dispatched in a task of its own.
  async #carryBy(session: Session): Promise<void> {
    this.#opened(
      session.protocol,
      sessionTransport(session, (error) => this.#refused(error)),
    );
    for await (const data of session) {
      if (!this.#isNewTask) await nextTask();
      this.#receive(data);
    }
    const closed = await session.closed;
    if (!this.#isNewTask) await nextTask();
    const { code, reason } = endForPrograms(closed, session.endpoint.endOfPeer);
    if (code === abnormal) await this.#fail(closed.code === closeCode.badFrame);
    else this.#end({ code, reason, wasClean: true });
  }

  // A message is too long for the server. As with any WebSocket, the socket is closed, and `send`
  // does not throw.
  #refused(error: RangeError): void {
    this.#reporter.reportError(error);
    this.#state = CLOSING;
    this.#transport!.close(tooLong, '');
  }

  // The transport is closed in a microtask: by then a session, which watches the loop as well, has
  // ended.
  #loopDisposed(): void {
    if (this.#state === CONNECTING) return this.#close(undefined, '');
    if (this.#state !== CLOSED) this.#state = CLOSING;
    queueMicrotask(() => this.#transport?.close(undefined, ''));
  }

  #opened(protocol: string, transport: Transport): void {
    this.#protocol = protocol;
    this.#transport = transport;
    this.#state = OPEN;
    this.#dispatch(new Event('open'));
  }

  #receive(data: Received | ArrayBuffer): void {
    if (this.#state !== OPEN) return;
    this.#dispatch(new MessageEvent('message', { data: this.#ofBinaryType(data), origin: this.#origin }));
  }

  #ofBinaryType(data: Received | ArrayBuffer): string | ArrayBuffer | Blob {
    if (typeof data === 'string') return data;
    const buffer = data instanceof ArrayBuffer ? data : data.buffer;
    return this.#binaryType === 'arraybuffer' ? buffer : new Blob([buffer]);
  }

  /**
   * Ends the socket as if the connection was lost. `isError`: whether an 'error' event comes first,
   * because the connection could not be made, or the server has violated the protocol.
   */
  async #fail(isError = true): Promise<void> {
    if (this.#isOver) return;
    if (isError) {
      this.#dispatchError();
      await nextTask();
    }
    this.#end({ code: abnormal, reason: '', wasClean: false });
  }

  #dispatchError(): void {
    this.#state = CLOSED;
    this.#dispatch(new Event('error'));
  }

  #end({ code, reason, wasClean }: CloseFields): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unwatchLoop();
    this.#state = CLOSED;
    this.#dispatch(closeEvent({ code, reason, wasClean }));
  }

  #dispatch(event: Event): void {
    this.#isNewTask = false;
    eventTargetMethods.dispatchEvent.call(this, event);
  }

  static {
    defineMembers(this);
  }
}

function failed(method: string, why: string, name: string): DOMException {
  return new DOMException(`Failed to execute '${method}' on 'WebSocket': ${why}`, name);
}

function isBlob(data: SocketData): data is Blob {
  return typeof data === 'object' && 'size' in data;
}

function sizeOf(data: SocketData): number {
  if (typeof data === 'string') return utf8Length(data);
  return isBlob(data) ? data.size : data.byteLength;
}

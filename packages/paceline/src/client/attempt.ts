import type { EventLoop } from '@doha/loop';
import { Deadline } from '../timers/deadline.ts';
import type { Reporter } from '../callbacks/guard.ts';
import { escaped } from '../wire/quoted.ts';
import type { Closed } from '../session/closing-handshake.ts';
import { frameOf, isOpen, type Socket, SocketLink } from '../transport/socket-link.ts';
import { closeLateLink } from '../session/close-late-link.ts';
import { abnormal, closeCode } from '../wire/close-code.ts';
import { readServerHello, type ServerHello } from '../wire/hello.ts';
import { protocol, recordType } from '../wire/layout.ts';
import { ConnectError } from './connect-error.ts';

export interface AttemptParts {
  readonly loop: EventLoop;
  /** Receives what a socket throws that has been opened, or is no longer wanted. */
  readonly reporter: Reporter;
  readonly open: () => Socket;
  readonly clientHello: () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
  /** Ms until the peer must have answered. */
  readonly timeout: number;
  /** The session that it asks for; undefined: a new one, which nobody has then if the attempt fails. */
  readonly session: Uint8Array | undefined;
  /** Subprotocols of the application that `open` offers. The server must choose one of them, or none if there are none. */
  readonly offered: readonly string[];
  /** The server has let it in. Returns what its frames and its end are told to from then on. */
  readonly accepted: (link: SocketLink, serverHello: ServerHello) => Bound;
  /** It has come to nothing: with a {@link ConnectError}, or with what `open` or `clientHello` threw. */
  readonly failed: (error: unknown) => void;
}

export interface Bound {
  received(frame: Uint8Array): void;
  closed(code: number, reason: string): void;
}

/** A connection that is being made: opened, greeted, and answered in time. Once it has failed nothing that comes by it counts. */
export class Attempt {
  #parts: AttemptParts;
  #late: Deadline;
  #link: SocketLink | undefined;
  #hasGreeted = false;
  #bound: Bound | undefined;
  #isOver = false;
  #missing = 'the WebSocket did not open';

  constructor(parts: AttemptParts) {
    const { loop, timeout } = parts;
    this.#parts = parts;
    this.#late = new Deadline(loop, () =>
      this.#fail(closeCode.timeout, `${this.#missing} within ${timeout} ms`),
    );
  }

  start(): void {
    const { loop, open, timeout } = this.#parts;
    this.#late.set(loop.host.now() + timeout);
    this.#guard(() => this.#listen(open()));
  }

  /** Closes the connection, which is no longer wanted. `failed` is not called. `end`: how its session has ended; undefined: the session goes on. */
  abandon(end?: Closed): void {
    if (this.#isOver) return;
    this.#end();
    const link = this.#link;
    if (link === undefined) return;
    // The server may have bound a connection that has greeted to the session, though its answer has not come.
    if (!this.#hasGreeted) link.close(closeCode.normal, '');
    else if (end === undefined) link.close(closeCode.replaced, '');
    else closeLateLink(link, end);
  }

  #listen(socket: Socket): void {
    const link = new SocketLink(socket, (error) => this.#linkFailed(error));
    this.#link = link;
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => this.#guard(() => this.#greet(socket)));
    socket.addEventListener('message', ({ data }) => this.#received(data));
    socket.addEventListener('error', (event?: unknown) => this.#failToConnect(event));
    socket.addEventListener('close', ({ code, reason }) => {
      if (this.#bound !== undefined) this.#lose(code, reason);
      else if (code === abnormal) this.#failToConnect();
      else this.#failBy(new ConnectError(code, reason, saidBy(code, reason)));
    });
    if (this.#isOver) link.close(closeCode.normal, ''); // the application has abandoned it while `open` made the socket
    else if (socket.readyState === isOpen) this.#greet(socket);
  }

  // In a task of its own: the session may be in the middle of sending.
  #linkFailed(error: unknown): void {
    if (!this.#isOver) return this.#failBy(error);
    this.#parts.reporter.reportError(error);
    queueMicrotask(() => this.#lose(abnormal, ''));
  }

  /** The connection has been lost, which is told once. */
  #lose(code: number, reason: string): void {
    const bound = this.#bound;
    this.#bound = undefined;
    bound?.closed(code, reason);
  }

  #greet(socket: Socket): void {
    if (this.#isOver) return;
    if (socket.protocol !== protocol) return this.#fail(closeCode.badFrame, notPaceline);
    const clientHello = this.#parts.clientHello();
    if (clientHello instanceof Promise) void this.#greetLater(clientHello);
    else this.#send(clientHello);
  }

  async #greetLater(clientHello: Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
    this.#missing = 'credentials returned nothing';
    try {
      const frame = await clientHello;
      if (!this.#isOver) this.#send(frame);
    } catch (error) {
      this.#failBy(error);
    }
  }

  #send(clientHello: Uint8Array<ArrayBuffer>): void {
    this.#hasGreeted = true;
    // As of many servers of plain WebSockets, which select whatever subprotocol is offered.
    this.#missing = 'the server opened the WebSocket but sent no answer of Paceline';
    this.#link!.send(clientHello);
  }

  #received(data: unknown): void {
    const frame = frameOf(data) ?? new Uint8Array();
    if (this.#bound !== undefined) return this.#bound.received(frame);
    if (this.#isOver) return;
    if (frame[0] !== recordType.serverHello) return this.#fail(closeCode.badFrame, notPaceline);
    const serverHello = readServerHello(frame);
    if (typeof serverHello === 'string')
      return this.#fail(closeCode.badFrame, `the answer is bad: ${serverHello}`);
    const fault = this.#faultOf(serverHello);
    if (fault !== undefined) return this.#fail(closeCode.badFrame, fault);
    this.#end();
    this.#bound = this.#parts.accepted(this.#link!, serverHello);
  }

  /** What the server may not answer. */
  #faultOf({ protocol: chosen, session }: ServerHello): string | undefined {
    const { offered, session: asked } = this.#parts;
    if (asked?.every((byte, i) => byte === session[i]) === false)
      return 'the server has answered with another session';
    const isOffered = (offered.length > 0 ? offered : ['']).includes(chosen);
    return isOffered ? undefined : `the server has chosen the subprotocol '${chosen}', which was not offered`;
  }

  // In Node 22 no 'close' comes after it. Only sockets that are no browser's say what it is about.
  #failToConnect(event?: unknown): void {
    const { message = '' } = (event ?? {}) as { readonly message?: string };
    if (aboutProtocol.test(message)) return this.#fail(closeCode.badFrame, notPaceline);
    const why = message === '' ? ', or the server does not speak Paceline' : `: ${message}`;
    this.#fail(abnormal, `the connection could not be made${why}`);
  }

  #fail(code: number, reason: string): void {
    this.#failBy(new ConnectError(code, reason));
  }

  #failBy(error: unknown): void {
    if (this.#isOver) return;
    const isNew = this.#parts.session === undefined; // the server may have begun it, and nobody else has it
    this.abandon(isNew && error instanceof ConnectError ? error : undefined);
    this.#parts.failed(error);
  }

  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#failBy(error);
    }
  }

  #end(): void {
    this.#isOver = true;
    this.#late.set(Infinity);
  }
}

const notPaceline = 'the server does not speak Paceline (is it a PacelineServer?)';

/**
 * What `ws` and Node say when a server has selected no subprotocol, or one that was not offered. A failed handshake leaves no other sign of that, and
 * browsers say nothing.
 */
const aboutProtocol = /subprotocol|sent protocols|protocol was not set/i;

function saidBy(code: number, reason: string): string {
  return reason === '' ? `the server closed the connection with ${code}` : `${escaped(reason)} (${code})`;
}

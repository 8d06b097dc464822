import type { EventLoop } from '@doha/loop';
import type { Reporter } from '../callbacks/guard.ts';
import { closeLateLink } from '../session/close-late-link.ts';
import type { Closed } from '../session/closing-handshake.ts';
import { Deadline } from '../timers/deadline.ts';
import { serverHost } from '../transport/remote-host.ts';
import { frameOf, isOpen, type Socket, SocketLink } from '../transport/socket-link.ts';
import type { Bytes } from '../wire/bytes.ts';
import { abnormal, closeCode } from '../wire/close-code.ts';
import { readServerHello, type ServerHello } from '../wire/hello.ts';
import { protocol, recordType } from '../wire/layout.ts';
import { escaped } from '../wire/quoted.ts';
import { ConnectError } from './connect-error.ts';

export interface AttemptParts {
  readonly loop: EventLoop;
  /**
   * Receives errors of the socket after the attempt is over: the server has accepted the
   * connection, or the attempt has failed or was abandoned.
   */
  readonly reporter: Reporter;
  readonly open: () => Socket;
  readonly clientHello: () => Bytes | Promise<Bytes>;
  /** Ms until the server must have answered. */
  readonly timeout: number;
  /** Name of the session to which the connection is added; undefined: a new session. */
  readonly session: Uint8Array | undefined;
  /**
   * Subprotocols of the application that `open` offers. The server must select one of them, or none
   * if the list is empty.
   */
  readonly offeredProtocols: readonly string[];
  /** Called when the server has accepted the connection. Returns the receiver of its frames and of its end. */
  readonly accepted: (link: SocketLink, serverHello: ServerHello) => BoundConnection;
  /** Called when the attempt has failed: with a {@link ConnectError}, or with the error of `open` or `clientHello`. */
  readonly failed: (error: unknown) => void;
}

export interface BoundConnection {
  received(frame: Uint8Array): void;
  closed(code: number, reason: string): void;
}

/** An attempt to connect: opens a WebSocket, sends the client hello, and waits for the server hello. After a failure everything that arrives is ignored. */
export class Attempt {
  #parts: AttemptParts;
  #deadline: Deadline;
  #link: SocketLink | undefined;
  #hasSentHello = false;
  #connection: BoundConnection | undefined;
  #isOver = false;
  #missingStep = 'the WebSocket did not open';

  constructor(parts: AttemptParts) {
    const { loop, timeout } = parts;
    this.#parts = parts;
    this.#deadline = new Deadline(loop, () =>
      this.#fail(closeCode.timeout, `${this.#missingStep} within ${timeout} ms`),
    );
  }

  start(): void {
    const { loop, open, timeout } = this.#parts;
    this.#deadline.set(loop.host.now() + timeout);
    this.#guard(() => this.#listen(open()));
  }

  /**
   * Gives up the attempt and closes its connection, without a call of `failed`. `end`: the end of
   * the session to which the connection belongs; undefined: the session goes on.
   */
  abandon(end?: Closed): void {
    if (this.#isOver) return;
    this.#end();
    const link = this.#link;
    if (link === undefined) return;
    // After the client hello the server may have bound the connection to the session, even if the
    // server hello has not arrived.
    if (!this.#hasSentHello) link.close(closeCode.normal, '');
    else if (end === undefined) link.close(closeCode.replaced, '');
    else closeLateLink(link, end);
  }

  #listen(socket: Socket): void {
    const link = new SocketLink(socket, (error) => this.#linkFailed(error), serverHost(socket));
    this.#link = link;
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => this.#guard(() => this.#sendHello(socket)));
    socket.addEventListener('message', ({ data }) => this.#received(data));
    socket.addEventListener('error', (event?: unknown) => this.#failToConnect(event));
    socket.addEventListener('close', ({ code, reason }) => {
      if (this.#connection !== undefined) this.#lose(code, reason);
      else if (code === abnormal) this.#failToConnect();
      else this.#failBy(new ConnectError(code, reason, closeMessage(code, reason)));
    });
    if (this.#isOver) link.close(closeCode.normal, ''); // the application has aborted the attempt while `open` created the socket
    else if (socket.readyState === isOpen) this.#sendHello(socket);
  }

  // The loss is reported in a microtask, because the session may be in the middle of sending.
  #linkFailed(error: unknown): void {
    if (!this.#isOver) return this.#failBy(error);
    this.#parts.reporter.reportError(error);
    queueMicrotask(() => this.#lose(abnormal, ''));
  }

  /** Reports once that the connection has been lost. */
  #lose(code: number, reason: string): void {
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.closed(code, reason);
  }

  #sendHello(socket: Socket): void {
    if (this.#isOver) return;
    if (socket.protocol !== protocol) return this.#fail(closeCode.badFrame, notPaceline);
    const clientHello = this.#parts.clientHello();
    if (clientHello instanceof Promise) void this.#sendHelloLater(clientHello);
    else this.#send(clientHello);
  }

  async #sendHelloLater(clientHello: Promise<Bytes>): Promise<void> {
    this.#missingStep = 'the promise of credentials did not settle';
    try {
      const frame = await clientHello;
      if (!this.#isOver) this.#send(frame);
    } catch (error) {
      this.#failBy(error);
    }
  }

  #send(clientHello: Bytes): void {
    this.#hasSentHello = true;
    // Many servers of plain WebSockets select whatever subprotocol is offered.
    this.#missingStep = 'the server opened the WebSocket but sent no answer of Paceline';
    this.#link!.send(clientHello);
  }

  #received(data: unknown): void {
    const frame = frameOf(data) ?? new Uint8Array();
    if (this.#connection !== undefined) return this.#connection.received(frame);
    if (this.#isOver) return;
    if (frame[0] !== recordType.serverHello) return this.#fail(closeCode.badFrame, notPaceline);
    const serverHello = readServerHello(frame);
    if (typeof serverHello === 'string')
      return this.#fail(closeCode.badFrame, `invalid server hello: ${serverHello}`);
    const fault = this.#faultOf(serverHello);
    if (fault !== undefined) return this.#fail(closeCode.badFrame, fault);
    this.#end();
    this.#connection = this.#parts.accepted(this.#link!, serverHello);
  }

  /** Describes a server hello that does not match the request. */
  #faultOf({ protocol: chosen, sessionName }: ServerHello): string | undefined {
    const { offeredProtocols, session: requestedSession } = this.#parts;
    if (requestedSession?.every((byte, i) => byte === sessionName[i]) === false)
      return 'the server has answered with another session';
    const isOffered = (offeredProtocols.length > 0 ? offeredProtocols : ['']).includes(chosen);
    return isOffered
      ? undefined
      : `the server has selected the subprotocol '${escaped(chosen)}', which was not offered`;
  }

  // Called for an 'error', because in Node 22 no 'close' follows it. Only 'error' events of Node
  // have a message.
  #failToConnect(event?: unknown): void {
    const { message = '' } = (event ?? {}) as { readonly message?: string };
    if (aboutProtocol.test(message)) return this.#fail(closeCode.badFrame, notPaceline);
    const why = message === '' ? ', or the server does not speak Paceline' : `: ${escaped(message)}`;
    this.#fail(abnormal, `the connection could not be made${why}`);
  }

  #fail(code: number, reason: string): void {
    this.#failBy(new ConnectError(code, reason));
  }

  #failBy(error: unknown): void {
    if (this.#isOver) return;
    const isNew = this.#parts.session === undefined; // the server may have created a session, which no client uses
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
    this.#deadline.set(Infinity);
  }
}

const notPaceline = 'the server does not speak Paceline (is it a PacelineServer?)';

/**
 * Matches the error messages of `ws` and Node if a server has selected no subprotocol, or one that
 * was not offered. Nothing else tells this failure of the handshake from others. Browsers have no
 * message.
 */
const aboutProtocol = /subprotocol|sent protocols|protocol was not set/i;

function closeMessage(code: number, reason: string): string {
  return reason === '' ? `the server closed the connection with ${code}` : `${escaped(reason)} (${code})`;
}

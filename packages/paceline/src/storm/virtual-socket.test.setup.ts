import { EventEmitter } from 'node:events';
import type { EventLoop } from '@doha/loop';
import { Alarm } from '../timers/alarm.ts';
import type { Socket } from '../transport/socket-link.ts';
import type { LinkEndpoint } from '../virtual/virtual-link.ts';
import { isCloseCode, isEndCode, noCode } from '../wire/close-code.ts';
import { protocol } from '../wire/layout.ts';

const [connecting, open, closing, closed] = [0, 1, 2, 3];

/** Ms after which `ws` cuts a connection whose closing handshake has not ended. */
const closeTimeout = 30_000;

/**
 * One endpoint of a simulated WebSocket. A client's endpoint has the members of the platform's `WebSocket` that Paceline uses. A server's endpoint has
 * the members of `WebSocket` in `ws` that Paceline uses. Frames travel over a virtual link.
 */
export class VirtualSocket extends EventEmitter implements Socket {
  readonly OPEN: number = open;
  readonly protocol: string = protocol;
  readyState: number = connecting;
  binaryType = '';
  #hasReceived = false;
  #endpoint: LinkEndpoint | undefined;
  #cutting: Alarm;
  #isServer: boolean;
  #loop: EventLoop;
  #ended: (socket: VirtualSocket) => void;

  /** `ended` is called when the socket is closed. */
  constructor(loop: EventLoop, isServer: boolean, ended: (socket: VirtualSocket) => void) {
    super();
    this.#isServer = isServer;
    this.#ended = ended;
    this.#cutting = new Alarm(loop, () => this.finish(1006, ''));
    this.#loop = loop;
  }

  /** Whether this is a client's socket that has received nothing so far. */
  get awaitsHello(): boolean {
    return !this.#isServer && !this.#hasReceived;
  }

  get bufferedAmount(): number {
    return this.#endpoint?.buffered ?? 0;
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.on(type, listener as () => void);
  }

  /** The connection is made. `answered` is called when the peer has closed it, and this endpoint answers. */
  open(endpoint: LinkEndpoint, answered: (code: number, reason: string) => void): void {
    this.#endpoint = endpoint;
    this.readyState = open;
    endpoint.listener = {
      received: (frame) => this.receive(frame),
      closed: (code, reason) => {
        if (this.readyState === open) answered(code, reason);
        this.finish(code, reason);
      },
    };
    this.emit('open');
  }

  /** A frame arrives. */
  receive(frame: Uint8Array): void {
    const data = frame.slice().buffer;
    this.#hasReceived = true;
    if (this.#isServer) this.emit('message', data, true);
    else this.emit('message', { data });
  }

  send(frame: Uint8Array<ArrayBuffer>): void {
    if (this.readyState === open) this.#endpoint?.send(frame);
  }

  close(code?: number, reason = ''): void {
    this.#checkCode(code);
    if (this.readyState === connecting) return this.fail();
    if (this.readyState !== open) return;
    this.readyState = closing;
    this.#endpoint?.close(code ?? 1005, reason);
    this.#cutting.set(this.#loop.host.now() + closeTimeout);
  }

  /** Ends the connection without a closing handshake. */
  terminate(): void {
    this.#endpoint?.close(1006, '');
    this.finish(1006, '');
  }

  // As in the real classes, servers may use more codes than pages.
  #checkCode(code: number | undefined): void {
    const isAllowed = this.#isServer ? isCloseCode : isEndCode;
    const isValid = code === undefined || (code !== noCode && isAllowed(code));
    if (!isValid) throw new TypeError(`close: ${code} is no code that this endpoint may use`);
  }

  /** The connection could not be made. */
  fail(): void {
    if (this.readyState !== connecting) return;
    this.readyState = closing;
    this.emit('error', {});
    this.finish(1006, '');
  }

  /** The connection has ended. */
  finish(code: number, reason: string): void {
    if (this.readyState === closed) return;
    this.readyState = closed;
    this.#cutting.set(Infinity);
    this.#ended(this);
    if (this.#isServer) this.emit('close', code, Buffer.from(reason));
    else this.emit('close', { code, reason });
  }

  /** The process was killed: the socket receives nothing more. */
  vanish(): void {
    this.readyState = closed;
    this.#cutting.set(Infinity);
    this.removeAllListeners();
    if (this.#endpoint !== undefined) this.#endpoint.listener = undefined;
    this.#ended(this);
  }
}

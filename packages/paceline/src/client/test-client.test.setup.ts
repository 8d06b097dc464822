import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import type { Session } from '../session/session.ts';
import { isOpen, type Socket } from '../transport/socket-link.ts';
import { FrameWriter } from '../wire/frame-writer.ts';
import { minSettings, writeServerHello } from '../wire/hello.ts';
import { protocol } from '../wire/layout.ts';
import { type ConnectOptions, Paceline } from './paceline.ts';

/** A client's WebSocket without a network: the test plays the server. */
export class FakeSocket implements Socket {
  readonly bufferedAmount = 0;
  protocol = protocol;
  readyState = 0;
  binaryType = '';
  closedWith: number | undefined;
  readonly sent: Uint8Array[] = [];
  #listeners: [type: string, listener: (event: never) => void][] = [];

  addEventListener(type: string, listener: (event: never) => void): void {
    this.#listeners.push([type, listener]);
  }

  send(data: Uint8Array): void {
    this.sent.push(data);
  }

  close(code?: number): void {
    this.closedWith ??= code;
    this.readyState = 2;
  }

  emit(type: string, event: unknown = {}): void {
    for (const [listenedType, listener] of this.#listeners)
      if (listenedType === type) listener(event as never);
  }

  /** The server accepts the connection, and allows `standbys` standbys. */
  accept(standbys = 4): this {
    this.open();
    return this.serverHello(standbys);
  }

  open(): void {
    this.readyState = isOpen;
    this.emit('open');
  }

  serverHello(standbys = 4, sessionName: Uint8Array = new Uint8Array(32)): this {
    const settings = { ...minSettings, standbys };
    this.emit('message', { data: writeServerHello({ sessionName, settings, protocol: '' }) });
    return this;
  }

  /** A frame with a ping arrives from the server. */
  ping(): void {
    const writer = new FrameWriter();
    writer.ping(0);
    this.emit('message', { data: writer.take() });
  }

  /**
   * A frame with the record `resumed` arrives: no message of the server is sent again from its
   * beginning.
   */
  resume(): void {
    const writer = new FrameWriter();
    writer.resumed(0);
    this.emit('message', { data: writer.take() });
  }

  end(code: number, reason = ''): void {
    this.readyState = 3;
    this.emit('close', { code, reason });
  }
}

/** A client, whose connections the test makes and ends, on simulated time. */
export class TestClient {
  readonly host: VirtualHost = new VirtualHost();
  readonly sockets: FakeSocket[] = [];
  readonly errors: unknown[] = [];
  #loop: EventLoop = new EventLoop({ host: this.host, onError: (error) => this.errors.push(error) });

  async connect(options: ConnectOptions = {}): Promise<Session> {
    const { sockets } = this;
    class RecordedSocket extends FakeSocket {
      constructor() {
        super();
        sockets.push(this);
      }
    }
    return Paceline.connect('ws://localhost', {
      loop: this.#loop,
      WebSocket: RecordedSocket,
      heartbeat: 2 ** 30,
      ...options,
    });
  }

  /** Opens a session, and accepts its first connection and its standbys. */
  async connected(options: ConnectOptions = {}): Promise<Session> {
    const connecting = this.connect(options);
    this.last.accept();
    for (let i = 0; i < (options.standbys ?? 1); i++) this.last.accept();
    return connecting;
  }

  get last(): FakeSocket {
    return this.sockets.at(-1)!;
  }

  pass(time: number): void {
    this.host.advanceTo(this.host.now() + time);
  }

  /** Refuses all attempts to connect with a close code, for `time` ms. */
  refuse(code: number, time: number): void {
    const end = this.host.now() + time;
    while (this.host.now() < end) {
      if (this.last.readyState === 0) this.last.end(code, 'refused');
      this.pass(10);
    }
  }
}

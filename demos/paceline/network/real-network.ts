import { Paceline, type Session } from '@doha/paceline';
import type { ControlReply, ControlMessage } from './control-message.ts';
import type { Network, NetworkListener, Side } from './network.ts';
import { type Settings, oneWay } from './settings.ts';
import { stampOf } from './stamp.ts';

/** Sockets to a server with real links, see `demos/vite-plugins/real-links`. */
export class RealNetwork implements Network {
  #address: URL;
  #control: WebSocket;
  #listener: NetworkListener;
  #plain: WebSocket | undefined;
  #session: Session | undefined;
  #isClosed = false;

  /**
   * Resolves when the links are ready and the Paceline session is open. Rejects with an Error if
   * that fails.
   */
  static async open(address: URL, settings: Settings, listener: NetworkListener): Promise<RealNetwork> {
    const control = new WebSocket(new URL('control', address));
    await untilReady(control);
    const network = new RealNetwork(address, control, listener);
    try {
      await network.#connect();
    } catch (error) {
      network.close();
      throw error;
    }
    network.movePointer(0.5, 0.5); // also tells the server the clock of the page, on which it stamps messages
    network.set(settings);
    return network;
  }

  private constructor(address: URL, control: WebSocket, listener: NetworkListener) {
    this.#address = address;
    this.#control = control;
    this.#listener = listener;
    control.addEventListener('close', ({ reason }) => {
      if (!this.#isClosed) listener.failed(reason || 'The server is gone');
    });
  }

  set(settings: Settings): void {
    this.#sendControl({ what: 'set', settings, way: oneWay(settings.link) });
  }

  movePointer(x: number, y: number): void {
    this.#sendControl({ what: 'point', x, y, at: performance.now() });
  }

  /** Real time advances by itself. */
  advanceTo(): void {}

  pause(isPaused: boolean): void {
    this.#sendControl({ what: 'pause', isPaused });
  }

  reconnect(): void {
    this.#plain?.close();
    this.#connectPlain();
  }

  close(): void {
    this.#isClosed = true;
    this.#plain?.close();
    this.#session?.terminate();
    this.#control.close();
  }

  async #connect(): Promise<void> {
    this.#connectPlain();
    const session = await Paceline.connect(new URL('paceline', this.#address), { standbys: 0 });
    session.onStream((stream) => stream.onMessage((data) => this.#receive('paceline', data as Uint8Array)));
    this.#session = session;
  }

  #connectPlain(): void {
    const socket = new WebSocket(new URL('plain', this.#address));
    socket.binaryType = 'arraybuffer';
    this.#plain = socket;
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#plain) this.#receive('plain', new Uint8Array(data as ArrayBuffer));
    });
  }

  #receive(side: Side, data: Uint8Array): void {
    const { kind, layer, sentAt, x, y } = stampOf(data);
    const latency = Math.max(0, performance.now() - sentAt);
    if (!this.#isClosed) this.#listener.arrived({ side, kind, layer, latency, x, y, bytes: data.length });
  }

  #sendControl(message: ControlMessage): void {
    if (this.#control.readyState === WebSocket.OPEN) this.#control.send(JSON.stringify(message));
  }
}

/** Resolves when the links are ready. */
async function untilReady(control: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    control.addEventListener('close', ({ reason }) =>
      reject(new Error(reason || 'The server does not reply')),
    );
    control.addEventListener(
      'message',
      ({ data }) => {
        const reply = JSON.parse(data as string) as ControlReply;
        if (reply.what === 'ready') resolve();
        else reject(new Error(reply.reason));
      },
      { once: true },
    );
  });
}

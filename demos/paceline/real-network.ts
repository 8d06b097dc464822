import { Paceline, type Session } from '@doha/paceline';
import type { Network, NetworkListener, Side } from './network.ts';
import type { Answer, Order } from './control-message.ts';
import { type Settings, wayOf } from './settings.ts';
import { stampOf } from './stamp.ts';

/** Real sockets to a server that has real links, see `e2e/paceline-demo`. */
export class RealNetwork implements Network {
  #address: URL;
  #control: WebSocket;
  #listener: NetworkListener;
  #plain: WebSocket | undefined;
  #session: Session | undefined;
  #isClosed = false;

  /** Resolves when both connections are there. Rejects with an Error if they cannot be made. */
  static async open(address: URL, settings: Settings, listener: NetworkListener): Promise<RealNetwork> {
    const control = new WebSocket(new URL('control', address));
    await readyOf(control);
    const network = new RealNetwork(address, control, listener);
    try {
      await network.#connect();
    } catch (error) {
      network.close();
      throw error;
    }
    network.point(0.5, 0.5); // the server stamps by our clock
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
    this.#tell({ what: 'set', settings, way: wayOf(settings.link) });
  }

  point(x: number, y: number): void {
    this.#tell({ what: 'point', x, y, at: performance.now() });
  }

  /** Its time is that of all. */
  advanceTo(): void {}

  pause(isPaused: boolean): void {
    this.#tell({ what: 'pause', isPaused });
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
    session.onStream((stream) => stream.onMessage((data) => this.#came('paceline', data as Uint8Array)));
    this.#session = session;
  }

  #connectPlain(): void {
    const socket = new WebSocket(new URL('plain', this.#address));
    socket.binaryType = 'arraybuffer';
    this.#plain = socket;
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#plain) this.#came('plain', new Uint8Array(data as ArrayBuffer));
    });
  }

  #came(side: Side, data: Uint8Array): void {
    const { kind, layer, sentAt, x, y } = stampOf(data);
    const latency = Math.max(0, performance.now() - sentAt);
    if (!this.#isClosed) this.#listener.arrived({ side, kind, layer, latency, x, y, bytes: data.length });
  }

  #tell(order: Order): void {
    if (this.#control.readyState === WebSocket.OPEN) this.#control.send(JSON.stringify(order));
  }
}

/** Resolves when the links are there. */
async function readyOf(control: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    control.addEventListener('close', ({ reason }) =>
      reject(new Error(reason || 'The server does not answer')),
    );
    control.addEventListener(
      'message',
      ({ data }) => {
        const answer = JSON.parse(data as string) as Answer;
        if (answer.what === 'ready') resolve();
        else reject(new Error(answer.reason));
      },
      { once: true },
    );
  });
}

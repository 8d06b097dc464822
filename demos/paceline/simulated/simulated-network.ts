import { VirtualPair } from '@doha/paceline/virtual';
import type { Network, NetworkListener, Side } from '../network.ts';
import { PacelineOutlet } from '../paceline-sender.ts';
import { type Settings, wayOf } from '../settings.ts';
import { stampOf } from '../stamp.ts';
import { type Parcel, Traffic } from '../traffic.ts';
import { type SimulatedEnd, SimulatedLink } from './simulated-link.ts';

/** Both ends of both connections in this thread, on a time of their own: all of Paceline is real, and what is simulated is TCP and the links. */
export class SimulatedNetwork implements Network {
  #pair: VirtualPair = new VirtualPair();
  #links: Readonly<Record<Side, SimulatedLink>>;
  #plain: SimulatedEnd; // the sender's
  #paceline: PacelineOutlet;
  #traffic: Traffic;
  #listener: NetworkListener;

  constructor({ kinds, link, weights }: Settings, listener: NetworkListener) {
    const { loop, server } = this.#pair;
    this.#listener = listener;
    const way = wayOf(link);
    this.#links = { plain: new SimulatedLink(loop, way), paceline: new SimulatedLink(loop, way) };
    this.#plain = this.#connectPlain();
    this.#pair.bind(this.#links.paceline.connect());
    this.#pair.client.onStream((stream) =>
      stream.onMessage((data) => this.#came('paceline', data as Uint8Array)),
    );
    this.#paceline = new PacelineOutlet(server, weights);
    const plain = { send: ({ bytes }: Parcel) => this.#plain.send(bytes) };
    this.#traffic = new Traffic(
      loop,
      () => loop.host.now(),
      () => [plain, this.#paceline],
    );
    this.#traffic.set(kinds);
  }

  set({ kinds, link, weights }: Settings): void {
    this.#links.plain.set(wayOf(link));
    this.#links.paceline.set(wayOf(link));
    this.#paceline.weigh(weights);
    this.#traffic.set(kinds);
  }

  point(x: number, y: number): void {
    this.#traffic.point(x, y);
  }

  advanceTo(time: number): void {
    this.#pair.host.advanceTo(time);
  }

  /** Its time stands still when nobody advances it. */
  pause(): void {}

  reconnect(): void {
    this.#plain.close(1000, '');
    this.#plain = this.#connectPlain();
  }

  close(): void {
    this.#pair.loop.dispose();
  }

  #connectPlain(): SimulatedEnd {
    const [receiver, sender] = this.#links.plain.connect();
    receiver.listener = { received: (bytes) => this.#came('plain', bytes), closed: () => {} };
    return sender;
  }

  #came(side: Side, data: Uint8Array): void {
    const { kind, layer, sentAt, x, y } = stampOf(data);
    const latency = this.#pair.host.now() - sentAt;
    this.#listener.arrived({ side, kind, layer, latency, x, y, bytes: data.length });
  }
}

import { VirtualPair } from '@doha/paceline/virtual';
import type { Network, NetworkListener, Side } from '../network.ts';
import { PacelineSender } from '../paceline-sender.ts';
import { type Settings, oneWay } from '../settings.ts';
import { stampOf } from '../stamp.ts';
import { type OutgoingMessage, Traffic } from '../traffic.ts';
import { type SimulatedEnd, SimulatedLink } from './simulated-link.ts';

/**
 * Both ends of the plain connection and of the Paceline connection, in this thread and with simulated
 * time. Only TCP and the links are simulated; Paceline is the real implementation.
 */
export class SimulatedNetwork implements Network {
  #pair: VirtualPair = new VirtualPair();
  #links: Readonly<Record<Side, SimulatedLink>>;
  #plain: SimulatedEnd; // the sender's end
  #paceline: PacelineSender;
  #traffic: Traffic;
  #listener: NetworkListener;

  constructor({ kinds, link, weights }: Settings, listener: NetworkListener) {
    const { loop, server } = this.#pair;
    this.#listener = listener;
    const way = oneWay(link);
    this.#links = { plain: new SimulatedLink(loop, way), paceline: new SimulatedLink(loop, way) };
    this.#plain = this.#connectPlain();
    this.#pair.bind(this.#links.paceline.connect());
    this.#pair.client.onStream((stream) =>
      stream.onMessage((data) => this.#receive('paceline', data as Uint8Array)),
    );
    this.#paceline = new PacelineSender(server, weights);
    const plain = { send: ({ bytes }: OutgoingMessage) => this.#plain.send(bytes) };
    this.#traffic = new Traffic(
      loop,
      () => loop.host.now(),
      () => [plain, this.#paceline],
    );
    this.#traffic.setKinds(kinds);
  }

  set({ kinds, link, weights }: Settings): void {
    this.#links.plain.set(oneWay(link));
    this.#links.paceline.set(oneWay(link));
    this.#paceline.setWeights(weights);
    this.#traffic.setKinds(kinds);
  }

  movePointer(x: number, y: number): void {
    this.#traffic.movePointer(x, y);
  }

  advanceTo(time: number): void {
    this.#pair.host.advanceTo(time);
  }

  /** Does nothing: simulated time advances only by calls of `advanceTo`. */
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
    receiver.listener = { received: (bytes) => this.#receive('plain', bytes), closed: () => {} };
    return sender;
  }

  #receive(side: Side, data: Uint8Array): void {
    const { kind, layer, sentAt, x, y } = stampOf(data);
    const latency = this.#pair.host.now() - sentAt;
    this.#listener.arrived({ side, kind, layer, latency, x, y, bytes: data.length });
  }
}

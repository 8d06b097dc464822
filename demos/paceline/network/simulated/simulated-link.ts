import type { EventLoop } from '@doha/loop';
import type { LinkEndpoint, LinkListener } from '@doha/paceline/virtual';
import type { OneWayLink } from '../settings.ts';
import { Bottleneck } from './bottleneck.ts';
import { TcpFlow } from './tcp-flow.ts';

/** Size of the system's send buffer in bytes. The socket's `buffered` counts only bytes beyond it. */
const systemBuffer = 65_536;

/** A link with adjustable rate, and TCP connections over it. */
export class SimulatedLink {
  #loop: EventLoop;
  #forward: Bottleneck;
  #backward: Bottleneck;

  constructor(loop: EventLoop, way: OneWayLink) {
    this.#loop = loop;
    this.#forward = new Bottleneck(way);
    this.#backward = new Bottleneck(way);
  }

  set(way: OneWayLink): void {
    this.#forward.set(way);
    this.#backward.set(way);
  }

  /** Opens a connection. Returns both ends. */
  connect(): readonly [SimulatedEnd, SimulatedEnd] {
    const one = new SimulatedEnd(this.#loop, this.#forward);
    const other = new SimulatedEnd(this.#loop, this.#backward);
    one.connectTo(other);
    other.connectTo(one);
    return [one, other];
  }
}

/** One end of a connection over a {@link SimulatedLink}. */
export class SimulatedEnd implements LinkEndpoint {
  listener: LinkListener | undefined;
  #flow: TcpFlow;
  #other: SimulatedEnd | undefined;

  constructor(loop: EventLoop, bottleneck: Bottleneck) {
    this.#flow = new TcpFlow(loop, bottleneck, (frame) => this.#other?.listener?.received(frame));
  }

  /** @internal */
  connectTo(other: SimulatedEnd): void {
    this.#other = other;
  }

  get buffered(): number {
    return Math.max(0, this.#flow.unsent - systemBuffer);
  }

  send(frame: Uint8Array): void {
    this.#flow.write(frame);
  }

  /** Closes the connection at both ends at once. Data in flight is lost. */
  close(code: number, reason: string): void {
    for (const end of [this, this.#other]) end?.end(code, reason);
  }

  /** @internal */
  end(code: number, reason: string): void {
    const { listener } = this;
    this.listener = undefined;
    this.#flow.abort();
    listener?.closed(code, reason);
  }
}

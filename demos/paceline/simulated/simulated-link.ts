import type { EventLoop } from '@doha/loop';
import type { LinkEndpoint, LinkListener } from '@doha/paceline/virtual';
import type { Way } from '../settings.ts';
import { Bottleneck } from './bottleneck.ts';
import { TcpWay } from './tcp-way.ts';

/** Bytes that the system takes before a socket says that they are buffered. */
const systemBuffer = 65_536;

/** A link that is as narrow as one likes, and TCP over it. */
export class SimulatedLink {
  #loop: EventLoop;
  #there: Bottleneck;
  #back: Bottleneck;

  constructor(loop: EventLoop, way: Way) {
    this.#loop = loop;
    this.#there = new Bottleneck(way);
    this.#back = new Bottleneck(way);
  }

  set(way: Way): void {
    this.#there.set(way);
    this.#back.set(way);
  }

  /** A connection over it: both of its ends. */
  connect(): readonly [SimulatedEnd, SimulatedEnd] {
    const one = new SimulatedEnd(this.#loop, this.#there);
    const other = new SimulatedEnd(this.#loop, this.#back);
    one.meet(other);
    other.meet(one);
    return [one, other];
  }
}

/** One end of a connection over a {@link SimulatedLink}. */
export class SimulatedEnd implements LinkEndpoint {
  listener: LinkListener | undefined;
  #way: TcpWay;
  #other: SimulatedEnd | undefined;

  constructor(loop: EventLoop, bottleneck: Bottleneck) {
    this.#way = new TcpWay(loop, bottleneck, (frame) => this.#other?.listener?.received(frame));
  }

  /** @internal */
  meet(other: SimulatedEnd): void {
    this.#other = other;
  }

  get buffered(): number {
    return Math.max(0, this.#way.unsent - systemBuffer);
  }

  send(frame: Uint8Array): void {
    this.#way.write(frame);
  }

  /** Ends the connection at once, on both sides: what is under way is lost. */
  close(code: number, reason: string): void {
    for (const end of [this, this.#other]) end?.end(code, reason);
  }

  /** @internal */
  end(code: number, reason: string): void {
    const { listener } = this;
    this.listener = undefined;
    this.#way.abort();
    listener?.closed(code, reason);
  }
}

import type { EventLoop } from '@doha/loop';
import { checkNumber, checkOptions } from '@doha/loop/options';
import { Alarm } from '../timers/alarm.ts';
import type { Link } from '../transport/link.ts';

export interface VirtualLinkOptions {
  /** Bytes per ms; > 0, default Infinity. */
  readonly rate?: number;
  /** Ms one way; ≥ 0, default 0. */
  readonly delay?: number;
  /** Bytes in the buffers of the operating system, which do not count as `buffered`; ≥ 0, default 65,536. */
  readonly systemBuffer?: number;
}

/** Receives the frames and the end of a link at one endpoint. */
export interface LinkListener {
  received(frame: Uint8Array): void;
  closed(code: number, reason: string): void;
}

/** One endpoint of a simulated link. */
export interface LinkEndpoint extends Link {
  listener: LinkListener | undefined;
}

interface InFlight {
  readonly arrivesAt: number;
  readonly frame: Uint8Array | undefined; // undefined: the other endpoint has closed the link
  readonly code: number;
  readonly reason: string;
}

/** A simulated connection, on the clock of a loop: frames arrive in order, after the time that the link takes. */
export class VirtualLink {
  readonly endpoints: readonly [VirtualEndpoint, VirtualEndpoint];

  /** Throws a TypeError if `options` is no object or an option has the wrong type, and a RangeError if a number is out of range. */
  constructor(loop: EventLoop, options: VirtualLinkOptions = {}) {
    checkLinkOptions(options);
    const one = new VirtualEndpoint(loop, options);
    const other = new VirtualEndpoint(loop, options);
    one.peer = other;
    other.peer = one;
    this.endpoints = [one, other];
  }

  /** Delays all frames until `time`, as when TCP backs off. Throws a TypeError or a RangeError unless `time` is a number or Infinity. */
  stall(time: number): void {
    checkNumber('VirtualLink.stall: time', time, { unlimited: true });
    for (const endpoint of this.endpoints) endpoint.stall(time);
  }

  /** Ends the link as when a network fails: frames in flight are lost. `atClient`, `atServer`: ms after which each endpoint notices it, ≥ 0 or Infinity. */
  kill(atClient: number, atServer: number): void {
    checkNumber('VirtualLink.kill: atClient', atClient, { min: 0, unlimited: true });
    checkNumber('VirtualLink.kill: atServer', atServer, { min: 0, unlimited: true });
    const [one, other] = this.endpoints;
    one.die(atClient);
    other.die(atServer);
  }
}

function checkLinkOptions(options: VirtualLinkOptions): void {
  checkOptions('VirtualLink', options, ['rate', 'delay', 'systemBuffer']);
  const { delay = 0, rate = Infinity, systemBuffer = 0 } = options;
  checkNumber('VirtualLink: rate', rate, { above: 0, unlimited: true });
  checkNumber('VirtualLink: delay', delay, { min: 0 });
  checkNumber('VirtualLink: systemBuffer', systemBuffer, { min: 0, unlimited: true });
}

/** One endpoint of a {@link VirtualLink}. */
export class VirtualEndpoint implements LinkEndpoint {
  listener: LinkListener | undefined;
  /** @internal */ peer: VirtualEndpoint | undefined;
  #loop: EventLoop;
  #rate: number;
  #delay: number;
  #systemBuffer: number;
  #inFlight: InFlight[] = []; // to the peer, in order
  #freeAt = 0;
  #stalledUntil = 0;
  #isOpen = true;
  #arriving: Alarm;

  constructor(loop: EventLoop, { delay = 0, rate = Infinity, systemBuffer = 65_536 }: VirtualLinkOptions) {
    this.#loop = loop;
    this.#rate = rate;
    this.#delay = delay;
    this.#systemBuffer = systemBuffer;
    this.#arriving = new Alarm(loop, () => this.#arrive());
  }

  get buffered(): number {
    const waiting = Math.max(0, this.#freeAt - this.#now) * this.#rate;
    return Number.isNaN(waiting) ? 0 : Math.max(0, waiting - this.#systemBuffer);
  }

  send(frame: Uint8Array): void {
    if (this.#isOpen) this.#push(frame.length, { frame, code: 0, reason: '' });
  }

  close(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.#push(0, { frame: undefined, code, reason });
    this.#isOpen = false;
  }

  /** @internal */
  stall(time: number): void {
    this.#stalledUntil = Math.max(this.#stalledUntil, time);
    this.#rearm();
  }

  /** @internal */
  die(after: number): void {
    this.#isOpen = false;
    this.#inFlight = [];
    this.#arriving.set(Infinity);
    new Alarm(this.#loop, () => this.receiveClose(1006, '')).set(this.#now + after);
  }

  #push(bytes: number, what: Omit<InFlight, 'arrivesAt'>): void {
    this.#freeAt = Math.max(this.#freeAt, this.#now) + bytes / this.#rate;
    this.#inFlight.push({ arrivesAt: this.#freeAt + this.#delay, ...what });
    this.#rearm();
  }

  #rearm(): void {
    const next = this.#inFlight[0];
    this.#arriving.set(
      next === undefined ? Infinity : Math.max(next.arrivesAt, this.#stalledUntil, this.#now),
    );
  }

  #arrive(): void {
    const { code, frame, reason } = this.#inFlight.shift()!;
    this.#rearm();
    if (frame === undefined) this.peer?.receiveClose(code, reason);
    else this.peer?.receive(frame);
  }

  /** @internal */
  receive(frame: Uint8Array): void {
    if (this.#isOpen) this.listener?.received(frame);
  }

  /** @internal */
  receiveClose(code: number, reason: string): void {
    const { listener } = this;
    this.#isOpen = false;
    this.listener = undefined;
    listener?.closed(code, reason);
  }

  get #now(): number {
    return this.#loop.host.now();
  }
}

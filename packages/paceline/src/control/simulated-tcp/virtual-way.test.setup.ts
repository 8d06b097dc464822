import type { EventLoop } from '@doha/loop';
import { Alarm } from '../../timers/alarm.ts';

const fullPacket = 1500; // bytes

/** A packet on its way. `bytes` include the headers of IP and TCP. */
export interface Packet {
  readonly bytes: number;
  readonly arrive: () => void;
}

export interface VirtualWayOptions {
  /** Bytes per ms. */
  readonly rate: number;
  /** Ms from the departure from the queue to the arrival. */
  readonly delay: number;
  /** Bytes that the queue holds; a packet that does not fit is dropped. */
  readonly queue: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/**
 * One direction of a bottleneck on simulated time, like `bottleneck.c` of the lab: a rate, a queue
 * that drops packets that do not fit, and a delay. Keeps the order of packets.
 */
export class VirtualWay {
  delay: number;
  #rate: number;
  #queue: number;
  /**
   * Each packet reaches the queue up to this many ms late: the time of a full packet. Without this
   * jitter, the phase between the senders would decide which packets are dropped.
   */
  #jitter: number;
  #loop: EventLoop;
  #random: () => number;
  #coming: { at: number; packet: Packet }[] = [];
  #leaving: { at: number; packet: Packet }[] = [];
  #waiting = 0; // bytes
  #freeAt = 0;
  #underWay: { at: number; packet: Packet }[] = [];
  #alarm: Alarm;
  #cameAt = 0;
  #arrivedAt = 0;

  constructor(loop: EventLoop, options: VirtualWayOptions) {
    this.#loop = loop;
    this.#rate = options.rate;
    this.delay = options.delay;
    this.#queue = options.queue;
    this.#jitter = fullPacket / options.rate;
    this.#random = options.random;
    this.#alarm = new Alarm(loop, () => this.#turn());
  }

  send(packet: Packet): void {
    const now = this.#loop.host.now();
    this.#cameAt = Math.max(this.#cameAt, now + this.#random() * this.#jitter);
    this.#coming.push({ at: this.#cameAt, packet });
    this.#arm();
  }

  #turn(): void {
    const now = this.#loop.host.now() + 1e-9;
    for (;;) {
      const comes = this.#coming[0]?.at ?? Infinity;
      const leaves = this.#leaving[0]?.at ?? Infinity;
      const arrives = this.#underWay[0]?.at ?? Infinity;
      const next = Math.min(comes, leaves, arrives);
      if (next > now) break;
      if (next === leaves) this.#leave();
      else if (next === comes) this.#come();
      else this.#underWay.shift()!.packet.arrive();
    }
    this.#arm();
  }

  #come(): void {
    const { at, packet } = this.#coming.shift()!;
    if (this.#waiting + packet.bytes > this.#queue) return;
    this.#waiting += packet.bytes;
    this.#freeAt = Math.max(this.#freeAt, at) + packet.bytes / this.#rate;
    this.#leaving.push({ at: this.#freeAt, packet });
  }

  #leave(): void {
    const { at, packet } = this.#leaving.shift()!;
    this.#waiting -= packet.bytes;
    this.#arrivedAt = Math.max(this.#arrivedAt, at + this.delay);
    this.#underWay.push({ at: this.#arrivedAt, packet });
  }

  /** Waiting packets leave at the new rate. */
  setRate(rate: number): void {
    const now = this.#loop.host.now();
    this.#rate = rate;
    this.#freeAt = now;
    this.#leaving = this.#leaving.map(({ packet }) => ({
      at: (this.#freeAt += packet.bytes / rate),
      packet,
    }));
    this.#arm();
  }

  #arm(): void {
    this.#alarm.set(
      Math.min(
        this.#coming[0]?.at ?? Infinity,
        this.#leaving[0]?.at ?? Infinity,
        this.#underWay[0]?.at ?? Infinity,
      ),
    );
  }
}

import type { EventLoop } from '@doha/loop';
import { Alarm } from '../../timers/alarm.ts';

const fullPacket = 1500; // bytes

/** A packet on its way. `bytes` include the headers of IP and TCP. */
export interface Packet {
  readonly bytes: number;
  readonly arrive: () => void;
}

export interface VirtualBottleneckOptions {
  /** Bytes per ms. */
  readonly rate: number;
  /** Ms from the departure from the queue to the arrival. */
  readonly delay: number;
  /** Bytes that the queue holds; a packet that does not fit is dropped. */
  readonly queue: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Probability that a packet is lost before it reaches the queue; 0 by default. */
  readonly loss?: number;
}

/**
 * One direction of a bottleneck on simulated time, like `bottleneck.c` of the lab: a rate, a queue
 * that drops packets that do not fit, and a delay. Keeps the order of packets.
 */
export class VirtualBottleneck {
  delay: number;
  #rate: number;
  #queue: number;
  /**
   * Greatest random delay of a packet before the queue, in ms: the time in which the link sends a full packet at its first rate. Without this jitter, the phase between the senders would decide which packets are dropped.
   */
  #jitter: number;
  #loop: EventLoop;
  #random: () => number;
  #loss: number;
  #reachingQueue: { at: number; packet: Packet }[] = [];
  #inQueue: { at: number; packet: Packet }[] = [];
  #queuedBytes = 0;
  #freeAt = 0;
  #inFlight: { at: number; packet: Packet }[] = [];
  #alarm: Alarm;
  #lastReachesAt = 0;
  #lastArrivesAt = 0;

  constructor(loop: EventLoop, options: VirtualBottleneckOptions) {
    this.#loop = loop;
    this.#rate = options.rate;
    this.delay = options.delay;
    this.#queue = options.queue;
    this.#jitter = fullPacket / options.rate;
    this.#random = options.random;
    this.#loss = options.loss ?? 0;
    this.#alarm = new Alarm(loop, () => this.#advance());
  }

  send(packet: Packet): void {
    const now = this.#loop.host.now();
    this.#lastReachesAt = Math.max(this.#lastReachesAt, now + this.#random() * this.#jitter);
    this.#reachingQueue.push({ at: this.#lastReachesAt, packet });
    this.#arm();
  }

  #advance(): void {
    const now = this.#loop.host.now() + 1e-9;
    for (;;) {
      const reachesAt = this.#reachingQueue[0]?.at ?? Infinity;
      const leavesAt = this.#inQueue[0]?.at ?? Infinity;
      const arrivesAt = this.#inFlight[0]?.at ?? Infinity;
      const nextAt = Math.min(reachesAt, leavesAt, arrivesAt);
      if (nextAt > now) break;
      if (nextAt === leavesAt) this.#dequeue();
      else if (nextAt === reachesAt) this.#enqueue();
      else this.#inFlight.shift()!.packet.arrive();
    }
    this.#arm();
  }

  #enqueue(): void {
    const { at, packet } = this.#reachingQueue.shift()!;
    if (this.#loss > 0 && this.#random() < this.#loss) return;
    if (this.#queuedBytes + packet.bytes > this.#queue) return;
    this.#queuedBytes += packet.bytes;
    this.#freeAt = Math.max(this.#freeAt, at) + packet.bytes / this.#rate;
    this.#inQueue.push({ at: this.#freeAt, packet });
  }

  #dequeue(): void {
    const { at, packet } = this.#inQueue.shift()!;
    this.#queuedBytes -= packet.bytes;
    this.#lastArrivesAt = Math.max(this.#lastArrivesAt, at + this.delay);
    this.#inFlight.push({ at: this.#lastArrivesAt, packet });
  }

  /** Waiting packets leave at the new rate. */
  setRate(rate: number): void {
    const now = this.#loop.host.now();
    this.#rate = rate;
    this.#freeAt = now;
    this.#inQueue = this.#inQueue.map(({ packet }) => ({
      at: (this.#freeAt += packet.bytes / rate),
      packet,
    }));
    this.#arm();
  }

  #arm(): void {
    this.#alarm.set(
      Math.min(
        this.#reachingQueue[0]?.at ?? Infinity,
        this.#inQueue[0]?.at ?? Infinity,
        this.#inFlight[0]?.at ?? Infinity,
      ),
    );
  }
}

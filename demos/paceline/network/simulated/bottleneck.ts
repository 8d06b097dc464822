import type { OneWayLink } from '../settings.ts';

/** The transmission of a packet. */
export interface Passage {
  /** Whether it fits into the queue. Otherwise it is dropped. */
  readonly fits: boolean;
  /** Time in ms at which the packet arrives at the other end. For a dropped packet, the time at which it would have arrived. */
  readonly arrivesAt: number;
}

/** One direction of a link: a queue that drops packets when it is full, a rate, and a delay. Changes apply to packets that enter later. */
export class Bottleneck {
  #way: OneWayLink;
  #freeAt = 0; // time in ms at which all queued packets have been sent
  #latest = 0; // arrival of the last packet; packets keep their order

  constructor(way: OneWayLink) {
    this.#way = way;
  }

  set(way: OneWayLink): void {
    this.#way = way;
  }

  /** The delay in ms of a packet that does not wait in the queue, without its transmission time. */
  get delay(): number {
    return this.#way.delay;
  }

  pass(bytes: number, now: number): Passage {
    const { delay, queue } = this.#way;
    const rate = this.#way.rate / 8000; // bytes per ms
    const begins = Math.max(now, this.#freeAt);
    const fits = (begins - now) * rate + bytes <= queue;
    const departs = begins + bytes / rate;
    const arrivesAt = Math.max(this.#latest, departs + delay);
    if (!fits) return { fits, arrivesAt };
    this.#freeAt = departs;
    this.#latest = arrivesAt;
    return { fits, arrivesAt };
  }
}

import type { Way } from '../settings.ts';

/** What becomes of a packet. */
export interface Passage {
  /** Whether it fitted into the queue; else it is gone. */
  readonly fits: boolean;
  /** When it comes out at the other end, or would have if it had fitted; ms. */
  readonly at: number;
}

/** One way over a link: a queue that drops what does not fit, a rate, and a delay. Changes count for what enters later. */
export class Bottleneck {
  #way: Way;
  #freeAt = 0; // ms
  #latest = 0; // when the last packet comes out: none overtakes another one

  constructor(way: Way) {
    this.#way = way;
  }

  set(way: Way): void {
    this.#way = way;
  }

  /** Ms when nothing waits. */
  get delay(): number {
    return this.#way.delay;
  }

  pass(bytes: number, now: number): Passage {
    const { delay, queue } = this.#way;
    const rate = this.#way.rate / 8000; // bytes per ms
    const begins = Math.max(now, this.#freeAt);
    const fits = (begins - now) * rate + bytes <= queue;
    const departs = begins + bytes / rate;
    const at = Math.max(this.#latest, departs + delay);
    if (!fits) return { fits, at };
    this.#freeAt = departs;
    this.#latest = at;
    return { fits, at };
  }
}

/** Bits per second that acknowledgements may take (thesis §4.3.2: 30 to 50 kbit/s) … */
const rate = 40_000;
/** … or this share of what comes, if that is more: on a fast path they must come more often to be of use. */
const share = 0.02;
/** Bytes of an acknowledgement that has a frame to itself, with all headers below it. */
const size = 60;

/** So many may go at once after a rest. */
const burst = 4 * size;

/** When an acknowledgement may go that has a frame to itself. */
export class AckPace {
  #saved = burst; // bytes
  #at = -Infinity;

  /** So many bytes have come. */
  received(bytes: number): void {
    this.#saved = Math.min(burst, this.#saved + share * bytes);
  }

  /** The earliest time; `now` or later. */
  nextAt(now: number): number {
    this.#save(now);
    return this.#saved >= size ? now : now + ((size - this.#saved) * 8000) / rate;
  }

  spend(now: number): void {
    this.#save(now);
    this.#saved -= size;
  }

  #save(now: number): void {
    this.#saved = Math.min(burst, this.#saved + ((now - this.#at) * rate) / 8000);
    this.#at = now;
  }
}

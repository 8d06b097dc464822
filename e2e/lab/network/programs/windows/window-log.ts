/** The latencies of the most important message of each window, in ms. */
export class WindowLog {
  #period: number;
  #latencies: Map<number, number> = new Map();
  /** Estimate of the time at which window 0 was sent. NaN if nothing has arrived. */
  #began = NaN;

  /** `period`: ms between windows. */
  constructor(period: number) {
    this.#period = period;
  }

  add(window: number, sentAt: number, latency: number): void {
    if (Number.isNaN(this.#began)) this.#began = sentAt - this.#period * window;
    this.#latencies.set(window, latency);
  }

  /** Returns the latencies of the windows sent in [from, to). Null: the message did not arrive. */
  between(from: number, to: number): (number | null)[] {
    const first = this.#numberAt(from);
    const count = Math.max(0, this.#numberAt(to) - first);
    return Array.from({ length: count }, (_, i) => this.#latencies.get(first + i) ?? null);
  }

  #numberAt(time: number): number {
    const began = Number.isNaN(this.#began) ? 0 : this.#began; // without arrivals only the number of windows matters
    return Math.ceil((time - began) / this.#period);
  }
}

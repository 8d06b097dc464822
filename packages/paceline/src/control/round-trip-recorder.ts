import type { RoundTripSummary } from './path-round-trips.ts';

/** The round trips that are measured in one round, in ms. */
export class RoundTripRecorder {
  #sum = 0;
  #count = 0;
  #max = 0;
  min: number = Infinity;
  /** The mean round trip of the last round; NaN if it had none. */
  lastMean: number = NaN;

  add(ms: number): void {
    this.#sum += ms;
    this.#count++;
    this.min = Math.min(this.min, ms);
    this.#max = Math.max(this.#max, ms);
  }

  /** Ends the round. `mean` is NaN if there was no round trip. */
  endRound(): RoundTripSummary {
    const trips = { mean: this.#sum / this.#count, min: this.min, max: this.#max };
    this.lastMean = trips.mean;
    this.#sum = this.#count = this.#max = 0;
    this.min = Infinity;
    return trips;
  }
}

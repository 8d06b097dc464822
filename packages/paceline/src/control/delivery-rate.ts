/** The end of a round trip: when, and what had come until then. */
interface Mark {
  readonly at: number;
  readonly delivered: number;
  /** Whether there was less to send in it than might have been. */
  readonly isStarved: boolean;
}

/** Rounds over which the rate is counted: of one alone it is uneven, of more it follows a loss late. */
const counted = 2;

/** How much comes through, counted over whole rounds: a burst of acknowledgements after a pause is no rate. */
export class DeliveryRate {
  /** Bytes per ms. */
  value = 0;
  #delivered = 0;
  #isStarved = false;
  #marks: Mark[] = [];

  constructor(now: number) {
    this.startOver(now);
  }

  /** So many bytes have come. */
  add(bytes: number, isStarved: boolean): void {
    this.#delivered += bytes;
    this.#isStarved ||= isStarved;
  }

  /** A round has ended. Returns the rate of it alone; undefined: there was too little to send for it to say anything. */
  endRound(now: number): number | undefined {
    const last = this.#marks.at(-1)!;
    const isStarved = this.#isStarved;
    this.#mark(now);
    const first = this.#marks[0]!;
    const sample = (this.#delivered - first.delivered) / (now - first.at);
    if (sample > this.value || this.#marks.every((mark) => !mark.isStarved)) this.value = sample;
    return isStarved ? undefined : (this.#delivered - last.delivered) / (now - last.at);
  }

  /** What has come until now does not count. */
  startOver(now: number): void {
    this.#marks = [];
    this.#isStarved = false;
    this.#mark(now);
  }

  #mark(at: number): void {
    this.#marks.push({ at, delivered: this.#delivered, isStarved: this.#isStarved });
    if (this.#marks.length > counted + 1) this.#marks.shift();
    this.#isStarved = false;
  }
}

/** Counts the frames of the last seconds. */
export class FrameMeter {
  #span: number;
  #times: number[] = [];

  /** `span`: the time in ms that the figures cover. */
  constructor(span: number) {
    this.#span = span;
  }

  /** A frame is presented at `now`, in ms. */
  add(now: number): void {
    this.#times.push(now);
    const first = this.#times.findIndex((time) => time >= now - this.#span);
    this.#times.splice(0, first);
  }

  /** Frames per second; undefined before the second frame. */
  get rate(): number | undefined {
    const elapsed = this.#times.at(-1)! - this.#times[0]!;
    return elapsed > 0 ? ((this.#times.length - 1) * 1000) / elapsed : undefined;
  }

  /** The longest time between two frames in ms; undefined before the second frame. */
  get longest(): number | undefined {
    const gaps = this.#times.slice(1).map((time, i) => time - this.#times[i]!);
    return gaps.length > 0 ? Math.max(...gaps) : undefined;
  }
}

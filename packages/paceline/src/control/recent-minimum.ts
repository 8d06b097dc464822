/** The minimum of recent values. A value counts for at least `span` ms, and for at most twice as long. */
export class RecentMinimum {
  #span: number;
  #current = Infinity;
  #before = Infinity;
  #spanEndsAt = -Infinity;

  constructor(span: number) {
    this.#span = span;
  }

  /** Infinity: no value is known. */
  get value(): number {
    return Math.min(this.#current, this.#before);
  }

  note(value: number, now: number): void {
    if (now >= this.#spanEndsAt) {
      this.#before = this.#current;
      this.#current = Infinity;
      this.#spanEndsAt = now + this.#span;
    }
    this.#current = Math.min(this.#current, value);
  }
}

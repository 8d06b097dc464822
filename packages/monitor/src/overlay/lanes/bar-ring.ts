/** Kinds of bars. */
export const barKinds = ['callback', 'turn', 'window', 'span'] as const;
export type BarKind = (typeof barKinds)[number];

/** Number of bars that are kept for each thread. */
const capacity = 32_768;

const numbersPerBar = 3;
const kindOf = Object.fromEntries(barKinds.map((kind, number) => [kind, number])) as Record<BarKind, number>;

/** The newest bars of a lane, in memory of a fixed size. They are added in the order of their ends, apart from small differences. */
export class BarRing {
  #numbers: Float64Array = new Float64Array(capacity * numbersPerBar);
  #count = 0;

  /** Times are in ms. `name`: index in a `CallbackTable`. */
  add(kind: BarKind, start: number, end: number, name: number): void {
    const at = (this.#count++ % capacity) * numbersPerBar;
    this.#numbers[at] = start;
    this.#numbers[at + 1] = end;
    this.#numbers[at + 2] = name * barKinds.length + kindOf[kind];
  }

  /** Calls `visit` with each bar that overlaps a time, the newest first. */
  visit(
    from: number,
    to: number,
    visit: (kind: BarKind, start: number, end: number, name: number) => void,
  ): void {
    const oldest = Math.max(0, this.#count - capacity);
    for (let bar = this.#count - 1; bar >= oldest; bar--) {
      const at = (bar % capacity) * numbersPerBar;
      const start = this.#numbers[at]!;
      const end = this.#numbers[at + 1]!;
      if (end < from) return;
      if (start > to) continue;
      const code = this.#numbers[at + 2]! | 0;
      visit(barKinds[code % barKinds.length]!, start, end, (code / barKinds.length) | 0);
    }
  }
}

/** What comes for a tick, from one after another, perhaps before that is asked for. */
export class Inbox<T> {
  #come: Map<number, T[]> = new Map();
  #waiting: (() => void) | undefined;

  put(tick: number, what: T): void {
    const all = this.#come.get(tick) ?? [];
    all.push(what);
    this.#come.set(tick, all);
    this.#waiting?.();
  }

  /** Waits until so many have come. */
  async take(tick: number, count: number): Promise<readonly T[]> {
    while ((this.#come.get(tick)?.length ?? 0) < count) {
      await new Promise<void>((resolve) => (this.#waiting = resolve));
    }
    const all = this.#come.get(tick) ?? [];
    this.#come.delete(tick);
    return all;
  }
}

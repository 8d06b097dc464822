import { keep, read, type Store } from './store.ts';

/** The best results of a level. */
export interface Best {
  /** Time in steps of 1/60 s. */
  readonly steps: number;
  readonly gems: number;
  readonly falls: number;
}

const key = 'tandem.progress';

/** The results of all levels, which are kept between visits if the browser allows it. */
export class Progress {
  #store: Store;
  #best: Record<string, Best>;

  constructor(store: Store) {
    this.#store = store;
    this.#best = readBest(store);
  }

  bestOf(level: string): Best | undefined {
    return this.#best[level];
  }

  /**
   * Stores the shortest time, the most gems and the fewest falls, which may come from different
   * runs. Returns whether the time is a new best.
   */
  finish(level: string, { steps, gems, falls }: Best): boolean {
    const before = this.#best[level];
    this.#best[level] = {
      steps: Math.min(steps, before?.steps ?? Infinity),
      gems: Math.max(gems, before?.gems ?? 0),
      falls: Math.min(falls, before?.falls ?? Infinity),
    };
    keep(this.#store, key, this.#best);
    return before === undefined || steps < before.steps;
  }
}

function readBest(store: Store): Record<string, Best> {
  const kept = read(store, key);
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept as Record<string, Partial<Best> | null>).flatMap(([level, best]) => {
      const { steps, gems, falls } = best ?? {};
      const isWhole = [steps, gems, falls].every((value) => typeof value === 'number' && value >= 0);
      return isWhole ? [[level, { steps: steps!, gems: gems!, falls: falls! }]] : [];
    }),
  );
}

/** The best that was done in a level. */
export interface Best {
  /** Steps of 1/60 s. */
  readonly steps: number;
  readonly gems: number;
  readonly falls: number;
}

/** Where something is kept by name; `localStorage` is one. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** The browser's store, or one that forgets where it allows none. */
export function openStore(): Store {
  try {
    return globalThis.localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}

const key = 'tandem.progress';

/** What has been achieved, kept from one visit to the next where the browser allows. */
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

  /** Keeps the least time, the most gems and the fewest falls, each by itself. Returns whether the time is a new best. */
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

/** What is kept under a name, or undefined where nothing is, or nothing that makes sense, or nothing may be kept. */
export function read(store: Store, name: string): unknown {
  try {
    return JSON.parse(store.getItem(name) ?? 'null') as unknown;
  } catch {
    return undefined;
  }
}

/** Keeps something, if the browser allows it. */
export function keep(store: Store, name: string, value: unknown): void {
  try {
    store.setItem(name, JSON.stringify(value));
  } catch {
    // Full or forbidden: the game goes on without.
  }
}

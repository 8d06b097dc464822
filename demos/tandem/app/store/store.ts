/** A store of texts by name, such as `localStorage`. */
export type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** `localStorage`, or a store that stays empty if the browser refuses access. */
export function openStore(): Store {
  try {
    return globalThis.localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}

/** The stored value of a name; undefined if it is missing, invalid or inaccessible. */
export function read(store: Store, name: string): unknown {
  try {
    return JSON.parse(store.getItem(name) ?? 'null') as unknown;
  } catch {
    return undefined;
  }
}

/** Stores a value if the browser allows it. */
export function keep(store: Store, name: string, value: unknown): void {
  try {
    store.setItem(name, JSON.stringify(value));
  } catch {
    // The store is full or inaccessible. The game continues without it.
  }
}

import { keepPreferences, type Preferences, readPreferences } from './preferences.ts';
import type { Store } from './store.ts';

/** The preferences in effect: those of the player, and those in the address, which override them until the player changes them. */
export class ActivePreferences {
  #store: Store;
  #stored: Preferences;
  #requested: Partial<Preferences>;
  #changed: (changes: Partial<Preferences>) => void;

  /** `requested`: the preferences in the address. `changed` is called with the preferences that have changed. */
  constructor(
    store: Store,
    requested: Partial<Preferences>,
    changed: (changes: Partial<Preferences>) => void,
  ) {
    this.#store = store;
    this.#stored = readPreferences(store);
    this.#requested = requested;
    this.#changed = changed;
  }

  get values(): Preferences {
    return { ...this.#stored, ...this.#requested };
  }

  /** Whether a preference in the address is in effect. */
  isRequested(name: keyof Preferences): boolean {
    return this.#requested[name] !== undefined;
  }

  /** Changes preferences for the player, and stores them. */
  change(changes: Partial<Preferences>): void {
    this.#requested = Object.fromEntries(
      Object.entries(this.#requested).filter(([name]) => !(name in changes)),
    );
    this.#stored = { ...this.#stored, ...changes };
    keepPreferences(this.#store, this.#stored);
    this.#changed(changes);
  }

  toggle(name: 'isMuted' | 'showsFigures'): void {
    this.change({ [name]: !this.values[name] });
  }
}

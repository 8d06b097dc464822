import { type Bindings, readBindings, defaultBindings } from '../../input/bindings.ts';
import { type VersionName, versionNames } from '../../versions/names.ts';
import { keep, openStore, read, type Store } from './store.ts';

/** The preferences of a player. */
export interface Preferences {
  /** 0 to 1. */
  readonly volume: number;
  readonly music: number;
  readonly isMuted: boolean;
  /** Strength of shakes of the view, 0 to 1. */
  readonly shake: number;
  /** Whether the player steers one robot at a time. */
  readonly steersOne: boolean;
  /** Whether the figures are shown. */
  readonly showsFigures: boolean;
  readonly version: VersionName;
  /** Whether the concurrent version rebalances its regions by load and importance. */
  readonly balances: boolean;
  readonly bindings: Bindings;
}

const key = 'tandem.preferences';

const defaults: Preferences = {
  volume: 0.7,
  music: 0.5,
  isMuted: false,
  shake: 0.7,
  steersOne: false,
  showsFigures: false,
  version: 'adaptive',
  balances: true,
  bindings: defaultBindings,
};

/** Reads the stored preferences, with defaults for missing and invalid ones. */
export function readPreferences(store: Store): Preferences {
  const kept = read(store, key);
  const given =
    typeof kept === 'object' && kept !== null ? (kept as Partial<Record<keyof Preferences, unknown>>) : {};
  const part = (name: 'volume' | 'music' | 'shake'): number => {
    const value = given[name];
    return typeof value === 'number' && value >= 0 && value <= 1 ? value : defaults[name];
  };
  const choice = (name: 'isMuted' | 'steersOne' | 'showsFigures' | 'balances'): boolean => {
    const value = given[name];
    return typeof value === 'boolean' ? value : defaults[name];
  };
  return {
    volume: part('volume'),
    music: part('music'),
    isMuted: choice('isMuted'),
    shake: part('shake'),
    steersOne: choice('steersOne'),
    showsFigures: choice('showsFigures'),
    version: versionNames.find((name) => name === given.version) ?? defaults.version,
    balances: choice('balances'),
    bindings: readBindings(given.bindings),
  };
}

/** The player's keys, for other pages that steer the robots. */
export function storedBindings(): Bindings {
  return readPreferences(openStore()).bindings;
}

export function keepPreferences(store: Store, preferences: Preferences): void {
  keep(store, key, preferences);
}

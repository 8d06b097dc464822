import { viewNames, type ViewName } from '../overlay-options.ts';

/** The state of an overlay that the page remembers while its tab is open. */
export interface RememberedState {
  readonly isShown?: boolean;
  readonly view?: ViewName;
  /** Position of the left upper corner in CSS pixels. */
  readonly left?: number;
  readonly top?: number;
}

/** A storage that may refuse to be read or written, as in a page that must not store anything. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const keyOf = (name: string): string => `doha.overlay.${name}`;

/** Reads the state. Invalid members are missing. `open`: returns the storage, or throws. */
export function readState(name: string, open: () => Storage): RememberedState {
  try {
    return validState(JSON.parse(open().getItem(keyOf(name)) ?? '{}') as unknown);
  } catch {
    return {};
  }
}

/** Stores the state, if the page may store anything. */
export function keepState(name: string, state: RememberedState, open: () => Storage): void {
  try {
    open().setItem(keyOf(name), JSON.stringify(state));
  } catch {
    // A full or forbidden storage only means that the position is forgotten.
  }
}

function validState(kept: unknown): RememberedState {
  const { isShown, left, top, view } = (kept ?? {}) as Readonly<Record<keyof RememberedState, unknown>>;
  const known = viewNames.find((name) => name === view);
  return {
    ...(typeof isShown === 'boolean' && { isShown }),
    ...(known !== undefined && { view: known }),
    ...(Number.isFinite(left) && Number.isFinite(top) && { left: left as number, top: top as number }),
  };
}

import type { Behaviour } from './surroundings.ts';

/** How each kind lives, by `Kind`. */
export const behaviours: readonly Behaviour[] = [];

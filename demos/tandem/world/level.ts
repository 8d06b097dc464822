import type { Grid } from './map/grid.ts';
import type { Kind } from './kind.ts';

/**
 * The initial state of an entity. For a kind that clings to a wall, (normalX, normalY) is the unit
 * vector away from this wall. Positions are in cells.
 */
export interface Spawn {
  readonly kind: Kind;
  readonly x: number;
  readonly y: number;
  readonly normalX?: number;
  readonly normalY?: number;
  /** The player that the entity cannot harm: 0 or 1. */
  readonly friend?: number;
}

/** A position on the map, in cells. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A door: cells that can be closed. */
export interface Door {
  /** The upper left corners of its cells. */
  readonly cells: readonly Place[];
  /** Whether the door is open at the beginning. Its buttons change that. */
  readonly isOpen: boolean;
}

/** A button, which robots and heavy enemies press by standing on it. */
export interface Button extends Place {
  /** Indices of its doors. */
  readonly doors: readonly number[];
  /** A plate toggles its doors while it is pressed. A switch toggles them at each press. */
  readonly isSwitch: boolean;
}

/** A text that is shown while a player is near. */
export interface Sign extends Place {
  readonly text: string;
}

/** A map with everything on it. */
export interface Level {
  readonly grid: Grid;
  /** Without missiles, which are created with the enemies that throw them. */
  readonly spawns: readonly Spawn[];
  /** Whether the players run by themselves, and nothing can harm them. */
  readonly isScripted?: boolean;
  readonly doors?: readonly Door[];
  readonly buttons?: readonly Button[];
  readonly gems?: readonly Place[];
  /** Checkpoints: both robots return to the last position at which both have crouched. */
  readonly checkpoints?: readonly Place[];
  /** The position that both robots must reach. */
  readonly exit?: Place;
  readonly signs?: readonly Sign[];
}

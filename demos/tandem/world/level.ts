import type { Grid } from './map/grid.ts';
import type { Kind } from './kind.ts';

/** Where an entity begins. Turrets and crawlers cling to the wall that (normalX, normalY) points away from. */
export interface Spawn {
  readonly kind: Kind;
  readonly x: number;
  readonly y: number;
  readonly normalX?: number;
  readonly normalY?: number;
  /** The player that it cannot harm: 0 or 1. */
  readonly friend?: number;
}

/** A place on the map, in cells. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Cells that can be shut. */
export interface Door {
  /** The upper left corners of its cells. */
  readonly cells: readonly Place[];
  /** Whether it is open while nothing is pressed. */
  readonly isOpen: boolean;
}

/** What a robot, or a heavy enemy, works by standing on it. */
export interface Button extends Place {
  /** Indices of the doors that it works. */
  readonly doors: readonly number[];
  /** A plate works its doors while it is pressed; a switch each time that it is. */
  readonly isSwitch: boolean;
}

/** A text that is shown to who is near. */
export interface Sign extends Place {
  readonly text: string;
}

/** A map and who and what is on it. */
export interface Level {
  readonly grid: Grid;
  /** Bolts, bombs and the like come with those who throw them. */
  readonly spawns: readonly Spawn[];
  /** Whether the players run by themselves, and nothing can harm them. */
  readonly isScripted?: boolean;
  readonly doors?: readonly Door[];
  readonly buttons?: readonly Button[];
  readonly gems?: readonly Place[];
  /** Where both robots crouch so that they come back there. */
  readonly checkpoints?: readonly Place[];
  /** Where both robots must be at the end. */
  readonly exit?: Place;
  readonly signs?: readonly Sign[];
}

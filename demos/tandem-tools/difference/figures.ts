import { maxValue } from './worker/recent-values.ts';
import type { VitalName } from './messages.ts';

export type Rating = 'good' | 'fair' | 'poor';

/** A compared figure, as the page explains it. Durations are in ms. */
export interface Figure {
  readonly name: VitalName;
  readonly label: string;
  readonly meaning: string;
  /** The largest values that are good and fair. */
  readonly good: number;
  readonly fair: number;
}

// Frame times: 60 and 30 fps, with a tolerance. Input latency: RAIL asks for a response within 100 ms (web.dev/articles/rail).
// Update intervals: an enemy in view needs at least 8 updates per second, see `minRate` of seekers.
export const figures: readonly Figure[] = [
  {
    name: 'frameTime',
    label: 'Frame time',
    meaning: 'The time from one frame to the next.',
    good: 20,
    fair: 35,
  },
  {
    name: 'inputLatency',
    label: 'Input latency',
    meaning: 'The time from a key press or release until the first frame with its effect is drawn.',
    good: 50,
    fair: 100,
  },
  {
    name: 'nearInterval',
    label: 'Near enemies',
    meaning: 'The time between two updates of an enemy that is at most 8 cells away from a robot.',
    good: 50,
    fair: 125,
  },
  {
    name: 'farInterval',
    label: 'Far enemies',
    meaning: 'The same for all other enemies. DOHA takes the time for the rest of the game from them.',
    good: 50,
    fair: 125,
  },
];

/** The rating depends only on the value, not on the loop. */
export function rate({ fair, good }: Figure, value: number): Rating {
  if (value <= good) return 'good';
  return value <= fair ? 'fair' : 'poor';
}

/** A value in ms as text; “–” if it is unknown. */
export function textOf(value: number | undefined): string {
  if (value === undefined) return '–';
  return value >= maxValue ? `> ${maxValue} ms` : `${value} ms`;
}

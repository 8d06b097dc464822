import { type Spread, spreadOf } from '../lib/spread.ts';

/** The controls that change the speed. */
export interface Setting {
  readonly workers: number;
  /** Share of the bands with a color of their own, 0 to 1. */
  readonly uniqueColors: number;
  readonly slowOneWorker: boolean;
}

/** One worker without a handicap, to which all other settings are compared. */
export const oneWorker: Setting = { workers: 1, uniqueColors: 1, slowOneWorker: false };

/** The times of the images of a measurement in ms: in each round one of a single worker, and one of the setting. */
export interface Series {
  readonly setting: Setting;
  readonly rounds: readonly { readonly one: number; readonly own: number }[];
}

/** The result of a series: times in ms, and the speed relative to one worker in the same round. */
export interface SeriesResult {
  readonly one: Spread;
  readonly own: Spread;
  readonly speed: Spread;
}

/** Undefined before the first round. */
export function resultOf({ rounds }: Series): SeriesResult | undefined {
  const one = spreadOf(rounds.map((round) => round.one));
  const own = spreadOf(rounds.map((round) => round.own));
  const speed = spreadOf(rounds.map((round) => round.one / round.own));
  return one && own && speed && { one, own, speed };
}

/** A setting as text, such as `2 workers, one at a quarter, 25 % own colors`. */
export function nameOf({ slowOneWorker, uniqueColors, workers }: Setting): string {
  return [
    `${workers} ${workers === 1 ? 'worker' : 'workers'}`,
    ...(slowOneWorker ? ['one at a quarter'] : []),
    ...(uniqueColors < 1 ? [`${Math.round(100 * uniqueColors)} % own colors`] : []),
  ].join(', ');
}

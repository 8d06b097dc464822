import { mean } from '../../../tools/statistics/statistics.ts';

/** How long each layer of a picture took, in ms; null: it has not come. */
export type Picture = readonly (number | null)[];

/** How many layers of a picture are of use: those in time, up to the first that is not. 0: there is no picture. */
export function layersInTime(picture: Picture, threshold: number): number {
  const missing = picture.findIndex((took) => took === null || took > threshold);
  return missing < 0 ? picture.length : missing;
}

/** The mean of those that are shown; 0 of none. */
export function layersEach(layers: readonly number[]): number {
  const shown = layers.filter((count) => count > 0);
  return shown.length > 0 ? mean(shown) : 0;
}

/** Periods from each picture of a video that is shown to the next (thesis §4.4.2: display jitter), the beginning and the end of all counted as shown. */
export function gapsOf(layers: readonly number[]): number[] {
  const shown = [...layers.keys()].filter((picture) => layers[picture]! > 0);
  const places = [-1, ...shown, layers.length];
  return places.slice(1).map((place, i) => place - places[i]!);
}

import { mean } from '../../../tools/statistics/statistics.ts';

/** Latency of each layer of a frame, in ms. Null: it did not arrive. */
export type LayerTimes = readonly (number | null)[];

/** Returns the number of usable layers of a frame: those before the first missing or late one. 0: the frame is not displayed. */
export function layersInTime(frame: LayerTimes, threshold: number): number {
  const missing = frame.findIndex((latency) => latency === null || latency > threshold);
  return missing < 0 ? frame.length : missing;
}

/** Returns the mean number of layers of displayed frames; 0 if there are none. `layers`: usable layers by frame. */
export function layersEach(layers: readonly number[]): number {
  const shown = layers.filter((count) => count > 0);
  return shown.length > 0 ? mean(shown) : 0;
}

/**
 * Returns the number of frame periods from each displayed frame of a video to the next (display
 * jitter, thesis §4.4.2). The beginning and the end of the video count as displayed frames.
 */
export function gapsOf(layers: readonly number[]): number[] {
  const shown = [...layers.keys()].filter((frame) => layers[frame]! > 0);
  const places = [-1, ...shown, layers.length];
  return places.slice(1).map((place, i) => place - places[i]!);
}

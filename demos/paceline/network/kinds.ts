/** The kinds of messages, the most urgent first. */
export const kinds = ['inputs', 'positions', 'video', 'download'] as const;
export type Kind = (typeof kinds)[number];

/** Layers of a video frame. The first one is necessary, and the others improve it. */
export const videoLayers = 4;

/** Bytes of an input. A higher rate sends more inputs, whereas messages of the other kinds become larger. */
export const inputBytes = 64;
/** Messages per second; for video, frames. */
const frequencies = { positions: 30, video: 30, download: 20 } as const;

/** Period of messages of a kind in ms at a rate in bits per second. All layers of a video frame are sent at once. */
export function periodOf(kind: Kind, rate: number): number {
  return kind === 'inputs' ? (8000 * inputBytes) / rate : 1000 / frequencies[kind];
}

/** Bytes of a message of a kind at a rate in bits per second. */
export function sizeOf(kind: Kind, rate: number): number {
  if (kind === 'inputs') return inputBytes;
  const layers = kind === 'video' ? videoLayers : 1;
  return Math.round(rate / 8 / frequencies[kind] / layers);
}

/** What is sent, the most urgent first. */
export const kinds = ['inputs', 'positions', 'video', 'download'] as const;
export type Kind = (typeof kinds)[number];

/** Each picture of the video is one layer without which there is none, and others that make it better. */
export const videoLayers = 4;

/** Bytes of an input, whatever its rate: a faster one is sent more often, where the others are larger. */
export const inputBytes = 64;
/** Messages per second; of the video pictures. */
const frequencies = { positions: 30, video: 30, download: 20 } as const;

/** Ms from one message of a kind that has so many bits per second to the next; a picture's layers go at once. */
export function periodOf(kind: Kind, rate: number): number {
  return kind === 'inputs' ? (8000 * inputBytes) / rate : 1000 / frequencies[kind];
}

/** Bytes of such a message. */
export function sizeOf(kind: Kind, rate: number): number {
  if (kind === 'inputs') return inputBytes;
  const layers = kind === 'video' ? videoLayers : 1;
  return Math.round(rate / 8 / frequencies[kind] / layers);
}

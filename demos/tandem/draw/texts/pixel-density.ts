/** Pixels of the display per CSS pixel; 1 in a worker, which does not know them. */
export function pixelDensity(): number {
  return globalThis.devicePixelRatio ?? 1;
}

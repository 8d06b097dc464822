/**
 * Gives canvases the resolution of the display, now and whenever it changes. After a change the first canvas gets the event `fitted`, to be drawn
 * again.
 */
export function fitCanvases(...canvases: readonly HTMLCanvasElement[]): void {
  watchSizes(canvases, () => {
    const changed = canvases.map(fitCanvas);
    if (changed.includes(true)) canvases[0]?.dispatchEvent(new Event('fitted'));
  });
}

/** Calls `fit` now and whenever the size in pixels of an element may have changed. */
export function watchSizes(elements: readonly HTMLElement[], fit: () => void): void {
  for (const element of elements) new ResizeObserver(fit).observe(element);
  watchDensity(fit);
  fit();
}

/** Returns whether the size has changed. Setting the width or height clears a canvas, even to the same value. */
function fitCanvas(canvas: HTMLCanvasElement): boolean {
  const { width, height } = pixelsOf(canvas);
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
}

/** The size of an element in pixels of the display, at least 1 × 1. */
export function pixelsOf({ clientHeight, clientWidth }: HTMLElement): { width: number; height: number } {
  return {
    width: Math.max(1, Math.round(clientWidth * devicePixelRatio)),
    height: Math.max(1, Math.round(clientHeight * devicePixelRatio)),
  };
}

// Calls `changed` when the pixel density changes, for example because the window moves to another
// display. A ResizeObserver does not notice this, because sizes in CSS pixels stay the same.
function watchDensity(changed: () => void): void {
  const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
  const react = (): void => {
    changed();
    watchDensity(changed);
  };
  query.addEventListener('change', react, { once: true });
}

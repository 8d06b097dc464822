/**
 * Gives canvases as many pixels as the display has where they are, now and whenever that changes; the first gets the event `fitted`
 * then, to be drawn again.
 */
export function fitCanvases(...canvases: readonly HTMLCanvasElement[]): void {
  watchSizes(canvases, () => {
    const changed = canvases.map(fitCanvas);
    if (changed.includes(true)) canvases[0]?.dispatchEvent(new Event('fitted'));
  });
}

/** Calls `fit` now and whenever some elements may have other pixels than before. */
export function watchSizes(elements: readonly HTMLElement[], fit: () => void): void {
  for (const element of elements) new ResizeObserver(fit).observe(element);
  watchDensity(fit);
  fit();
}

/** Returns whether the size has changed: setting it, even to what it is, would clear the canvas. */
function fitCanvas(canvas: HTMLCanvasElement): boolean {
  const { width, height } = pixelsOf(canvas);
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
}

/** The pixels that the display has where an element is, one at least. */
export function pixelsOf({ clientHeight, clientWidth }: HTMLElement): { width: number; height: number } {
  return {
    width: Math.max(1, Math.round(clientWidth * devicePixelRatio)),
    height: Math.max(1, Math.round(clientHeight * devicePixelRatio)),
  };
}

// A window that moves to a display of another density keeps its size in CSS pixels.
function watchDensity(changed: () => void): void {
  const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
  const react = (): void => {
    changed();
    watchDensity(changed);
  };
  query.addEventListener('change', react, { once: true });
}

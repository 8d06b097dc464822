import type { Canvases } from './draw/canvas-renderer.ts';

/**
 * Gives the canvases as many pixels as the display has where they are, now and whenever that changes; the stage gets the event
 * `fitted` then, to be drawn again.
 */
export function fitCanvases({ stage, strip }: Canvases): void {
  const fit = (): void => {
    const changed = [stage, strip].map(fitCanvas);
    if (changed.includes(true)) stage.dispatchEvent(new Event('fitted'));
  };
  new ResizeObserver(fit).observe(stage);
  new ResizeObserver(fit).observe(strip);
  watchDensity(fit);
  fit();
}

/** Returns whether the size has changed: setting it, even to what it is, would clear the canvas. */
function fitCanvas(canvas: HTMLCanvasElement): boolean {
  const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
  const height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  return true;
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

import { paintBitmap } from './bitmap.ts';
import { cssColor } from './color.ts';

/**
 * Paints a round light of 0xRRGGBB with a radius in pixels. Its opacity is `strength` (0 to 1) at
 * the center and 0 at the edge. On a dark background, plain drawing looks like additive blending,
 * which costs several times as much.
 */
export function paintLight(rgb: number, radius: number, strength: number): ImageBitmap {
  return paintBitmap(2 * radius, 2 * radius, (context) => {
    const gradient = context.createRadialGradient(radius, radius, 0, radius, radius, radius);
    // A falloff close to quadratic looks like a light. A linear one looks like a disc.
    for (const [at, opacity] of falloff) gradient.addColorStop(at, cssColor(rgb, strength * opacity));
    context.fillStyle = gradient;
    context.fillRect(0, 0, 2 * radius, 2 * radius);
  });
}

const falloff: readonly (readonly [number, number])[] = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1].map((at) => [
  at,
  (1 - at) ** 2.4,
]);

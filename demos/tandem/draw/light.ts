import { paintBitmap } from './bitmap.ts';
import { cssColor } from './color.ts';

/**
 * A round light of 0xRRGGBB, `radius` pixels wide to each side: `strength`, 0 to 1, at its heart and nothing at its edge. On a dark
 * ground it looks as if it were added, which costs several times as much as to lay it over.
 */
export function paintLight(rgb: number, radius: number, strength: number): ImageBitmap {
  return paintBitmap(2 * radius, 2 * radius, (context) => {
    const gradient = context.createRadialGradient(radius, radius, 0, radius, radius, radius);
    // Falls off like the square of what is left, which looks like light and not like a disc.
    for (const [at, opacity] of falloff) gradient.addColorStop(at, cssColor(rgb, strength * opacity));
    context.fillStyle = gradient;
    context.fillRect(0, 0, 2 * radius, 2 * radius);
  });
}

const falloff: readonly (readonly [number, number])[] = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1].map((at) => [
  at,
  (1 - at) ** 2.4,
]);

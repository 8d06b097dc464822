import { Kind, kinds } from '../world/kind.ts';
import { paintBitmap } from './bitmap.ts';
import { bodyReach, drawBody } from './body.ts';
import { paintLight } from './light.ts';

/** Steps of brightness that are painted: more cannot be told apart. */
export const shades = 12;

/** An enemy's light reaches so many radii. */
const lightReach = 3.2;

/** The pictures of a kind at one scale. */
export interface EnemySprite {
  /** Bodies and their lights by shade, dark to bright. */
  readonly bodies: readonly ImageBitmap[];
  readonly lights: readonly ImageBitmap[];
  /** Half the edges of the pictures, in stage pixels. */
  readonly bodyHalf: number;
  readonly lightHalf: number;
}

/** Paints all kinds of enemies for `scale` stage pixels per cell; by `Kind`. */
export function paintEnemySprites(scale: number): readonly EnemySprite[] {
  return kinds.map(({ radius, colour }, kind) => {
    const pixels = radius * scale;
    const bodyHalf = Math.ceil(pixels * bodyReach) + 1;
    const lightHalf = Math.ceil(pixels * lightReach * (kind === Kind.bolt ? 2 : 1));
    const byShade = (paint: (brightness: number) => ImageBitmap): ImageBitmap[] =>
      Array.from({ length: shades }, (_, shade) => paint(shade / (shades - 1)));
    const bodies = byShade((brightness) =>
      paintBitmap(2 * bodyHalf, 2 * bodyHalf, (pen) => {
        pen.translate(bodyHalf, bodyHalf);
        pen.scale(pixels, pixels);
        drawBody(pen, kind as Kind, brightness);
      }),
    );
    const lights = byShade((brightness) => paintLight(colour, lightHalf, 0.75 * brightness * brightness));
    return { bodies, lights, bodyHalf, lightHalf };
  });
}

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
  /** By shade, dark to bright. */
  readonly bodies: readonly ImageBitmap[];
  /** Half the edge of the pictures, in stage pixels. */
  readonly bodyHalf: number;
  readonly light: ImageBitmap;
  readonly lightHalf: number;
}

/** Paints all kinds of enemies for `scale` stage pixels per cell; by `Kind`. */
export function paintEnemySprites(scale: number): readonly EnemySprite[] {
  return kinds.map(({ radius, colour }, kind) => {
    const pixels = radius * scale;
    const bodyHalf = Math.ceil(pixels * bodyReach) + 1;
    const lightHalf = Math.ceil(pixels * lightReach * (kind === Kind.bolt ? 2 : 1));
    const bodies = Array.from({ length: shades }, (_, shade) =>
      paintBitmap(2 * bodyHalf, 2 * bodyHalf, (pen) => {
        pen.translate(bodyHalf, bodyHalf);
        pen.scale(pixels, pixels);
        drawBody(pen, kind as Kind, shade / (shades - 1));
      }),
    );
    return { bodies, bodyHalf, light: paintLight(colour, lightHalf), lightHalf };
  });
}

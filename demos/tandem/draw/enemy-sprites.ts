import { type KindTraits, kinds } from '../world/kinds.ts';
import { paintBitmap } from './bitmap.ts';
import { shapeReach } from '../world/enemies/shape.ts';
import { drawBody } from './body.ts';
import { paintLight } from './light.ts';
import { applyPose, poses } from './pose.ts';

/** Brightness is shown in so many steps. */
export const shades = 12;
/** How far a body's light reaches, in radii. */
const lightReach = 3.2;

/**
 * The pictures of a kind at one scale, by shade, dark to bright. A body is painted in each pose when it is first seen in it: to turn a
 * picture while drawing costs several times as much as to copy one.
 */
export class EnemySprite {
  /** Half the edges of the pictures, in stage pixels. */
  readonly lightHalf: number;
  readonly bodyHalf: number;
  #traits: KindTraits;
  #color: number;
  #pixels: number;
  #lights: (ImageBitmap | undefined)[];
  #bodies: (ImageBitmap | undefined)[];

  /** `pixels`: radius of the body. */
  constructor(traits: KindTraits, color: number, pixels: number) {
    this.#traits = traits;
    this.#color = color;
    this.#pixels = pixels;
    this.#bodies = Array.from({ length: shades * poses });
    this.bodyHalf = Math.ceil(pixels * shapeReach) + 1;
    this.lightHalf = Math.ceil(pixels * lightReach * traits.lightScale);
    this.#lights = Array.from({ length: shades });
  }

  /** What a body sheds around it. */
  light(shade: number): ImageBitmap {
    const strength = 0.75 * (shade / (shades - 1)) ** 2;
    return (this.#lights[shade] ??= paintLight(this.#color, this.lightHalf, strength));
  }

  body(shade: number, pose: number): ImageBitmap {
    return (this.#bodies[shade * poses + pose] ??= this.#paintBody(shade, pose));
  }

  #paintBody(shade: number, pose: number): ImageBitmap {
    return paintBitmap(2 * this.bodyHalf, 2 * this.bodyHalf, (pen) => {
      pen.translate(this.bodyHalf, this.bodyHalf);
      applyPose(pen, pose);
      pen.scale(this.#pixels, this.#pixels);
      drawBody(pen, this.#traits.shape, this.#color, shade / (shades - 1));
    });
  }
}

/** The sprites of all kinds, by `Kind`, for `scale` stage pixels per cell; all of one color if one is given. */
export function paintEnemySprites(scale: number, color?: number): readonly EnemySprite[] {
  return kinds.map((traits) => new EnemySprite(traits, color ?? traits.color, traits.radius * scale));
}

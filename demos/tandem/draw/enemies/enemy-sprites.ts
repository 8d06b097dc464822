import { type KindTraits, kinds } from '../../world/kinds.ts';
import { paintBitmap } from '../bitmap.ts';
import { shapeReach } from '../../world/enemies/shape.ts';
import { drawBody } from './body.ts';
import { paintLight } from '../light.ts';
import { applyPose, poses } from './pose.ts';

/** Number of brightness levels. */
export const shades = 12;
/** Radius of the light of a body, in radii of the body. */
const lightReach = 3.2;

/**
 * The images of a kind at one scale, by brightness from dark to bright. A body is painted in each pose when it is first needed, because rotating an
 * image while drawing costs several times as much as copying it.
 */
export class EnemySprite {
  /** Half the edge length of the images of light and body, in stage pixels. */
  readonly lightHalf: number;
  readonly bodyHalf: number;
  #traits: KindTraits;
  #color: number;
  #pixels: number;
  #lights: (ImageBitmap | undefined)[];
  #bodies: (ImageBitmap | undefined)[];

  /** `pixels` is the radius of the body. */
  constructor(traits: KindTraits, color: number, pixels: number) {
    this.#traits = traits;
    this.#color = color;
    this.#pixels = pixels;
    this.#bodies = Array.from({ length: shades * poses });
    this.bodyHalf = Math.ceil(pixels * shapeReach) + 1;
    this.lightHalf = Math.ceil(pixels * lightReach * traits.lightScale);
    this.#lights = Array.from({ length: shades });
  }

  /** The light around a body. */
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

/** Creates the sprites of all kinds, by `Kind`, for `scale` stage pixels per cell. If a color is given, all have it. */
export function paintEnemySprites(scale: number, color?: number): readonly EnemySprite[] {
  return kinds.map((traits) => new EnemySprite(traits, color ?? traits.color, traits.radius * scale));
}

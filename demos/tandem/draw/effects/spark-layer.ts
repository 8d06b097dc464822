import type { Pen } from '../pen.ts';
import { paintBitmap } from '../bitmap.ts';
import { cssColor, mixColors } from '../color.ts';
import { isOnSide, type MapView } from '../camera/map-view.ts';
import type { Particles } from './particles.ts';

/** Number of brightness levels. */
const shades = 6;
/** Edge length, in cells, of the image of a spark at full brightness. */
const edge = 0.3;

/** Draws the particles in a view. */
export class SparkLayer {
  #particles: Particles;
  #scale = 0;
  #sprites: Map<number, readonly ImageBitmap[]> = new Map();

  constructor(particles: Particles) {
    this.#particles = particles;
  }

  draw(context: Pen, view: MapView): void {
    if (view.scale !== this.#scale) {
      this.#scale = view.scale;
      this.#sprites.clear();
    }
    const { color, count, left, x, y } = this.#particles;
    for (let i = 0; i < count; i++) {
      const column = x[i]!;
      const row = y[i]!;
      if (column < view.firstColumn || column > view.lastColumn) continue;
      if (row < view.firstRow || row > view.lastRow) continue;
      const stageX = view.left + column * view.scale;
      const stageY = view.top + row * view.scale;
      if (!isOnSide(view, stageX, stageY, view.scale)) continue;
      const sprite = this.#spritesOf(color[i]!)[Math.min(shades - 1, (left[i]! * shades) | 0)]!;
      const half = sprite.width / 2;
      context.drawImage(sprite, Math.round(stageX - half), Math.round(stageY - half));
    }
  }

  #spritesOf(color: number): readonly ImageBitmap[] {
    const painted = this.#sprites.get(color);
    if (painted !== undefined) return painted;
    const sprites = Array.from({ length: shades }, (_, shade) =>
      paintSpark(color, (shade + 1) / shades, this.#scale),
    );
    this.#sprites.set(color, sprites);
    return sprites;
  }
}

function paintSpark(color: number, brightness: number, scale: number): ImageBitmap {
  const size = Math.max(2, Math.round(scale * edge * (0.5 + 0.5 * brightness)));
  return paintBitmap(size, size, (pen) => {
    const half = size / 2;
    const glow = pen.createRadialGradient(half, half, 0, half, half, half);
    glow.addColorStop(0, cssColor(mixColors(color, 0xffffff, 0.7 * brightness), 0.95 * brightness));
    glow.addColorStop(0.4, cssColor(color, 0.8 * brightness));
    glow.addColorStop(1, cssColor(color, 0));
    pen.fillStyle = glow;
    pen.fillRect(0, 0, size, size);
  });
}

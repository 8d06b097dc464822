import type { Pen } from '../pen.ts';
import type { Grid } from '../../world/map/grid.ts';
import { paintBitmap } from '../bitmap.ts';
import { cssColor, rock } from '../color.ts';
import type { MapView } from '../camera/map-view.ts';
import { paintWalls } from './walls.ts';

/** Columns of the map per tile. */
const columnsPerTile = 8;
/** Number of tiles on each side of the view that are painted in advance, one tile per frame. */
const ahead = 2;

/**
 * Draws the map from images of a few columns each, which are painted when they come near the view and released when they are far away. A frame only
 * copies them.
 */
export class WallTiles {
  #grid: Grid;
  #tiles: Map<number, ImageBitmap> = new Map();
  #scale = 0;

  constructor(grid: Grid) {
    this.#grid = grid;
  }

  /** Draws the map. Fills the whole stage. */
  draw(context: Pen, view: MapView): void {
    if (view.scale !== this.#scale) this.#forget(view.scale);
    const first = Math.floor(view.firstColumn / columnsPerTile);
    const last = Math.floor(view.lastColumn / columnsPerTile);
    this.#fillAround(context, view);
    for (let tile = first; tile <= last; tile++) {
      if (this.#holds(tile)) {
        context.drawImage(this.#tileAt(tile), view.left + tile * columnsPerTile * view.scale, view.top);
      }
    }
    this.#prepare(first, last);
  }

  // Everything around the map is rock.
  #fillAround(context: Pen, { scale, left, top, width, height }: MapView): void {
    const right = left + this.#grid.columns * scale;
    const bottom = top + this.#grid.rows * scale;
    context.fillStyle = cssRock;
    if (top > 0) context.fillRect(0, 0, width, top);
    if (bottom < height) context.fillRect(0, bottom, width, height - bottom);
    if (left > 0) context.fillRect(0, 0, left, height);
    if (right < width) context.fillRect(right, 0, width - right, height);
  }

  #holds(tile: number): boolean {
    return tile >= 0 && tile * columnsPerTile < this.#grid.columns;
  }

  #tileAt(tile: number): ImageBitmap {
    const painted = this.#tiles.get(tile);
    if (painted !== undefined) return painted;
    const from = tile * columnsPerTile;
    const columns = Math.min(columnsPerTile, this.#grid.columns - from);
    const paint = (pen: OffscreenCanvasRenderingContext2D): void => {
      pen.scale(this.#scale, this.#scale);
      pen.translate(-from, 0);
      paintWalls(pen, this.#grid, from, columns, 1 / this.#scale);
    };
    const bitmap = paintBitmap(columns * this.#scale, this.#grid.rows * this.#scale, paint, true);
    this.#tiles.set(tile, bitmap);
    return bitmap;
  }

  #prepare(first: number, last: number): void {
    for (let i = 1; i <= ahead; i++) {
      for (const tile of [last + i, first - i]) {
        if (!this.#holds(tile) || this.#tiles.has(tile)) continue;
        this.#tileAt(tile);
        this.#dropFar(first - 2 * ahead, last + 2 * ahead);
        return;
      }
    }
  }

  #dropFar(first: number, last: number): void {
    for (const [tile, bitmap] of this.#tiles) {
      if (tile >= first && tile <= last) continue;
      bitmap.close();
      this.#tiles.delete(tile);
    }
  }

  #forget(scale: number): void {
    for (const bitmap of this.#tiles.values()) bitmap.close();
    this.#tiles.clear();
    this.#scale = scale;
  }
}

const cssRock = cssColor(rock);

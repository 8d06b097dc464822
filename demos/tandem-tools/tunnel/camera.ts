import type { MapView } from '../../tandem/draw/camera/map-view.ts';

/** Rows of the map that fill the height of the stage. */
const rowsInView = 21.5;
/** Minimum number of columns in view on a narrow stage. */
const minColumns = 20;
/** Cells by which the view is ahead of the players, and time constant of its motion in ms. */
const lookAhead = 4;
const followTime = 500;

/** The part of the map on the stage. Lengths on the stage are in pixels, lengths on the map in cells. */
export class Camera implements MapView {
  /** Stage pixels per cell: an integer, so that cells join without seams. */
  scale = 1;
  width = 1;
  height = 1;
  /** Position of the upper left corner of the map on the stage; integers. */
  left = 0;
  top = 0;
  #x = NaN;
  #followedAt = NaN;
  #columns: number;
  #rows: number;

  /** For a map of `columns` × `rows` cells. */
  constructor(columns: number, rows: number) {
    this.#columns = columns;
    this.#rows = rows;
  }

  /** Sets the size of the stage in pixels. */
  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.scale = Math.max(2, Math.floor(Math.min(height / rowsInView, width / minColumns)));
    this.top = Math.round((height - this.#rows * this.scale) / 2);
    this.#place();
  }

  /** Follows an object at column `x` that moves to the right (1) or left (-1), at the game time `shown`. */
  follow(x: number, direction: number, shown: number): void {
    const goal = x + direction * lookAhead;
    const elapsed = shown - this.#followedAt;
    this.#followedAt = shown;
    const jumped = !(elapsed > -100 && elapsed < 1000);
    this.#x = jumped ? goal : goal + (this.#x - goal) * Math.exp(-Math.max(0, elapsed) / followTime);
    this.#place();
  }

  /** First and last column in view. */
  get firstColumn(): number {
    return -this.left / this.scale;
  }
  get lastColumn(): number {
    return (this.width - this.left) / this.scale;
  }

  /** First and last row in view. */
  get firstRow(): number {
    return -this.top / this.scale;
  }
  get lastRow(): number {
    return (this.height - this.top) / this.scale;
  }

  // Horizontally, the view never leaves the map, except on a stage that is wider than the map.
  #place(): void {
    const half = this.width / (2 * this.scale);
    const x = Math.max(half, Math.min(this.#columns - half, Number.isNaN(this.#x) ? 0 : this.#x));
    this.left = Math.round(this.width / 2 - x * this.scale);
  }
}

import type { MapView } from './map-view.ts';

/** Rows and columns of the map that are in view at the least. */
const leastRows = 13;
const leastColumns = 23;
/** How much of the stage's width and height two robots may part before the view does. */
const togetherness = 0.62;
/** How fast the view follows a robot, in ms; and one that has come back elsewhere. */
const followTime = 90;
const jumpTime = 220;
const jump = 6;

/** A part of the stage and what of the map it shows. In stage pixels. */
export interface View extends MapView {
  /** Corners of the part of the stage, x and y in turn; undefined where it is the whole. */
  readonly clip: readonly number[] | undefined;
}

interface Focus {
  x: number;
  y: number;
}

/**
 * Which parts of the map are on the stage: one view of both robots while they are near each other, else one of each, divided by the line
 * that is square to the way between them. As they meet, the two views become the same, and so the line goes unnoticed.
 */
export class SplitCamera {
  /** Stage pixels per cell: a whole number, so that cells join without seams. */
  scale = 1;
  width = 1;
  height = 1;
  views: View[] = [];
  /** Ends of the dividing line, x and y in turn, and how visible it is, 0 to 1. */
  divider: { readonly ends: readonly number[]; readonly strength: number } | undefined;
  #columns: number;
  #rows: number;
  #focuses: Focus[] = [];
  #followedAt = NaN;

  /** For a map of `columns` × `rows` cells. */
  constructor(columns: number, rows: number) {
    this.#columns = columns;
    this.#rows = rows;
  }

  /** The stage is `width` × `height` pixels. */
  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.scale = Math.max(2, Math.floor(Math.min(height / leastRows, width / leastColumns)));
    this.#place();
  }

  /** Moves on to where the robots are in the picture of game time `shown`, in ms. */
  follow(robots: readonly Focus[], shown: number): void {
    const elapsed = shown - this.#followedAt;
    this.#followedAt = shown;
    const isFresh = this.#focuses.length !== robots.length || !(elapsed > -100 && elapsed < 1000);
    if (isFresh) this.#focuses = robots.map(({ x, y }) => ({ x, y }));
    for (const [i, focus] of this.#focuses.entries()) {
      const dx = robots[i]!.x - focus.x;
      const dy = robots[i]!.y - focus.y;
      const time = Math.abs(dx) + Math.abs(dy) > jump ? jumpTime : followTime;
      const part = 1 - Math.exp(-Math.max(0, elapsed) / time);
      if (isFresh) continue;
      focus.x += dx * part;
      focus.y += dy * part;
    }
    this.#place();
  }

  #place(): void {
    const [first, second = first] = this.#focuses;
    if (first === undefined || second === undefined) return;
    const halfX = (second.x - first.x) / 2;
    const halfY = (second.y - first.y) / 2;
    // How far apart, in parts of how far they may be in one view.
    const partX = (2 * halfX * this.scale) / (this.width * togetherness);
    const partY = (2 * halfY * this.scale) / (this.height * togetherness);
    const apart = Math.hypot(partX, partY);
    const keep = apart > 1 ? 1 / apart : 1;
    const centers = [
      { x: first.x + halfX * keep, y: first.y + halfY * keep },
      { x: second.x - halfX * keep, y: second.y - halfY * keep },
    ];
    this.divider = apart > 1 ? this.#divide(halfX, halfY, Math.min(1, (apart - 1) * 6)) : undefined;
    this.views =
      this.divider === undefined
        ? [this.#viewOf(centers[0]!, undefined)]
        : centers.map((center, i) =>
            this.#viewOf(center, sideOf(i === 0 ? -halfX : halfX, i === 0 ? -halfY : halfY)),
          );
  }

  // Never beyond the ends of the map, unless the stage is larger than it.
  #viewOf({ x, y }: Focus, side: View['side']): View {
    const { height, scale, width } = this;
    const left = Math.round(width / 2 - within(x, width / scale, this.#columns) * scale);
    const top = Math.round(height / 2 - within(y, height / scale, this.#rows) * scale);
    return {
      scale,
      width,
      height,
      left,
      top,
      side,
      clip: side && this.#half(side),
      firstColumn: -left / scale,
      lastColumn: (width - left) / scale,
      firstRow: -top / scale,
      lastRow: (height - top) / scale,
    };
  }

  #divide(dx: number, dy: number, strength: number): SplitCamera['divider'] {
    const reach = this.width + this.height;
    const size = Math.hypot(dx, dy);
    const [alongX, alongY] = [(-dy / size) * reach, (dx / size) * reach];
    const [x, y] = [this.width / 2, this.height / 2];
    return { ends: [x - alongX, y - alongY, x + alongX, y + alongY], strength };
  }

  /** The half of the stage, and more, on one side of its middle. */
  #half(side: Focus): number[] {
    const reach = this.width + this.height;
    const [towardsX, towardsY] = [side.x * reach, side.y * reach];
    const [x, y] = [this.width / 2, this.height / 2];
    return [
      x - towardsY,
      y + towardsX,
      x + towardsY,
      y - towardsX,
      x + towardsY + towardsX,
      y - towardsX + towardsY,
      x - towardsY + towardsX,
      y + towardsX + towardsY,
    ];
  }
}

function sideOf(dx: number, dy: number): Focus {
  const size = Math.hypot(dx, dy);
  return { x: dx / size, y: dy / size };
}

/** The middle of a view of `length` cells as near to `at` as the `end` of the map allows. */
function within(at: number, length: number, end: number): number {
  return length >= end ? end / 2 : Math.max(length / 2, Math.min(end - length / 2, at));
}

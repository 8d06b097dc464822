import type { MapView } from './map-view.ts';

/** Minimum number of rows and columns in view. */
const minRows = 13;
const minColumns = 23;
/** Distance of the robots, as a fraction of the stage's width and height, beyond which the view is split. */
const togetherness = 0.62;
/**
 * Time constants in ms of a view that follows its robot: `jumpTime` while the robot is more than
 * `jump` cells away, for example after it returned to a checkpoint, otherwise `followTime`.
 */
const followTime = 90;
const jumpTime = 220;
const jump = 6;

/** A part of the stage in pixels, and the part of the map that it shows in cells. */
export interface View extends MapView {
  /** Corners of the part of the stage, x and y in turn; undefined for the whole stage. */
  readonly clip: readonly number[] | undefined;
}

interface Focus {
  x: number;
  y: number;
}

/**
 * Chooses the parts of the map on the stage: one view of both robots while they are close,
 * otherwise one view for each. The dividing line is perpendicular to the line between the robots.
 * When the robots approach each other, both views become the same, so the change to one view is not
 * noticeable.
 */
export class SplitCamera {
  /** Stage pixels per cell: an integer, so that cells join without seams. */
  scale = 1;
  width = 1;
  height = 1;
  /** Height in stage pixels of the upper part of the stage that other elements cover. The views show no robot there. */
  top = 0;
  views: View[] = [];
  /** Ends of the dividing line, x and y in turn, and its opacity. */
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

  /** Sets the size of the stage in pixels. */
  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.scale = Math.max(2, Math.floor(Math.min(height / minRows, width / minColumns)));
    this.#place();
  }

  /** Follows the positions of the robots at the game time `shown` in ms. */
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
    // Distances relative to the maximum in one view.
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

  // A view shows nothing outside of the map, unless the stage is larger than the map.
  #viewOf({ x, y }: Focus, side: View['side']): View {
    const { height, scale, width } = this;
    const free = height - this.top;
    const left = Math.round(width / 2 - within(x, width / scale, this.#columns) * scale);
    const top = Math.round(this.top + free / 2 - within(y, free / scale, this.#rows) * scale);
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

  /** A polygon that covers the half of the stage on one side of its middle. */
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

/** The center of a view of `length` cells, as close to `at` as the `end` of the map allows. */
function within(at: number, length: number, end: number): number {
  return length >= end ? end / 2 : Math.max(length / 2, Math.min(end - length / 2, at));
}

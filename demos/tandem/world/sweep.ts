import { cellShapes, edgeStride } from './cell-shape.ts';
import { cellAt, type Grid } from './grid.ts';

/** A circle on the map, in cells. */
export interface Circle {
  x: number;
  y: number;
  readonly radius: number;
}

/** A circle with a velocity in cells per second. */
export interface MovingCircle extends Circle {
  vx: number;
  vy: number;
}

/** What a movement ran into. The caller keeps one and passes it again and again. */
export interface Contact {
  /** How much of the way was free, 0 to 1. */
  fraction: number;
  /** Unit vector from the wall to the circle; (0, 0) where the whole way was free. */
  normalX: number;
  normalY: number;
}

/** Distance that is kept from walls, in cells: far above rounding errors, far below what one sees. */
export const skin = 1e-4;

/** Impacts slower than this many cells per second do not bounce, so that what lies on the ground lies still. */
const gentlest = 1.5;

/** A contact to pass to `sweep` and `slide`. */
export function createContact(): Contact {
  const contact = { fraction: NaN, normalX: NaN, normalY: NaN };
  contact.fraction = 1;
  contact.normalX = contact.normalY = 0;
  return contact;
}

/**
 * Moves a circle by (dx, dy) or up to the first wall on the way. A circle that starts outside all walls ends outside
 * all walls, however long the way. Costs O(cells in the bounding box of the way).
 */
export function sweep(grid: Grid, circle: Circle, dx: number, dy: number, contact: Contact): void {
  contact.fraction = 1;
  contact.normalX = 0;
  contact.normalY = 0;
  const { x, y } = circle;
  const size = circle.radius + skin;
  const left = Math.floor((dx < 0 ? x + dx : x) - size);
  const right = Math.floor((dx < 0 ? x : x + dx) + size);
  const top = Math.floor((dy < 0 ? y + dy : y) - size);
  const bottom = Math.floor((dy < 0 ? y : y + dy) + size);
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const cell = cellAt(grid, column, row);
      if (cell !== 0) sweepCell(cell, x - column, y - row, dx, dy, size, contact);
    }
  }
  circle.x = x + dx * contact.fraction;
  circle.y = y + dy * contact.fraction;
}

/**
 * Moves a circle by (dx, dy) along the walls that it meets, and takes the part of its velocity away that goes into them
 * (`bounce` 0) or throws it back (1). The contact tells the wall that faces up most, or none.
 */
export function slide(
  grid: Grid,
  circle: MovingCircle,
  dx: number,
  dy: number,
  bounce: number,
  contact: Contact,
): void {
  let normalX = 0;
  let normalY = 0;
  for (let tries = 0; tries < 4; tries++) {
    sweep(grid, circle, dx, dy, contact);
    if (contact.fraction === 1) break;
    const nx = contact.normalX;
    const ny = contact.normalY;
    if ((normalX === 0 && normalY === 0) || ny < normalY) {
      normalX = nx;
      normalY = ny;
    }
    const rest = 1 - contact.fraction;
    const into = circle.vx * nx + circle.vy * ny;
    const back = into < -gentlest ? 1 + bounce : 1;
    if (into < 0) {
      circle.vx -= back * into * nx;
      circle.vy -= back * into * ny;
    }
    const way = (dx * nx + dy * ny) * rest;
    dx = dx * rest - back * way * nx;
    dy = dy * rest - back * way * ny;
  }
  contact.normalX = normalX;
  contact.normalY = normalY;
}

// Where a point first meets the shape grown by `size` (a polygon with round corners). What touches already and moves
// further in is stopped at once; what moves out is let go: so nothing ever gets deeper, and rounding cannot trap it.
function sweepCell(
  cell: number,
  x: number,
  y: number,
  dx: number,
  dy: number,
  size: number,
  contact: Contact,
): void {
  const { edgeCount, edges } = cellShapes[cell]!;
  const length2 = dx * dx + dy * dy;
  for (let e = 0; e < edgeCount * edgeStride; e += edgeStride) {
    const px = x - edges[e]!;
    const py = y - edges[e + 1]!;
    const nx = edges[e + 5]!;
    const ny = edges[e + 6]!;
    const approach = -(dx * nx + dy * ny);
    const height = px * nx + py * ny;
    if (approach > 0 && height >= 0) {
      const gap = height - size;
      const t = gap > 0 ? gap / approach : 0;
      if (t < contact.fraction) {
        const along = (px + dx * t) * edges[e + 2]! + (py + dy * t) * edges[e + 3]!;
        if (along >= 0 && along <= edges[e + 4]!) {
          contact.fraction = t;
          contact.normalX = nx;
          contact.normalY = ny;
        }
      }
    }
    const b = px * dx + py * dy;
    if (b >= 0) continue;
    const c = px * px + py * py - size * size;
    const discriminant = b * b - length2 * c;
    if (discriminant <= 0) continue;
    const t = c > 0 ? (-b - Math.sqrt(discriminant)) / length2 : 0;
    if (t >= contact.fraction) continue;
    const hx = px + dx * t;
    const hy = py + dy * t;
    const scale = 1 / Math.sqrt(hx * hx + hy * hy);
    contact.fraction = t;
    contact.normalX = hx * scale;
    contact.normalY = hy * scale;
  }
}

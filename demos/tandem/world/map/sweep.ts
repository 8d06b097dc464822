import { cellShapes, edgeStride } from './cell-shape.ts';
import { cellAt, type Grid } from './grid.ts';
import { createVector, type Vector } from './vector.ts';

/** A circle on the map, in cells. */
export interface Circle extends Vector {
  readonly radius: number;
}

/** A circle with a velocity in cells per second. */
export interface MovingCircle extends Circle {
  vx: number;
  vy: number;
}

/** The first contact of a movement with a wall. Callers keep one object and pass it again and again. */
export interface Contact {
  /** Fraction of the way before the contact, 0 to 1. */
  fraction: number;
  /** Unit vector from the wall to the circle; (0, 0) without a contact. */
  normalX: number;
  normalY: number;
}

/** Distance kept from walls, in cells: far above rounding errors, and too small to see. */
export const skin = 1e-4;

/**
 * Depth in cells by which a circle may enter the skin without a contact. Without this tolerance,
 * rounding errors would stop a circle that slides along a wall or past the corners between its
 * cells. The tolerance for corners is larger, because a circle may already be within the tolerance
 * of an edge.
 */
const grazed = { edge: 1e-7, corner: 1e-6 };

/** Impact speed in cells per second below which nothing bounces, so that resting bodies stay at rest. */
const minBounceSpeed = 1.5;

const remainder = createVector();

// The current movement, for `sweepCell`. JavaScript engines may allocate memory for each fractional number that is passed as an argument.
const ball = { x: NaN, y: NaN, dx: NaN, dy: NaN, size: NaN };

/** A contact object for `sweep` and `slide`. Its numbers begin as NaN, as in vectors, so that the engine stores them in place. */
export function createContact(): Contact {
  return { fraction: NaN, normalX: NaN, normalY: NaN };
}

/**
 * Moves a circle by `way`, or up to the first wall. A circle that starts outside of all walls ends outside of all walls, however long the way. Costs
 * O(cells in the bounding box of the way).
 */
export function sweep(grid: Grid, circle: Circle, way: Vector, contact: Contact): void {
  contact.fraction = 1;
  contact.normalX = 0;
  contact.normalY = 0;
  const { x, y } = circle;
  const dx = way.x;
  const dy = way.y;
  const size = circle.radius + skin;
  ball.x = x;
  ball.y = y;
  ball.dx = dx;
  ball.dy = dy;
  ball.size = size;
  const left = Math.floor((dx < 0 ? x + dx : x) - size);
  const right = Math.floor((dx < 0 ? x : x + dx) + size);
  const top = Math.floor((dy < 0 ? y + dy : y) - size);
  const bottom = Math.floor((dy < 0 ? y : y + dy) + size);
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const cell = cellAt(grid, column, row);
      if (cell !== 0) sweepCell(cell, column, row, contact);
    }
  }
  circle.x = x + dx * contact.fraction;
  circle.y = y + dy * contact.fraction;
}

/**
 * Moves a circle by `way`, sliding along walls. The velocity into a wall is removed (`bounce` 0) or
 * reversed (1). If the circle touches several walls, `contact` gets the normal that points up most;
 * (0, 0) without a contact.
 */
export function slide(grid: Grid, circle: MovingCircle, way: Vector, bounce: number, contact: Contact): void {
  let normalX = 0;
  let normalY = 0;
  remainder.x = way.x;
  remainder.y = way.y;
  for (let tries = 0; tries < 4; tries++) {
    sweep(grid, circle, remainder, contact);
    if (contact.fraction === 1) break;
    if ((normalX === 0 && normalY === 0) || contact.normalY < normalY) {
      normalX = contact.normalX;
      normalY = contact.normalY;
    }
    deflect(circle, remainder, bounce, contact);
  }
  contact.normalX = normalX;
  contact.normalY = normalY;
}

/**
 * Turns the velocity along the wall of the contact, or back from the wall. `rest` is the whole way
 * before the call, and the remaining way in the new direction after it.
 */
export function deflect(
  circle: Pick<MovingCircle, 'vx' | 'vy'>,
  rest: Vector,
  bounce: number,
  contact: Contact,
): void {
  const nx = contact.normalX;
  const ny = contact.normalY;
  const into = circle.vx * nx + circle.vy * ny;
  const back = into < -minBounceSpeed ? 1 + bounce : 1;
  if (into < 0) {
    circle.vx -= back * into * nx;
    circle.vy -= back * into * ny;
  }
  const left = 1 - contact.fraction;
  const blocked = back * left * (rest.x * nx + rest.y * ny);
  rest.x = rest.x * left - blocked * nx;
  rest.y = rest.y * left - blocked * ny;
}

// The shape of the cell, grown by the size of the circle, is a polygon with round corners. The function finds where the center of the circle first meets
// it. A circle in contact is stopped at once if it moves inwards, and is free if it moves outwards. So nothing gets deeper into a wall or stuck in it.
function sweepCell(cell: number, column: number, row: number, contact: Contact): void {
  const { edgeCount, edges } = cellShapes[cell]!;
  const { dx, dy, size } = ball;
  const x = ball.x - column;
  const y = ball.y - row;
  const length2 = dx * dx + dy * dy;
  let best = contact.fraction;
  for (let e = 0; e < edgeCount * edgeStride; e += edgeStride) {
    const px = x - edges[e]!;
    const py = y - edges[e + 1]!;
    const nx = edges[e + 5]!;
    const ny = edges[e + 6]!;
    const approach = -(dx * nx + dy * ny);
    const height = px * nx + py * ny;
    if (approach > 0 && height >= 0 && height - approach < size - grazed.edge) {
      const t = height > size ? (height - size) / approach : 0;
      const along = (px + dx * t) * edges[e + 2]! + (py + dy * t) * edges[e + 3]!;
      if (t < best && along >= 0 && along <= edges[e + 4]!) {
        best = t;
        contact.normalX = nx;
        contact.normalY = ny;
      }
    }
    const b = px * dx + py * dy;
    if (b >= 0) continue;
    const c = px * px + py * py - size * size;
    const discriminant = b * b - length2 * c;
    if (discriminant <= 2 * size * grazed.corner * length2) continue;
    const t = c > 0 ? (-b - Math.sqrt(discriminant)) / length2 : 0;
    if (t >= best) continue;
    const hx = px + dx * t;
    const hy = py + dy * t;
    const scale = 1 / Math.sqrt(hx * hx + hy * hy);
    best = t;
    contact.normalX = hx * scale;
    contact.normalY = hy * scale;
  }
  contact.fraction = best;
}

import type { Pen } from '../pen.ts';
import { Cell, cellAt, type Grid } from '../../world/map/grid.ts';
import { air, cssColor, mixColors, robotColors, rock, rockEdge } from '../color.ts';

/** Columns on each side of the painted ones whose edges are drawn, too, because their light reaches in. */
const margin = 2;

/** Line widths in cells and opacities of the light along the edges of the rock, from the widest to the narrowest. */
const haze: readonly (readonly [number, number])[] = [
  [1.7, 0.012],
  [1.45, 0.014],
  [1.2, 0.016],
  [0.95, 0.02],
  [0.72, 0.024],
  [0.5, 0.03],
  [0.32, 0.045],
  [0.18, 0.08],
];

/** Paints `columns` columns of the map from column `from` on, in map coordinates. `pixel` is the size of a pixel in cells. */
export function paintWalls(pen: Pen, grid: Grid, from: number, columns: number, pixel: number): void {
  pen.fillStyle = cssColor(rock);
  pen.fillRect(from, 0, columns, grid.rows);
  pen.fillStyle = airColors(pen, grid);
  fillAir(pen, grid, from, columns);
  dotAir(pen, grid, from, columns, pixel);
  barGrates(pen, grid, from, columns, pixel);
  hangVeils(pen, grid, from, columns, pixel);
  lightEdges(pen, grid, from, columns, pixel);
}

function airColors(pen: Pen, grid: Grid): CanvasGradient {
  const gradient = pen.createLinearGradient(0, 0, 0, grid.rows);
  gradient.addColorStop(0, cssColor(mixColors(air, 0x1b2a55, 0.4)));
  gradient.addColorStop(0.5, cssColor(air));
  gradient.addColorStop(0.7, cssColor(air));
  gradient.addColorStop(1, cssColor(mixColors(air, 0x14404a, 0.5)));
  return gradient;
}

function fillAir(pen: Pen, grid: Grid, from: number, columns: number): void {
  pen.beginPath();
  for (let row = 0; row < grid.rows; row++) {
    for (let column = from; column < from + columns; column++) {
      const cell = cellAt(grid, column, row);
      const corners = airCorners[cell];
      if (cell !== Cell.solid && corners === undefined) pen.rect(column, row, 1, 1);
      else if (corners !== undefined) triangle(pen, column, row, corners);
    }
  }
  pen.fill();
}

function triangle(pen: Pen, column: number, row: number, corners: readonly number[]): void {
  pen.moveTo(column + corners[0]!, row + corners[1]!);
  pen.lineTo(column + corners[2]!, row + corners[3]!);
  pen.lineTo(column + corners[4]!, row + corners[5]!);
  pen.closePath();
}

// The empty half of a diagonal. Its first two corners are the ends of the slant.
const airCorners: Readonly<Record<number, readonly number[]>> = {
  [Cell.floorLeft]: [0, 0, 1, 1, 1, 0],
  [Cell.floorRight]: [0, 1, 1, 0, 0, 0],
  [Cell.ceilingLeft]: [1, 0, 0, 1, 1, 1],
  [Cell.ceilingRight]: [0, 0, 1, 1, 0, 1],
};

// Dots at every second corner make movement visible.
function dotAir(pen: Pen, grid: Grid, from: number, columns: number, pixel: number): void {
  const size = Math.max(pixel, 0.06);
  pen.fillStyle = cssColor(rockEdge, 0.16);
  for (let row = 2; row < grid.rows; row += 2) {
    for (let column = from + (from % 2); column <= from + columns; column += 2) {
      const inAir =
        cellAt(grid, column, row) === Cell.empty && cellAt(grid, column - 1, row - 1) === Cell.empty;
      if (inAir) pen.fillRect(column - size / 2, row - size / 2, size, size);
    }
  }
}

// Bars, and a rail at the upper and lower end of a grate.
function barGrates(pen: Pen, grid: Grid, from: number, columns: number, pixel: number): void {
  pen.strokeStyle = cssColor(rockEdge, 0.45);
  pen.lineWidth = Math.max(pixel, 0.07);
  pen.beginPath();
  for (let row = 0; row < grid.rows; row++) {
    for (let column = from; column < from + columns; column++) {
      if (cellAt(grid, column, row) !== Cell.grate) continue;
      for (const at of [1 / 6, 1 / 2, 5 / 6]) {
        pen.moveTo(column + at, row);
        pen.lineTo(column + at, row + 1);
      }
      for (const [beyond, at] of [
        [row - 1, row + 0.06],
        [row + 1, row + 0.94],
      ] as const) {
        if (cellAt(grid, column, beyond) === Cell.grate) continue;
        pen.moveTo(column, at);
        pen.lineTo(column + 1, at);
      }
    }
  }
  pen.stroke();
}

// Slanting threads in the color of the robot that can pass.
function hangVeils(pen: Pen, grid: Grid, from: number, columns: number, pixel: number): void {
  for (let row = 0; row < grid.rows; row++) {
    for (let column = from; column < from + columns; column++) {
      const color = veilColors[cellAt(grid, column, row)];
      if (color === undefined) continue;
      pen.fillStyle = cssColor(color, 0.16);
      pen.fillRect(column, row, 1, 1);
      pen.strokeStyle = cssColor(color, 0.75);
      pen.lineWidth = Math.max(pixel, 0.05);
      pen.beginPath();
      for (const at of [0, 0.25, 0.5, 0.75]) {
        pen.moveTo(column + at, row);
        pen.lineTo(column + at + 0.25, row + 1);
      }
      pen.stroke();
    }
  }
}

const veilColors: Readonly<Record<number, number>> = {
  [Cell.firstVeil]: robotColors[0]!,
  [Cell.secondVeil]: robotColors[1]!,
};

function lightEdges(pen: Pen, grid: Grid, from: number, columns: number, pixel: number): void {
  pen.beginPath();
  for (let row = 0; row < grid.rows; row++) {
    for (let column = from - margin; column < from + columns + margin; column++) {
      traceEdges(pen, grid, column, row);
    }
  }
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  for (const [width, opacity] of haze) {
    pen.lineWidth = width;
    pen.strokeStyle = cssColor(rockEdge, opacity);
    pen.stroke();
  }
  pen.lineWidth = Math.max(1.25 * pixel, 0.06);
  pen.strokeStyle = cssColor(rockEdge, 0.7);
  pen.stroke();
}

// Adds the edges of the rock toward the cells on the right and below, and the slant of a diagonal.
function traceEdges(pen: Pen, grid: Grid, column: number, row: number): void {
  const cell = cellAt(grid, column, row);
  if (closes(cell, 'right') !== closes(cellAt(grid, column + 1, row), 'left')) {
    pen.moveTo(column + 1, row);
    pen.lineTo(column + 1, row + 1);
  }
  if (closes(cell, 'bottom') !== closes(cellAt(grid, column, row + 1), 'top')) {
    pen.moveTo(column, row + 1);
    pen.lineTo(column + 1, row + 1);
  }
  const slant = airCorners[cell];
  if (slant === undefined) return;
  pen.moveTo(column + slant[0]!, row + slant[1]!);
  pen.lineTo(column + slant[2]!, row + slant[3]!);
}

type Side = 'left' | 'right' | 'top' | 'bottom';

/** Whether a cell is rock along one of its sides. */
function closes(cell: number, side: Side): boolean {
  return cell === Cell.solid || closedSides[cell]?.includes(side) === true;
}

const closedSides: Readonly<Record<number, readonly Side[]>> = {
  [Cell.floorLeft]: ['left', 'bottom'],
  [Cell.floorRight]: ['right', 'bottom'],
  [Cell.ceilingLeft]: ['left', 'top'],
  [Cell.ceilingRight]: ['right', 'top'],
};

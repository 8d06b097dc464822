import { chance } from './chance.ts';
import { Cell, createGrid, fillCells, type Grid, setCell } from './map/grid.ts';
import { Kind, traitsOf } from './kinds.ts';
import type { Level, Spawn } from './level.ts';
import { findSpot } from './spawn-spot.ts';

/** Rows of the two tunnels, from `top` to `bottom` inclusive. The rock between them has grates for looking through. */
export const tunnelRows = {
  count: 23,
  upper: { top: 2, bottom: 13 },
  lower: { top: 16, bottom: 20 },
} as const;

/** Cells of the upper tunnel per enemy. */
const cellsPerEnemy = 2.6;
/** Columns of rock at either end. */
const border = 2;
/** Minimum number of columns. */
const shortest = 160;

/** Weights of the kinds in the draw. A turret brings its bolts. */
const mix: readonly (readonly [Kind, number])[] = [
  [Kind.flyer, 20],
  [Kind.seeker, 15],
  [Kind.shy, 14],
  [Kind.crawler, 14],
  [Kind.predictor, 12],
  [Kind.roller, 9],
  [Kind.magnet, 6],
  [Kind.turret, 5],
];

/**
 * The scenario of DOHA (thesis, measurements of the game): two players run through a tunnel, and
 * `enemies` enemies, including bolts, live in a parallel tunnel above. From about 740 enemies
 * on, the length of the tunnel grows with their number. So the density of the crowd stays the same,
 * and only some enemies are near the players. A tunnel with fewer enemies has 160 columns. Throws a RangeError unless `enemies` is a positive integer.
 */
export function createTunnel(enemies: number, seed: number): Level {
  if (!(Number.isSafeInteger(enemies) && enemies > 0)) {
    throw new RangeError(`createTunnel: the number of enemies must be a positive integer, got ${enemies}`);
  }
  const { upper } = tunnelRows;
  const height = upper.bottom - upper.top + 1;
  const length = Math.max(shortest, Math.ceil((enemies * cellsPerEnemy) / height));
  const grid = digTunnels(length + 2 * border, seed);
  return { isScripted: true, grid, spawns: [...playerSpawns(), ...enemySpawns(grid, enemies, seed)] };
}

function digTunnels(columns: number, seed: number): Grid {
  const { count, lower, upper } = tunnelRows;
  const grid = createGrid(columns, count, Cell.solid);
  const width = columns - 2 * border;
  fillCells(grid, border, upper.top, width, upper.bottom - upper.top + 1, Cell.empty);
  fillCells(grid, border, lower.top, width, lower.bottom - lower.top + 1, Cell.empty);
  for (let column = border + 6; column + 3 < columns - border; column += 9) {
    fillCells(grid, column, upper.bottom + 1, 3, lower.top - upper.bottom - 1, Cell.grate);
  }
  for (let column = border + 4; column + 14 < columns - border; column += 14) {
    const draw = (number: number): number => chance(seed, column, 0, number);
    furnishUpper(grid, column, draw);
    furnishLower(grid, column, draw);
  }
  return grid;
}

type Draw = (number: number) => number;

function furnishUpper(grid: Grid, column: number, draw: Draw): void {
  const { bottom, top } = tunnelRows.upper;
  const at = (number: number): number => column + Math.floor(draw(number) * 5);
  if (draw(0) < 0.7)
    raiseFloor(grid, at(1), bottom, 4 + Math.floor(draw(2) * 4), 1 + Math.floor(draw(3) * 2));
  else fillCells(grid, at(1), bottom, 1, 1, Cell.solid);
  if (draw(4) < 0.7) lowerCeiling(grid, at(5), top, 4 + Math.floor(draw(6) * 4), 1 + Math.floor(draw(7) * 3));
  const row = 5 + Math.floor(draw(8) * 3);
  if (draw(9) < 0.4) hangRock(grid, at(10), row, 3 + Math.floor(draw(11) * 3));
  else if (draw(9) < 0.75) fillCells(grid, at(10), row + 1, 3 + Math.floor(draw(11) * 3), 1, Cell.solid);
}

function furnishLower(grid: Grid, column: number, draw: Draw): void {
  const { bottom, top } = tunnelRows.lower;
  if (draw(20) < 0.5)
    raiseFloor(grid, column + Math.floor(draw(21) * 6), bottom, 4 + Math.floor(draw(22) * 3), 1);
  else if (draw(20) < 0.75) fillCells(grid, column + Math.floor(draw(21) * 8), bottom, 1, 1, Cell.solid);
  else lowerCeiling(grid, column + Math.floor(draw(21) * 6), top, 4, 1);
}

// A mound with ramps. Each layer is two cells shorter than the one below.
function raiseFloor(grid: Grid, column: number, row: number, width: number, height: number): void {
  for (let level = 0; level < height && width > 2 * level + 1; level++) {
    bar(grid, column + level, row - level, width - 2 * level, Cell.floorRight, Cell.floorLeft);
  }
}

function lowerCeiling(grid: Grid, column: number, row: number, width: number, height: number): void {
  for (let level = 0; level < height && width > 2 * level + 1; level++) {
    bar(grid, column + level, row + level, width - 2 * level, Cell.ceilingRight, Cell.ceilingLeft);
  }
}

function hangRock(grid: Grid, column: number, row: number, width: number): void {
  bar(grid, column, row, width, Cell.floorRight, Cell.floorLeft);
  bar(grid, column, row + 1, width, Cell.ceilingRight, Cell.ceilingLeft);
}

function bar(grid: Grid, column: number, row: number, width: number, left: Cell, right: Cell): void {
  fillCells(grid, column, row, width, 1, Cell.solid);
  setCell(grid, column, row, left);
  setCell(grid, column + width - 1, row, right);
}

function playerSpawns(): Spawn[] {
  const y = tunnelRows.lower.bottom - 1;
  return [
    { kind: Kind.player, x: border + 3.5, y },
    { kind: Kind.player, x: border + 1.5, y },
  ];
}

// The n-th of N enemies draws its position from the n-th of N sections, so they are spread evenly along the tunnel.
function enemySpawns(grid: Grid, enemies: number, seed: number): Spawn[] {
  const spawns: Spawn[] = [];
  const span = grid.columns - 2 * border - 4;
  let count = 0;
  while (count < enemies) {
    const kind = drawKind(chance(seed, count, 1), enemies - count);
    const x = border + 2 + ((count + chance(seed, count, 2)) / enemies) * span;
    spawns.push(findSpot(grid, kind, x, tunnelRows.upper, (attempt) => chance(seed, count, 3, attempt)));
    count += sizeOf(kind);
  }
  return spawns;
}

function drawKind(draw: number, left: number): Kind {
  const kinds = mix.filter(([kind]) => sizeOf(kind) <= left);
  let rest = draw * kinds.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [kind, weight] of kinds) {
    rest -= weight;
    if (rest < 0) return kind;
  }
  return Kind.flyer;
}

/** Number of entities that come with one of this kind, including itself. */
function sizeOf(kind: Kind): number {
  return 1 + traitsOf(kind).brings.length;
}

import { buttonColor } from '../../draw/map/button-color.ts';
import { cssColor, exitColor, gemColor, robotColors, rock } from '../../draw/color.ts';
import { paintWalls } from '../../draw/map/walls.ts';
import { buildLevel } from '../../game/levels/build-level.ts';
import type { CatalogEntry } from '../../game/levels/catalog.ts';
import { Kind, traitsOf } from '../../world/kinds.ts';
import { Cell, type Grid } from '../../world/map/grid.ts';
import type { Level } from '../../world/level.ts';

/** Size of a thumbnail in pixels. */
const width = 384;
const height = 120;
/** Maximum number of enemies that are drawn. Of more enemies, only a part is drawn. */
const maxEnemies = 300;

type Pen = CanvasRenderingContext2D;

/** By level. A thumbnail is painted once. */
const thumbnails = new WeakMap<CatalogEntry, HTMLCanvasElement>();

/** A small image of a level. It is empty at first, and painted when the browser is idle. */
export function thumbnailOf(entry: CatalogEntry): HTMLCanvasElement {
  const known = thumbnails.get(entry);
  if (known !== undefined) return known;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.ariaHidden = 'true';
  thumbnails.set(entry, canvas);
  whenIdle(() => paint(canvas.getContext('2d', { alpha: false })!, buildLevel(entry.text)));
  return canvas;
}

// Safari has no requestIdleCallback.
function whenIdle(call: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(call, { timeout: 500 });
  else setTimeout(call);
}

function paint(pen: Pen, level: Level): void {
  const { left, top, columns, rows } = openPart(level.grid);
  const scale = Math.min(width / columns, height / rows);
  pen.fillStyle = cssColor(rock);
  pen.fillRect(0, 0, width, height);
  pen.translate((width - columns * scale) / 2, (height - rows * scale) / 2);
  pen.scale(scale, scale);
  pen.beginPath();
  pen.rect(0, 0, columns, rows);
  pen.clip();
  pen.translate(-left, -top);
  paintWalls(pen, level.grid, 0, level.grid.columns, 1 / scale);
  paintEnemies(pen, level);
  for (const [i, { cells }] of (level.doors ?? []).entries()) {
    pen.fillStyle = cssColor(buttonColor(i), 0.8);
    for (const { x, y } of cells) pen.fillRect(x, y, 1, 1);
  }
  for (const { x, y } of level.gems ?? []) dot(pen, x, y, 0.5, gemColor);
  if (level.exit !== undefined) dot(pen, level.exit.x, level.exit.y, 1, exitColor);
  for (const [robot, { x, y }] of level.spawns.filter(({ kind }) => kind === Kind.player).entries()) {
    dot(pen, x, y, 0.8, robotColors[robot]!);
  }
}

/** The part of a map with cells that are not rock, and one cell around it. */
function openPart(grid: Grid): { left: number; top: number; columns: number; rows: number } {
  const open = Array.from(grid.cells.keys()).filter((i) => grid.cells[i] !== Cell.solid);
  const [x, y] = [open.map((i) => i % grid.columns), open.map((i) => Math.floor(i / grid.columns))];
  const [left, top] = [least(x) - 1, least(y) - 1];
  return { left, top, columns: greatest(x) + 2 - left, rows: greatest(y) + 2 - top };
}

// A map has too many cells for the arguments of Math.min.
function least(values: readonly number[]): number {
  return values.reduce((one, other) => Math.min(one, other));
}

function greatest(values: readonly number[]): number {
  return values.reduce((one, other) => Math.max(one, other));
}

function paintEnemies(pen: Pen, { spawns }: Level): void {
  const enemies = spawns.filter(({ kind }) => kind !== Kind.player);
  const stride = Math.ceil(enemies.length / maxEnemies);
  for (const [i, { kind, friend = -1, x, y }] of enemies.entries()) {
    if (i % stride === 0) dot(pen, x, y, 0.6, robotColors[friend] ?? traitsOf(kind).color);
  }
}

function dot(pen: Pen, x: number, y: number, radius: number, color: number): void {
  pen.fillStyle = cssColor(color);
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

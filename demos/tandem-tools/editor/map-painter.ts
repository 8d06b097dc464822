import { buttonColor } from '../../tandem/draw/map/button-color.ts';
import { checkpointColor, cssColor, exitColor, gemColor, robotColors } from '../../tandem/draw/color.ts';
import { drawBody } from '../../tandem/draw/enemies/body.ts';
import { paintWalls } from '../../tandem/draw/map/walls.ts';
import { cellOf } from '../../tandem/game/levels/build-level.ts';
import { Cell, createGrid, type Grid } from '../../tandem/world/map/grid.ts';
import { traitsOf } from '../../tandem/world/kinds.ts';
import type { Draft } from './draft.ts';
import type { MapCell } from './map-cursor.ts';

type Pen = CanvasRenderingContext2D;

/** The position of a map on the canvas, in its pixels. */
export interface Placing {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/** Paints the whole map of a draft in the editor: walls, all objects, and the links between buttons and doors. */
export function paintMap(pen: Pen, draft: Draft, { scale, left, top }: Placing): void {
  pen.save();
  pen.translate(left, top);
  pen.scale(scale, scale);
  paintWalls(pen, gridOf(draft), 0, draft.columns, 1 / scale);
  lineCells(pen, draft, 1 / scale);
  for (let row = 0; row < draft.rows; row++) {
    for (let column = 0; column < draft.columns; column++) paintPiece(pen, draft, column, row);
  }
  paintLinks(pen, draft);
  pen.restore();
}

/** Outlines the cell of the keyboard's cursor, and the cell that is selected to be moved or linked. */
export function paintSelection(
  pen: Pen,
  { scale, left, top }: Placing,
  at: MapCell,
  selected?: MapCell,
): void {
  pen.save();
  pen.lineWidth = Math.max(2, scale / 10);
  pen.strokeStyle = '#ffe9a8';
  const outline = ({ column, row }: MapCell): void =>
    pen.strokeRect(left + column * scale, top + row * scale, scale, scale);
  outline(at);
  pen.setLineDash([scale / 4, scale / 6]);
  if (selected !== undefined) outline(selected);
  pen.restore();
}

/** The cells of a draft, without objects. */
export function gridOf(draft: Draft): Grid {
  const grid = createGrid(draft.columns, draft.rows);
  for (let row = 0; row < draft.rows; row++) {
    for (let column = 0; column < draft.columns; column++) {
      grid.cells[row * draft.columns + column] = cellOf[draft.at(column, row)] ?? Cell.empty;
    }
  }
  return grid;
}

function lineCells(pen: Pen, { columns, rows }: Draft, pixel: number): void {
  pen.strokeStyle = 'rgb(150 170 230 / 0.12)';
  pen.lineWidth = pixel;
  pen.beginPath();
  for (let column = 0; column <= columns; column++) {
    pen.moveTo(column, 0);
    pen.lineTo(column, rows);
  }
  for (let row = 0; row <= rows; row++) {
    pen.moveTo(0, row);
    pen.lineTo(columns, row);
  }
  pen.stroke();
}

function paintPiece(pen: Pen, draft: Draft, column: number, row: number): void {
  const character = draft.at(column, row);
  const mark = marks[character];
  if (mark !== undefined) return write(pen, mark.sign, mark.color, column, row);
  const meaning = draft.meaningAt(column, row);
  switch (meaning?.type) {
    case undefined:
      return;
    case 'enemy':
    case 'swarm':
      return paintEnemy(pen, meaning, column, row);
    case 'door':
      pen.fillStyle = cssColor(buttonColor(doorsOf(draft).indexOf(character)), meaning.isOpen ? 0.2 : 0.6);
      pen.fillRect(column + 0.05, row + 0.05, 0.9, 0.9);
      return;
    case 'button':
      pen.fillStyle = cssColor(buttonColor(doorsOf(draft).indexOf(meaning.doors[0] ?? '')));
      pen.fillRect(column + 0.08, row + 0.84, 0.84, 0.16);
      if (meaning.isSwitch) pen.fillRect(column + 0.44, row + 0.45, 0.12, 0.4);
      return;
    case 'sign':
      return write(pen, '?', 0x9fb4e8, column, row);
  }
}

function paintEnemy(
  pen: Pen,
  { kind, friend }: { readonly kind: Parameters<typeof traitsOf>[0]; readonly friend: number },
  column: number,
  row: number,
): void {
  const { color, radius, shape } = traitsOf(kind);
  pen.save();
  pen.translate(column + 0.5, row + 0.5);
  pen.scale(radius, radius);
  drawBody(pen, shape, robotColors[friend] ?? color, 0.9);
  pen.restore();
}

const marks: Readonly<Record<string, { readonly sign: string; readonly color: number }>> = {
  '1': { sign: '1', color: robotColors[0]! },
  '2': { sign: '2', color: robotColors[1]! },
  '!': { sign: '◎', color: exitColor },
  '+': { sign: '⚑', color: checkpointColor },
  '*': { sign: '◆', color: gemColor },
};

function write(pen: Pen, sign: string, color: number, column: number, row: number): void {
  pen.font = '700 0.8px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = cssColor(color);
  pen.fillText(sign, column + 0.5, row + 0.54);
}

/** Draws a line from each button to the middle of each of its doors. */
function paintLinks(pen: Pen, draft: Draft): void {
  const middles = middlesOf(draft);
  pen.lineWidth = 0.07;
  pen.setLineDash([0.25, 0.18]);
  for (const [letter, meaning] of draft.legend) {
    const from = middles.get(letter);
    if (meaning.type !== 'button' || from === undefined) continue;
    for (const door of meaning.doors) {
      const to = middles.get(door);
      if (to === undefined) continue;
      pen.strokeStyle = cssColor(buttonColor(doorsOf(draft).indexOf(door)), 0.8);
      pen.beginPath();
      pen.moveTo(from.x, from.y + 0.4);
      pen.lineTo(to.x, to.y);
      pen.stroke();
    }
  }
  pen.setLineDash([]);
}

function middlesOf(draft: Draft): Map<string, { x: number; y: number }> {
  const sums = new Map<string, { x: number; y: number; count: number }>();
  for (let row = 0; row < draft.rows; row++) {
    for (let column = 0; column < draft.columns; column++) {
      const sum = sums.get(draft.at(column, row)) ?? { x: 0, y: 0, count: 0 };
      sums.set(draft.at(column, row), { x: sum.x + column, y: sum.y + row, count: sum.count + 1 });
    }
  }
  return new Map(
    [...sums].map(([letter, { x, y, count }]) => [letter, { x: x / count + 0.5, y: y / count + 0.5 }]),
  );
}

function doorsOf({ legend }: Draft): string[] {
  return [...legend].filter(([, { type }]) => type === 'door').map(([letter]) => letter);
}

/**
 * The content of a cell. A diagonal is half solid: a right triangle named after the corner that it fills. A grate stops bodies like a solid cell, but
 * not sight. A veil is a grate that one of the robots can pass.
 */
export const Cell = {
  empty: 0,
  solid: 1,
  grate: 2,
  floorLeft: 3, // ◣
  floorRight: 4, // ◢
  ceilingLeft: 5, // ◤
  ceilingRight: 6, // ◥
  firstVeil: 7,
  secondVeil: 8,
  door: 9, // a closed door
} as const;
export type Cell = (typeof Cell)[keyof typeof Cell];

/** The map: one byte per cell, row by row from the top. Cell (column, row) covers [column, column + 1) × [row, row + 1). */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly cells: Uint8Array;
}

/** Creates a grid filled with one kind of cell. Throws a RangeError unless both sizes are positive integers. */
export function createGrid(columns: number, rows: number, fill: Cell = Cell.empty): Grid {
  if (!(Number.isSafeInteger(columns) && columns > 0 && Number.isSafeInteger(rows) && rows > 0)) {
    throw new RangeError(`createGrid: sizes must be positive integers, got ${columns} × ${rows}`);
  }
  return { columns, rows, cells: new Uint8Array(columns * rows).fill(fill) };
}

/** Copies a grid. Cells of the kind `without` are empty in the copy. */
export function copyGrid({ columns, rows, cells }: Grid, without: Cell = Cell.empty): Grid {
  return { columns, rows, cells: cells.map((cell) => (cell === without ? Cell.empty : cell)) };
}

/** The cell at a position. Everything outside the map is solid. */
export function cellAt(grid: Grid, column: number, row: number): number {
  if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return Cell.solid;
  return grid.cells[row * grid.columns + column]!;
}

/** Whether the whole cell stops bodies; false for diagonals, which are half solid. */
export function isFull(cell: number): boolean {
  return cell === Cell.solid || cell === Cell.grate || cell >= Cell.firstVeil;
}

/** Fills one cell. Throws a RangeError outside the map. */
export function setCell(grid: Grid, column: number, row: number, cell: Cell): void {
  if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) {
    throw new RangeError(`setCell: (${column}, ${row}) is outside ${grid.columns} × ${grid.rows}`);
  }
  grid.cells[row * grid.columns + column] = cell;
}

/** Fills a rectangle of `width` × `height` cells whose upper left cell is (column, row). */
export function fillCells(
  grid: Grid,
  column: number,
  row: number,
  width: number,
  height: number,
  cell: Cell,
): void {
  for (let r = row; r < row + height; r++) {
    for (let c = column; c < column + width; c++) setCell(grid, c, r, cell);
  }
}

import { expect, test } from 'vitest';
import { Cell, cellAt, createGrid, fillCells, setCell } from './grid.ts';

test('everything outside the map is solid', () => {
  const grid = createGrid(3, 2);
  expect(cellAt(grid, 2, 1)).toBe(Cell.empty);
  for (const [column, row] of [
    [-1, 0],
    [3, 0],
    [0, -1],
    [0, 2],
  ] as const) {
    expect(cellAt(grid, column, row)).toBe(Cell.solid);
  }
});

test('single cells and rectangles can be filled, and a cell outside the map is refused', () => {
  const grid = createGrid(4, 3);
  setCell(grid, 0, 2, Cell.floorLeft);
  fillCells(grid, 1, 1, 3, 2, Cell.grate);
  expect([...grid.cells]).toEqual([0, 0, 0, 0, 0, 2, 2, 2, 3, 2, 2, 2]);
  expect(() => setCell(grid, 4, 0, Cell.solid)).toThrow(RangeError);
});

test('createGrid throws for sizes that are not positive integers', () => {
  expect(() => createGrid(0, 3)).toThrow(RangeError);
  expect(() => createGrid(3, 1.5)).toThrow(RangeError);
});

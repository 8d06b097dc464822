import { expect, test } from 'vitest';
import { nearestControl, type Place } from './nearest-control.ts';

const at = (left: number, top: number, width = 100, height = 40): Place => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** Two columns, and one wide control below. */
const grid = [at(0, 0), at(110, 0), at(0, 50), at(110, 50), at(0, 100, 210)];

test('the focus moves to the control above, below or beside', () => {
  expect(nearestControl(grid, 0, 'down')).toBe(2);
  expect(nearestControl(grid, 1, 'down')).toBe(3);
  expect(nearestControl(grid, 3, 'down')).toBe(4);
  expect(nearestControl(grid, 3, 'left')).toBe(2);
  expect(nearestControl(grid, 0, 'right')).toBe(1);
  expect(nearestControl(grid, 4, 'up')).toBe(2);
});

test('at an edge the focus moves along the list, and from its end to its start', () => {
  expect(nearestControl(grid, 1, 'right')).toBe(2);
  expect(nearestControl(grid, 2, 'left')).toBe(1);
  expect(nearestControl(grid, 4, 'down')).toBe(0);
  expect(nearestControl(grid, 0, 'up')).toBe(4);
});

test('without a focus, the first or the last control gets it', () => {
  expect(nearestControl(grid, -1, 'down')).toBe(0);
  expect(nearestControl(grid, -1, 'up')).toBe(4);
});

test('every control can be reached from every other one', () => {
  const reached = new Set([0]);
  for (const from of reached) {
    for (const direction of ['up', 'down', 'left', 'right'] as const)
      reached.add(nearestControl(grid, from, direction));
  }
  expect(reached.size).toBe(grid.length);
});

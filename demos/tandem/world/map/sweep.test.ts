import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../packages/runs.test.setup.ts';
import { Cell, createGrid, fillCells, setCell } from './grid.ts';
import { uniform, isFree, randomGrid, randomPlace, randomWay } from './random-grid.test.setup.ts';
import { distanceToWalls } from './slow-geometry.test.setup.ts';
import { createContact, skin, slide, sweep } from './sweep.ts';

const contact = createContact();
const radius = uniform(0.1, 0.45);
/** Tolerance for rounding. */
const rounding = 1e-9;

test('a circle that starts outside of all walls is never in a wall, not even on its way', () => {
  fc.assert(
    fc.property(randomGrid, randomPlace, randomWay, radius, (grid, place, way, r) => {
      fc.pre(isFree(grid, place, r));
      const body = { ...place, radius: r };
      sweep(grid, body, way, contact);
      for (let i = 0; i <= 40; i++) {
        const x = place.x + ((body.x - place.x) * i) / 40;
        const y = place.y + ((body.y - place.y) * i) / 40;
        expect(distanceToWalls(grid, { x, y })).toBeGreaterThan(r - rounding);
      }
    }),
    { numRuns: runs({ gate: 150, long: 4000 }) },
  );
});

test('a circle is stopped only by a wall that it touches and moves into', () => {
  fc.assert(
    fc.property(randomGrid, randomPlace, randomWay, radius, (grid, place, way, r) => {
      fc.pre(isFree(grid, place, r + skin));
      const body = { ...place, radius: r };
      sweep(grid, body, way, contact);
      if (contact.fraction === 1) return;
      expect(distanceToWalls(grid, body)).toBeCloseTo(r + skin, 9);
      expect(Math.hypot(contact.normalX, contact.normalY)).toBeCloseTo(1, 9);
      expect(contact.normalX * way.x + contact.normalY * way.y).toBeLessThan(0);
    }),
    { numRuns: runs({ gate: 150, long: 4000 }) },
  );
});

test('a circle that slides many times at any speed stays outside of all walls and gains no speed', () => {
  fc.assert(
    fc.property(
      randomGrid,
      randomPlace,
      fc.array(randomWay, { maxLength: 12 }),
      radius,
      (grid, place, ways, r) => {
        fc.pre(isFree(grid, place, r));
        const body = { ...place, radius: r, vx: 0, vy: 0 };
        for (const way of ways) {
          body.vx = way.x;
          body.vy = way.y;
          slide(grid, body, way, 0, contact);
          expect(distanceToWalls(grid, body)).toBeGreaterThan(r - rounding);
          expect(Math.hypot(body.vx, body.vy)).toBeLessThanOrEqual(Math.hypot(way.x, way.y) + rounding);
        }
      },
    ),
    { numRuns: runs({ gate: 100, long: 3000 }) },
  );
});

test('a circle slides along a floor without being caught at the seams of its cells', () => {
  const grid = createGrid(40, 5);
  fillCells(grid, 0, 4, 40, 1, Cell.solid);
  const body = { x: 2, y: 3.5, radius: 0.4, vx: 3, vy: 0 };
  for (let i = 0; i < 200; i++) slide(grid, body, { x: 0.15, y: 0.02 }, 0, contact);
  expect(body.x).toBeCloseTo(32, 6);
  expect(body.y).toBeCloseTo(3.6 - skin, 6);
  expect(contact.normalY).toBe(-1);
});

test('a circle that bounces keeps its speed and the length of its way', () => {
  const grid = createGrid(10, 10);
  const body = { x: 8, y: 5, radius: 0.5, vx: 10, vy: 2 };
  slide(grid, body, { x: 3, y: 0.6 }, 1, contact);
  expect(body.vx).toBe(-10);
  expect(body.vy).toBe(2);
  expect(body.x).toBeCloseTo(9.5 - (11 - 9.5), 3);
  expect(body.y).toBeCloseTo(5.6, 6);
});

test('a slant turns a fall into a slide', () => {
  const grid = createGrid(10, 10);
  setCell(grid, 5, 5, Cell.floorLeft);
  const body = { x: 5.5, y: 4.5, radius: 0.3, vx: 0, vy: 4 };
  slide(grid, body, { x: 0, y: 2 }, 0, contact);
  expect(contact.normalX).toBeCloseTo(Math.SQRT1_2, 9);
  expect(contact.normalY).toBeCloseTo(-Math.SQRT1_2, 9);
  expect(body.vx).toBeCloseTo(2, 9);
  expect(body.vy).toBeCloseTo(2, 9);
});

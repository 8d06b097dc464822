import { expect, test } from 'vitest';
import { Camera } from './camera.ts';

test('the size of cells in pixels is an integer, and at least twenty are in view on a narrow stage', () => {
  for (const [width, height] of [
    [960, 464],
    [390, 700],
    [2560, 1300],
    [1, 1],
  ] as const) {
    const camera = new Camera(400, 23);
    camera.resize(width, height);
    expect(Number.isInteger(camera.scale)).toBe(true);
    expect(camera.scale).toBeGreaterThan(0);
    if (width > 100) expect(camera.lastColumn - camera.firstColumn).toBeGreaterThanOrEqual(20);
  }
});

test('the view never leaves the map horizontally', () => {
  const camera = new Camera(400, 23);
  camera.resize(960, 464);
  camera.follow(0, -1, 0);
  expect(camera.firstColumn).toBeCloseTo(0, 1);
  camera.follow(400, 1, 5000);
  expect(camera.lastColumn).toBeCloseTo(400, 0);
});

test('a runner stays in the middle half of the view, which moves little between two frames', () => {
  const camera = new Camera(2000, 23);
  camera.resize(960, 464);
  let left = NaN;
  for (let time = 0; time < 60_000; time += 1000 / 60) {
    const x = 100 + (8 * time) / 1000;
    camera.follow(x, 1, time);
    const part = (x - camera.firstColumn) / (camera.lastColumn - camera.firstColumn);
    expect(part).toBeGreaterThan(0.25);
    expect(part).toBeLessThan(0.75);
    if (time > 0) expect(Math.abs(camera.left - left)).toBeLessThan(8);
    left = camera.left;
  }
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOnSide } from './map-view.ts';
import { SplitCamera } from './split-camera.ts';

const place = fc.record({
  x: fc.double({ min: 0, max: 120, noNaN: true }),
  y: fc.double({ min: 0, max: 60, noNaN: true }),
});

function cameraAt(robots: { x: number; y: number }[]): SplitCamera {
  const camera = new SplitCamera(120, 60);
  camera.resize(800, 450);
  camera.follow(robots, 0);
  return camera;
}

function isInside(clip: readonly number[] | undefined, x: number, y: number): boolean {
  if (clip === undefined) return true;
  for (let i = 0; i < clip.length; i += 2) {
    const j = (i + 2) % clip.length;
    const side = (clip[j]! - clip[i]!) * (y - clip[i + 1]!) - (clip[j + 1]! - clip[i + 1]!) * (x - clip[i]!);
    if (side < -1) return false;
  }
  return true;
}

test('robots that are close share a view, distant ones have two', () => {
  expect(
    cameraAt([
      { x: 40, y: 30 },
      { x: 45, y: 32 },
    ]).views,
  ).toHaveLength(1);
  expect(
    cameraAt([
      { x: 20, y: 30 },
      { x: 90, y: 32 },
    ]).views,
  ).toHaveLength(2);
});

test('each robot is on the stage, in its own view', () => {
  fc.assert(
    fc.property(place, place, (first, second) => {
      const robots = [first, second];
      const { height, scale, views, width } = cameraAt(robots);
      for (const [i, { x, y }] of robots.entries()) {
        const { clip, left, top } = views[i] ?? views[0]!;
        const [stageX, stageY] = [left + x * scale, top + y * scale];
        expect(stageX).toBeGreaterThanOrEqual(-1);
        expect(stageX).toBeLessThanOrEqual(width + 1);
        expect(stageY).toBeGreaterThanOrEqual(-1);
        expect(stageY).toBeLessThanOrEqual(height + 1);
        expect(isInside(clip, stageX, stageY)).toBe(true);
      }
    }),
  );
});

test('each position on the stage belongs to at most one view, which shows it; only positions at the border belong to none', () => {
  const onStage = fc.record({ x: fc.integer({ min: 0, max: 800 }), y: fc.integer({ min: 0, max: 450 }) });
  fc.assert(
    fc.property(place, place, onStage, (first, second, { x, y }) => {
      const { views } = cameraAt([first, second]);
      const sides = views.filter((view) => isOnSide(view, x, y, 0));
      const near = views.filter((view) => isOnSide(view, x, y, 2));
      expect(near.length).toBeGreaterThan(0);
      expect(sides.length).toBeLessThanOrEqual(1);
      for (const view of sides) expect(isInside(view.clip, x, y)).toBe(true);
    }),
  );
});

test('both views show nearly the same when the robots are almost close enough for one view', () => {
  const camera = cameraAt([
    { x: 40, y: 30 },
    { x: 45, y: 33 },
  ]);
  for (let x = 45; camera.views.length < 2; x += 0.01)
    camera.follow(
      [
        { x: 40, y: 30 },
        { x, y: 33 },
      ],
      NaN,
    );
  const [first, second] = camera.views;
  const gap = Math.hypot(first!.left - second!.left, first!.top - second!.top);
  expect(gap).toBeLessThan(3);
});

test('the view never leaves the map', () => {
  const { left, top } = cameraAt([
    { x: 1, y: 1 },
    { x: 2, y: 1 },
  ]).views[0]!;
  expect([left, top]).toEqual([0, 0]);
});

test('no robot is in the upper part of the stage that other elements cover', () => {
  fc.assert(
    fc.property(place, place, (first, second) => {
      const camera = new SplitCamera(120, 60);
      camera.top = 44;
      camera.resize(800, 450);
      camera.follow([first, second], 0);
      for (const [i, { y }] of [first, second].entries()) {
        const { top } = camera.views[i] ?? camera.views[0]!;
        expect(top + y * camera.scale).toBeGreaterThanOrEqual(camera.top);
      }
    }),
  );
});

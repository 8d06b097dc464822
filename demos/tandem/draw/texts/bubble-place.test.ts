import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOnSide, type MapView } from '../camera/map-view.ts';
import { type Box, robotBox, sharedArea } from './box.ts';
import { BubblePlace } from './bubble-place.ts';

const view: MapView = {
  scale: 55,
  width: 1280,
  height: 800,
  left: 0,
  top: 0,
  firstColumn: 0,
  lastColumn: 23,
  firstRow: 0,
  lastRow: 14,
};
const room: Box = { x: 4, y: 48, width: 1272, height: 748 };
const size = { width: 340, height: 110 };

test('a bubble covers none of two robots and a panel, wherever they are', () => {
  const robot = fc.record({ x: fc.integer({ min: 30, max: 1250 }), y: fc.integer({ min: 100, max: 770 }) });
  fc.assert(
    fc.property(robot, robot, fc.integer({ min: 200, max: 1080 }), (first, second, x) => {
      const obstacles = [
        robotBox(first.x, first.y, view.scale),
        robotBox(second.x, second.y, view.scale),
        { x: 430, y: 52, width: 420, height: 90 },
      ];
      const { box } = new BubblePlace().find(view, { x, y: 660 }, size, { room, obstacles, time: 0 });
      for (const obstacle of obstacles) expect(sharedArea(box, obstacle)).toBe(0);
      expect(sharedArea(box, room)).toBeCloseTo(size.width * size.height, 3);
    }),
  );
});

test('a bubble moves only if something is in its way, and then appears anew', () => {
  const place = new BubblePlace();
  const sign = { x: 640, y: 660 };
  const first = place.find(view, sign, size, { room, obstacles: [], time: 0 });
  expect(first.box).toMatchObject({ x: 640 - 170, y: 660 - 33 - 110 });
  const inWay = [robotBox(640, 600, view.scale)];
  const second = place.find(view, sign, size, { room, obstacles: inWay, time: 1000 });
  expect(second.box.y).toBeLessThan(first.box.y);
  expect(second.since).toBe(1000);
  expect(place.find(view, sign, size, { room, obstacles: [], time: 2000 })).toEqual(second);
});

test('on a divided stage, a bubble is in the half of its view', () => {
  const left = { ...view, side: { x: -1, y: 0 } };
  const { box } = new BubblePlace().find(left, { x: 560, y: 660 }, size, { room, obstacles: [], time: 0 });
  for (const x of [box.x, box.x + box.width]) expect(isOnSide(left, x, box.y, 0)).toBe(true);
});

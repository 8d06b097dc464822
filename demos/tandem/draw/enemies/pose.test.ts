import { expect, test } from 'vitest';
import type { Entity } from '../../world/entity.ts';
import { createEntity, Kind } from '../../world/kinds.ts';
import { applyPose, poseOf, poses } from './pose.ts';

test('an enemy points in its direction, within four degrees', () => {
  for (let degrees = -360; degrees <= 360; degrees += 7) {
    const angle = (degrees * Math.PI) / 180;
    const [x, y] = turned(poseOf(flyer(Math.cos(angle), Math.sin(angle))), 1, 0);
    expect(x * Math.cos(angle) + y * Math.sin(angle)).toBeGreaterThan(Math.cos((4 * Math.PI) / 180));
  }
});

test('a crawler stands on its wall and looks along it in either direction', () => {
  for (const [normalX, normalY] of [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ] as const) {
    for (const side of [-1, 1]) {
      const pose = poseOf(crawler({ normalX, normalY, faceX: -side * normalY, faceY: side * normalX }));
      expect(pose).toBeLessThan(poses);
      const down = turned(pose, 0, 1);
      expect(down[0]).toBeCloseTo(-normalX);
      expect(down[1]).toBeCloseTo(-normalY);
      const ahead = turned(pose, 1, 0);
      expect(ahead[0]).toBeCloseTo(-side * normalY);
      expect(ahead[1]).toBeCloseTo(side * normalX);
    }
  }
});

test('a crawler in the air has its feet down', () => {
  const down = turned(poseOf(crawler({ normalX: 0, normalY: 0, faceX: 1, faceY: 0 })), 0, 1);
  expect(down[0]).toBeCloseTo(0);
  expect(down[1]).toBeCloseTo(1);
});

function flyer(faceX: number, faceY: number): Entity {
  return Object.assign(createEntity(0, 1, Kind.flyer), { faceX, faceY });
}

function crawler(at: { normalX: number; normalY: number; faceX: number; faceY: number }): Entity {
  return Object.assign(createEntity(0, 1, Kind.crawler), at);
}

/** The position of the point (x, y) of a body in a pose. */
function turned(pose: number, x: number, y: number): [number, number] {
  let angle = 0;
  let side = 1;
  applyPose({ rotate: (by) => void (angle = by), scale: (by) => void (side = by) }, pose);
  const mirrored = side * x;
  return [mirrored * Math.cos(angle) - y * Math.sin(angle), mirrored * Math.sin(angle) + y * Math.cos(angle)];
}

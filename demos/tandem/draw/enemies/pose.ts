import type { Entity } from '../../world/entity.ts';
import { traitsOf } from '../../world/kinds.ts';

/** Number of directions of a body. With 48, rotations look smooth. */
const headings = 48;
/** Number of poses: the directions, followed by their mirror images. */
export const poses: number = 2 * headings;

/** The pose of an enemy, 0 to `poses` - 1. The `pose` of its kind says how it is computed. */
export function poseOf(enemy: Entity): number {
  const { pose } = traitsOf(enemy.kind);
  if (pose === 'upright') return enemy.faceX < 0 ? headings : 0;
  if (pose === 'face') return heading(enemy.faceX, enemy.faceY);
  const inAir = enemy.normalX === 0 && enemy.normalY === 0;
  const downX = -enemy.normalX;
  const downY = inAir ? 1 : -enemy.normalY;
  const isMirrored = enemy.faceX * downY - enemy.faceY * downX < 0;
  return heading(downY, -downX) + (isMirrored ? headings : 0);
}

/** Rotates and mirrors all following drawing around the origin, as the pose requires. */
export function applyPose(pen: Pick<CanvasTransform, 'rotate' | 'scale'>, pose: number): void {
  pen.rotate(((pose % headings) / headings) * 2 * Math.PI);
  if (pose >= headings) pen.scale(-1, 1);
}

/** The direction closest to (x, y). */
function heading(x: number, y: number): number {
  const turns = Math.atan2(y, x) / (2 * Math.PI);
  return Math.round((turns + 1) * headings) % headings;
}

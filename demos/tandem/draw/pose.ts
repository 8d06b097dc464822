import type { Entity } from '../world/entity.ts';
import { traitsOf } from '../world/kinds.ts';

/** Directions in which a body can point: so many that nobody sees it turn in steps. */
const headings = 48;
/** The headings, and then their mirror images. */
export const poses: number = 2 * headings;

/** How an enemy is turned: crawlers stand on their wall, some stay upright, everyone else looks ahead. */
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

/** Turns what `pen` draws from now on around the origin. */
export function applyPose(pen: Pick<CanvasTransform, 'rotate' | 'scale'>, pose: number): void {
  pen.rotate(((pose % headings) / headings) * 2 * Math.PI);
  if (pose >= headings) pen.scale(-1, 1);
}

/** The heading that is nearest to (x, y). */
function heading(x: number, y: number): number {
  const turns = Math.atan2(y, x) / (2 * Math.PI);
  return Math.round((turns + 1) * headings) % headings;
}

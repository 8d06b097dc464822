import type { Entity } from '../entity.ts';
import type { Capsule } from './capsule.ts';
import { Posture, type Robot } from './robot.ts';

/**
 * Size of a robot in cells: half its width, and the offsets of its feet and head from its center. The head of a crouching robot is near its center.
 */
export const bodyRadius = 0.3;
export const feet = 0.45;
const standingHead = -0.5;
const crouchingHead = -0.15;

const low = feet - bodyRadius;
/** Offset of the upper circle of the capsule. */
export const standing: number = standingHead + bodyRadius;
export const crouching: number = crouchingHead + bodyRadius;

/** The body of the robot that is being updated. */
export const body: Capsule = { x: NaN, y: NaN, vx: NaN, vy: NaN, radius: bodyRadius, low, high: NaN };

/** Loads a robot into `body`. */
export function takeBody(self: Entity<object>, robot: Robot): void {
  body.x = self.x;
  body.y = self.y;
  body.vx = self.vx;
  body.vy = self.vy;
  body.high = robot.posture === Posture.crouching ? crouching : standing;
}

/** Stores `body` in its entity. */
export function leaveBody(self: Entity<object>): void {
  self.x = body.x;
  self.y = body.y;
  self.vx = body.vx;
  self.vy = body.vy;
}

import type { Entity } from '../entity.ts';
import type { Capsule } from './capsule.ts';
import { Posture, type Robot } from './robot.ts';

/** Half the width of a robot, in cells. */
export const bodyRadius = 0.3;

// Offsets in cells from the center of the robot, positive downwards.
export const feet = 0.45;
const standingHead = -0.5;
const crouchingHead = -0.15;

const low = feet - bodyRadius;
/** Offset of the upper circle of the capsule of a standing robot. */
export const standing: number = standingHead + bodyRadius;
/** Offset of the upper circle of the capsule of a crouching robot. */
export const crouching: number = crouchingHead + bodyRadius;

/** The body of the robot that is being updated. */
export const body: Capsule = { x: NaN, y: NaN, vx: NaN, vy: NaN, radius: bodyRadius, low, high: NaN };

/** Loads a robot into `body`. */
export function loadBody(self: Entity<object>, robot: Robot): void {
  body.x = self.x;
  body.y = self.y;
  body.vx = self.vx;
  body.vy = self.vy;
  body.high = robot.posture === Posture.crouching ? crouching : standing;
}

/** Stores `body` in its entity. */
export function storeBody(self: Entity<object>): void {
  self.x = body.x;
  self.y = body.y;
  self.vx = body.vx;
  self.vy = body.vy;
}

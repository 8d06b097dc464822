import type { Entity } from '../entity.ts';
import type { Capsule } from './capsule.ts';
import { Posture, type Robot } from './robot.ts';

/** A robot's size in cells: half its width, its feet and its head from its center; when it crouches its head is at its middle. */
export const bodyRadius = 0.3;
export const feet = 0.45;
const standingHead = -0.5;
const crouchingHead = -0.15;

const low = feet - bodyRadius;
/** Offsets of the upper circle. */
export const standing: number = standingHead + bodyRadius;
export const crouching: number = crouchingHead + bodyRadius;

/** The body of the robot whose update is under way. */
export const body: Capsule = { x: NaN, y: NaN, vx: NaN, vy: NaN, radius: bodyRadius, low, high: NaN };

/** Makes `body` that of a robot. */
export function takeBody(self: Entity<object>, robot: Robot): void {
  body.x = self.x;
  body.y = self.y;
  body.vx = self.vx;
  body.vy = self.vy;
  body.high = robot.posture === Posture.crouching ? crouching : standing;
}

/** Writes `body` back. */
export function leaveBody(self: Entity<object>): void {
  self.x = body.x;
  self.y = body.y;
  self.vx = body.vx;
  self.vy = body.vy;
}

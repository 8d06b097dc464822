import type { Entity } from '../entity.ts';
import type { Surroundings } from '../surroundings.ts';
import { body } from './body.ts';
import { Posture, type Robot } from './robot.ts';

// A robot is thrown if its center is within these distances, in cells, of that of its partner: `near` sideways, `above` or `below` vertically.
const near = 0.55;
const above = 0.9;
const below = 0.3;
/** Minimum speed in cells per second for a throw. */
const moving = 2.5;
/** Minimum number of ticks between two throws. */
const pause = 20;

/** The index of the other robot, or -1 if it is not active. */
export function partnerOf(around: Surroundings, self: Entity<object>): number {
  const partner = 1 - self.index;
  return around.playerCount === 2 && around.committed.active[partner] === 1 ? partner : -1;
}

/** Whether the robot must be thrown: it runs through its crouching partner, or falls onto it. `body` contains the robot. */
export function isThrown(around: Surroundings, self: Entity<object>, robot: Robot): boolean {
  const partner = partnerOf(around, self);
  if (partner < 0 || around.committed.crouching[partner] === 0) return false;
  if (robot.posture === Posture.crouching || robot.sinceThrow < pause) return false;
  const isMoving = Math.abs(body.vx) > moving || body.vy > moving;
  return isMoving && isBeside(around, partner, near, above, below);
}

/** Whether the robot in `body` touches its partner. */
export function touchesPartner(around: Surroundings, self: Entity<object>): boolean {
  const partner = partnerOf(around, self);
  return partner >= 0 && isBeside(around, partner, 0.9, 1.1, 1.1);
}

function isBeside(
  around: Surroundings,
  partner: number,
  beside: number,
  over: number,
  under: number,
): boolean {
  const dx = around.committed.x[partner]! - body.x;
  const dy = around.committed.y[partner]! - body.y;
  return Math.abs(dx) < beside && dy < over && dy > -under;
}

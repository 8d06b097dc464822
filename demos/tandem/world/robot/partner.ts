import type { Entity } from '../entity.ts';
import type { Surroundings } from '../surroundings.ts';
import { body } from './body.ts';
import { Posture, type Robot } from './robot.ts';

/** Cells between the centers of two robots of which one runs through the other. */
const near = 0.55;
const above = 0.9;
const below = 0.3;
/** Cells per second above which it is running, or falling, and not just standing there. */
const moving = 2.5;
/** Ticks between two throws. */
const pause = 20;

/** The other robot, or -1. */
export function partnerOf(around: Surroundings, self: Entity<object>): number {
  const partner = 1 - self.index;
  return around.playerCount === 2 && around.committed.active[partner] === 1 ? partner : -1;
}

/** Whether a robot, in `body`, runs through its crouching partner or falls onto it, and is to be thrown. */
export function meetsPartner(around: Surroundings, self: Entity<object>, robot: Robot): boolean {
  const partner = partnerOf(around, self);
  if (partner < 0 || around.committed.crouching[partner] === 0) return false;
  if (robot.posture === Posture.crouching || robot.sinceThrow < pause) return false;
  const isMoving = Math.abs(body.vx) > moving || body.vy > moving;
  return isMoving && isBeside(around, partner, near, above, below);
}

/** Whether the partner of a robot, in `body`, touches it. */
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

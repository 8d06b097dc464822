import type { Grid } from '../map/grid.ts';
import { createContact } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';
import { body, crouching, standing } from './body.ts';
import { castCapsule, castCapsuleCircle, slideCapsule } from './capsule.ts';
import { approach } from './approach.ts';
import { directionOf, Key } from './keys.ts';
import { Posture, type Robot } from './robot.ts';

/** Cells/s. */
export const runSpeed = 7;

// Accelerations in cells/s².
const gain = 60;
const brake = 70;

/** The normal of ground has a y below this (y points down, so -1 is level). Steeper slopes cannot be walked on. */
const steepest = -0.6;
/** A robot stays on ground that drops by at most this number of cells in one step. */
const stride = 0.25;

const contact = createContact();
const way = createVector();

interface Normal {
  normalX: number;
  normalY: number;
}

/** Whether a contact is ground that a robot can stand on. */
export function isGround(normalY: number): boolean {
  return normalY < steepest;
}

/** Makes one step along the ground, and updates its normal. If the ground ends, the robot is in the air. */
export function walk(grid: Grid, robot: Robot, ground: Normal, seconds: number): void {
  crouchOrStand(grid, robot);
  const direction = robot.posture === Posture.crouching ? 0 : directionOf(robot.held);
  const isBraking = direction * robot.groundSpeed <= 0;
  robot.groundSpeed = approach(robot.groundSpeed, direction * runSpeed, (isBraking ? brake : gain) * seconds);
  if (direction !== 0) robot.facing = direction;
  const alongX = -ground.normalY;
  const alongY = ground.normalX;
  body.vx = alongX * robot.groundSpeed;
  body.vy = alongY * robot.groundSpeed;
  way.x = body.vx * seconds;
  way.y = body.vy * seconds;
  slideCapsule(grid, body, way, contact);
  // The slope ahead is also ground, even if it meets the current slope at a right angle.
  const isAtFoot = isGround(contact.normalY);
  if (isAtFoot) standOn(ground, robot);
  robot.groundSpeed = body.vy * ground.normalX - body.vx * ground.normalY;
  if (!isAtFoot) keepToGround(grid, robot, ground);
}

function keepToGround(grid: Grid, robot: Robot, ground: Normal): void {
  way.x = 0;
  way.y = stride;
  castCapsule(grid, body, way, contact);
  if (contact.fraction === 1 || !isGround(contact.normalY)) {
    robot.posture = Posture.airborne;
    ground.normalX = ground.normalY = 0;
    body.high = standing;
    return;
  }
  body.y += way.y * contact.fraction;
  standOn(ground, robot);
}

/** Makes the touched wall the ground. */
function standOn(ground: Normal, robot: Robot): void {
  ground.normalX = contact.normalX;
  ground.normalY = contact.normalY;
  robot.sinceGround = 0;
}

function crouchOrStand(grid: Grid, robot: Robot): void {
  const crouches =
    (robot.held & Key.crouch) !== 0 || (robot.posture === Posture.crouching && !hasHeadroom(grid));
  robot.posture = crouches ? Posture.crouching : Posture.standing;
  body.high = crouches ? crouching : standing;
}

function hasHeadroom(grid: Grid): boolean {
  way.x = 0;
  way.y = standing - crouching;
  castCapsuleCircle(grid, body, crouching, way, contact);
  return contact.fraction === 1;
}

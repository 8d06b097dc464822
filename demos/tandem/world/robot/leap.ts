import type { Grid } from '../map/grid.ts';
import { createContact } from '../map/sweep.ts';
import { createVector } from '../map/vector.ts';
import { approach } from './approach.ts';
import { body } from './body.ts';
import { castCapsule, castCapsuleCircle, slideCapsule } from './capsule.ts';
import { directionOf, Key } from './keys.ts';
import { Posture, type Robot } from './robot.ts';
import { isGround, runSpeed } from './walk.ts';

/** Cells/s². */
const gravity = 32;
/** Horizontal acceleration in the air, in cells/s². */
const airAcceleration = 36;

// Speeds in cells/s.
const maxFallSpeed = 18;
const slideSpeed = 2.4;
const jumpSpeed = 12;
/** Upward speed after the jump key is released early. */
const cutSpeed = 4;
/** Horizontal and upward speed of a wall jump. */
const kickSpeed = 7;
const kickLift = 11;
const climbSpeed = 5;

/**
 * Ticks for which a jump is still possible after the robot has left the ground or a wall (coyote time). For the same time, a key press in the air waits for the
 * next ground or wall (jump buffering).
 */
const grace = 6;
/**
 * Ticks after a wall jump in which keys do not steer. This is long enough that a robot cannot climb
 * a single wall by wall jumps.
 */
const kickTicks = 12;
/** Distance in cells at which a robot touches a wall. */
const touchDistance = 0.06;
/** Maximum height in cells of a climbable ledge above the feet of the robot. */
const maxLedgeHeight = 0.7;
/** Free space in cells that a robot needs on a ledge. */
const ledgeSpace = 0.35;

const contact = createContact();
const way = createVector();

/** Jumps if a jump was requested and the robot was on the ground or at a wall just now. Returns whether the robot jumps. */
export function tryJump(robot: Robot): boolean {
  if (robot.sinceJumpKey >= grace || robot.posture === Posture.crouching) return false;
  if (robot.sinceGround < grace) {
    body.vy = -jumpSpeed;
  } else if (robot.sinceWall < grace && robot.posture !== Posture.standing) {
    body.vx = -robot.wallSide * kickSpeed;
    body.vy = -kickLift;
    robot.facing = -robot.wallSide;
    robot.noSteerTicks = kickTicks;
  } else return false;
  takeOff(robot);
  robot.canCutJump = 1;
  return true;
}

/** Throws the robot upwards at `speed`. */
export function throwUp(robot: Robot, speed: number): void {
  body.vy = -speed;
  takeOff(robot);
  robot.sinceThrow = 0;
}

function takeOff(robot: Robot): void {
  robot.posture = Posture.airborne;
  robot.sinceJumpKey = robot.sinceGround = robot.sinceWall = grace;
  robot.canCutJump = 0;
}

/**
 * Makes one step in the air. If the robot lands, it stands, and the normal of the ground is written
 * into `ground`.
 */
export function fly(
  grid: Grid,
  robot: Robot,
  ground: { normalX: number; normalY: number },
  seconds: number,
): void {
  const direction = directionOf(robot.held);
  steer(robot, direction, seconds);
  endRise(robot);
  findWalls(grid, robot, direction);
  if (robot.posture === Posture.climbing) body.vy = Math.min(body.vy, -climbSpeed);
  const fall = robot.posture === Posture.sliding ? slideSpeed : maxFallSpeed;
  const before = body.vy;
  body.vy = Math.min(fall, before + gravity * seconds);
  way.x = body.vx * seconds;
  way.y = ((before + body.vy) / 2) * seconds;
  slideCapsule(grid, body, way, contact);
  if (!isGround(contact.normalY)) return;
  ground.normalX = contact.normalX;
  ground.normalY = contact.normalY;
  robot.posture = Posture.standing;
  robot.sinceGround = 0;
  robot.groundSpeed = body.vx;
}

function steer(robot: Robot, direction: number, seconds: number): void {
  if (robot.noSteerTicks > 0) {
    robot.noSteerTicks--;
    return;
  }
  if (direction !== 0) robot.facing = direction;
  body.vx = approach(body.vx, direction * runSpeed, airAcceleration * seconds);
}

function endRise(robot: Robot): void {
  if (robot.canCutJump === 0 || (robot.held & Key.jump) !== 0) return;
  body.vy = Math.max(body.vy, -cutSpeed);
  robot.canCutJump = 0;
}

function findWalls(grid: Grid, robot: Robot, direction: number): void {
  robot.posture = Posture.airborne;
  for (const side of sides) {
    way.x = side * touchDistance;
    way.y = 0;
    castCapsule(grid, body, way, contact);
    if (contact.fraction === 1 || contact.normalX * side > -0.9) continue;
    robot.wallSide = side;
    robot.sinceWall = 0;
    if (side !== direction) continue;
    robot.facing = side;
    if (canClimb(grid, side)) robot.posture = Posture.climbing;
    else if (body.vy > 0) robot.posture = Posture.sliding;
  }
}

const sides = [-1, 1];

// Whether there is a wall at the feet of the robot, and free space above this wall. A robot that rises faster than it would climb does not climb.
function canClimb(grid: Grid, side: number): boolean {
  if (body.vy < -climbSpeed) return false;
  way.x = side * touchDistance;
  way.y = 0;
  castCapsuleCircle(grid, body, body.low, way, contact);
  if (contact.fraction === 1) return false;
  way.x = side * ledgeSpace;
  castCapsuleCircle(grid, body, body.low - maxLedgeHeight, way, contact);
  return contact.fraction === 1;
}

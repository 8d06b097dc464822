/** The posture of a robot. */
export const Posture = {
  standing: 0, // or running
  crouching: 1,
  airborne: 2,
  sliding: 3, // down a wall
  climbing: 4, // over a ledge
  down: 5, // until it returns
} as const;
export type Posture = (typeof Posture)[keyof typeof Posture];

/** Initial value in ticks of the fields `since…`: as if each event had happened long ago. */
const longAgo = 1000;

/**
 * The part of a robot's state that its entity does not have: plain numbers. Only the robot's own
 * updates write them, except `held`, which the input writes before each update. Times are in ticks,
 * because robots are updated in each tick.
 */
export class Robot {
  /** The sum of the `Key`s that are held now. */
  held = 0;
  /** The sum of the `Key`s that were held in the last tick. */
  heldBefore = 0;
  posture: Posture = Posture.airborne;
  /** Speed along the ground in cells per second, positive to the right. */
  groundSpeed = 0;
  /** The direction that the robot faces: -1 (left) or 1. */
  facing = 1;
  /** Side on which the robot last touched a wall: -1 or 1. */
  wallSide = 1;
  sinceGround = longAgo;
  sinceWall = longAgo;
  /** Ticks since the jump key went down. */
  sinceJumpKey = longAgo;
  sinceThrow = longAgo;
  /** Remaining ticks after a wall jump in which keys do not steer. */
  noSteerTicks = 0;
  /** 1 if releasing the jump key would end the rise, otherwise 0. */
  canCutJump = 0;
  /** Ticks for which the robot has been down. */
  downFor = 0;
  /** Number of `hits` of the entity that have been processed. */
  hitsTaken = 0;
  falls = 0;

  /** The keys that went down since the last tick. */
  get pressed(): number {
    return this.held & ~this.heldBefore;
  }
}

/** Resets a robot that has just been placed. */
export function reviveRobot(robot: Robot): void {
  robot.posture = Posture.airborne;
  robot.groundSpeed = 0;
  robot.sinceGround = robot.sinceWall = robot.sinceJumpKey = longAgo;
  robot.sinceThrow = longAgo;
  robot.noSteerTicks = robot.canCutJump = robot.downFor = 0;
}

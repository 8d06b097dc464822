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

/** A long time ago, in ticks. */
const longAgo = 1000;

/**
 * The part of a robot's state that its entity does not have: plain numbers. Only the robot's own
 * updates write them, except `held`, which the input writes before each update. Times are in ticks,
 * because robots are updated in each tick.
 */
export class Robot {
  /** The sum of the held `Key`s, now and in the last tick. */
  held = 0;
  heldBefore = 0;
  posture: Posture = Posture.airborne;
  /** Speed along the ground in cells per second, positive to the right. */
  pace = 0;
  /** Its direction: -1 (left) or 1. */
  side = 1;
  /** Side of the wall that it touches or last touched: -1 or 1. */
  wall = 1;
  sinceGround = longAgo;
  sinceWall = longAgo;
  /** Ticks since the jump key went down. */
  sinceJumpKey = longAgo;
  sinceThrow = longAgo;
  /** Remaining ticks of a wall jump in which keys do not steer. */
  kick = 0;
  /** 1 if releasing the jump key would end the rise. */
  canCutJump = 0;
  /** Ticks for which it has been down. */
  downFor = 0;
  /** Number of `hits` of its entity that have been processed. */
  hitsTaken = 0;
  /** Number of falls. */
  falls = 0;

  /** The keys that went down since the last tick. */
  get pressed(): number {
    return this.held & ~this.heldBefore;
  }
}

/** Resets a robot that has just been placed. */
export function reviveRobot(robot: Robot): void {
  robot.posture = Posture.airborne;
  robot.pace = 0;
  robot.sinceGround = robot.sinceWall = robot.sinceJumpKey = longAgo;
  robot.sinceThrow = longAgo;
  robot.kick = robot.canCutJump = robot.downFor = 0;
}

/** What a robot is doing. */
export const Posture = {
  standing: 0, // or running
  crouching: 1,
  airborne: 2,
  sliding: 3, // down a wall
  climbing: 4, // over a ledge
  down: 5, // until it comes back
} as const;
export type Posture = (typeof Posture)[keyof typeof Posture];

/** Long ago, in ticks. */
const longAgo = 1000;

/**
 * What a robot has besides its entity's record. Plain numbers, written by its own updates and by nobody else, but for `held`, which
 * whoever controls it sets before each. Times are in ticks: robots are updated in every one.
 */
export class Robot {
  /** The sum of the `Key`s that are held down, now and in the last tick. */
  held = 0;
  heldBefore = 0;
  posture: Posture = Posture.airborne;
  /** Cells per second along the ground, to the right. */
  pace = 0;
  /** Where it looks: -1 (left) or 1. */
  side = 1;
  /** On which side the wall is that it touches, or last touched: -1 or 1. */
  wall = 1;
  sinceGround = longAgo;
  sinceWall = longAgo;
  /** Since the jump key went down. */
  sinceCall = longAgo;
  sinceThrow = longAgo;
  /** How much longer a wall jump carries it away whatever keys are held. */
  kick = 0;
  /** Whether letting go of the key would end its rise. */
  canCutJump = 0;
  /** How long it has been down. */
  downFor = 0;
  /** `hits` of its entity that it has already suffered. */
  hitsTaken = 0;
  /** How often it went down. */
  falls = 0;

  /** The keys that went down since the last tick. */
  get pressed(): number {
    return this.held & ~this.heldBefore;
  }
}

/** Puts a robot that has just been placed on its feet. */
export function reviveRobot(robot: Robot): void {
  robot.posture = Posture.airborne;
  robot.pace = 0;
  robot.sinceGround = robot.sinceWall = robot.sinceCall = longAgo;
  robot.sinceThrow = longAgo;
  robot.kick = robot.canCutJump = robot.downFor = 0;
}

import { disc } from './enemies/shape.ts';
import { type Entity, moveTo } from './entity.ts';
import type { KindDefinition } from './kind.ts';
import type { Grid } from './map/grid.ts';
import { scriptedKeys } from './player-script.ts';
import { body, storeBody, loadBody } from './robot/body.ts';
import { Key } from './robot/keys.ts';
import { fly, throwUp, tryJump } from './robot/leap.ts';
import { isThrown, partnerOf, touchesPartner } from './robot/partner.ts';
import { meetsHazard } from './robot/hazard.ts';
import { Posture, reviveRobot, type Robot } from './robot/robot.ts';
import { walk } from './robot/walk.ts';
import type { Surroundings } from './surroundings.ts';

/** Ticks until a robot returns if its partner is up. */
const downTicks = 50;
/** Vertical speed of a robot that is thrown by its partner, in cells per second. */
const throwSpeed = 19;

const ground = { normalX: NaN, normalY: NaN };

/** A player's entity. A scripted player remembers its direction, 1 or -1. */
export type Player = Entity<{ direction: number }>;

/**
 * A robot runs, jumps, slides down walls and jumps off them, climbs over ledges, crouches, and throws its partner. It reads only itself, the map
 * and the committed state. It is updated once per tick, so the same keys lead to the same path under any load.
 */
export const player: KindDefinition<Player> = {
  radius: 0.45,
  color: 0xffffff,
  speed: 8,
  minRate: 60,
  decisionPeriod: 500,
  isDeadly: false,
  isHeavy: true,
  memory: { direction: 0 },
  shape: disc,
  step(around, self) {
    const robot = around.robots[self.index]!;
    if (around.isScripted) robot.held = scriptedKeys(around, self);
    if (robot.posture === Posture.down) waitToReturn(around, self, robot);
    else live(around, self, robot);
    robot.heldBefore = robot.held;
  },
};

function live(around: Surroundings, self: Player, robot: Robot): void {
  countTicks(robot);
  loadBody(self, robot);
  ground.normalX = self.normalX;
  ground.normalY = self.normalY;
  if (!around.isScripted) sufferEnemies(around, self, robot);
  if (isThrown(around, self, robot)) throwUp(robot, throwSpeed);
  else tryJump(robot);
  move(around.robotGrids[self.index]!, robot, self.seconds);
  self.normalX = ground.normalX;
  self.normalY = ground.normalY;
  self.faceX = robot.facing;
  storeBody(self);
  if (!around.isScripted && meetsHazard(around, self, robot)) goDown(self, robot);
}

function countTicks(robot: Robot): void {
  robot.sinceGround++;
  robot.sinceWall++;
  robot.sinceThrow++;
  robot.sinceJumpKey = (robot.pressed & Key.jump) !== 0 ? 0 : robot.sinceJumpKey + 1;
}

function move(grid: Grid, robot: Robot, seconds: number): void {
  if (robot.posture === Posture.standing || robot.posture === Posture.crouching) {
    walk(grid, robot, ground, seconds);
  } else {
    ground.normalX = ground.normalY = 0;
    fly(grid, robot, ground, seconds);
  }
}

// Magnets pull a robot. A robot to which a leech clings cannot jump until its partner brushes the leech off.
function sufferEnemies(around: Surroundings, self: Player, robot: Robot): void {
  body.vx += self.pushX;
  body.vy += self.pushY;
  robot.groundSpeed += self.pushX;
  self.pushX = self.pushY = 0;
  if (self.burden < 0) return;
  robot.sinceJumpKey = Infinity;
  if (touchesPartner(around, self)) self.burden = -1;
}

function goDown(self: Player, robot: Robot): void {
  robot.posture = Posture.down;
  robot.downFor = 0;
  robot.falls++;
  self.active = false;
  self.burden = -1;
}

/** Returns a robot to the last checkpoint if its partner is up. If both robots are down, the stage rewinds, see `changeStage`. */
function waitToReturn(around: Surroundings, self: Player, robot: Robot): void {
  robot.downFor++;
  if (robot.downFor < downTicks || partnerOf(around, self) < 0) return;
  respawn(around, self, robot);
}

/** Revives a robot at the last checkpoint. */
export function respawn(around: Surroundings, self: Entity<object>, robot: Robot): void {
  const { returnX, returnY } = around.stage;
  moveTo(self, returnX[self.index]!, returnY[self.index]!);
  self.active = true;
  reviveRobot(robot);
  robot.hitsTaken = self.hits;
}

import { expect, test } from 'vitest';
import { simulate } from '../simulate.ts';
import { chance } from '../../world/chance.ts';
import { cellAt, Cell, type Grid, isFull } from '../../world/map/grid.ts';
import { publish } from '../../world/publish.ts';
import { directionOf, joinHeld } from '../../world/robot/keys.ts';
import { Posture } from '../../world/robot/robot.ts';
import { createWorld, type World } from '../../world/world.ts';
import { catalog, levelOf } from './catalog.ts';

/** Steps of the game. */
const steps = 6000;
/** Steps after which a running robot should have moved. */
const waitSteps = 10;

test.each(catalog)('$id: a running robot is stopped only by walls', ({ source }) => {
  const world = createWorld(levelOf(source), 1);
  for (const enemy of world.enemies) {
    enemy.active = false;
    publish(world, enemy);
  }
  const stuck = world.players.map(() => ({ since: 0, x: NaN, direction: 0 }));
  for (let step = 0; step < steps && world.stage.wonAt < 0; step++) {
    simulate(world, joinHeld(world.players.map((_, robot) => keysOf(robot, step))), []);
    for (const [robot, look] of stuck.entries()) {
      const { x, y } = world.players[robot]!;
      const { held, posture } = world.robots[robot]!;
      const direction = posture === Posture.standing ? directionOf(held) : 0;
      if (direction === 0 || direction !== look.direction || Math.abs(x - look.x) > 0.02) {
        Object.assign(look, { since: step, x, direction });
      } else if (step - look.since >= waitSteps) {
        const isHeld = isBlocked(world, robot, direction);
        expect(isHeld, `robot ${robot + 1} at ${x}, ${y}, to ${direction} in step ${step}`).toBe(true);
      }
    }
  }
});

/** Random keys, mostly for running. */
function keysOf(robot: number, step: number): number {
  const run = chance(7, robot, Math.floor(step / 40)) < 0.5 ? 1 : 2;
  const jumps = chance(8, robot, Math.floor(step / 9)) < 0.25 ? 4 : 0;
  const crouches = chance(9, robot, Math.floor(step / 25)) < 0.08 ? 8 : 0;
  return run | jumps | crouches;
}

/** Whether a wall or a low ceiling is right in front of a robot. */
function isBlocked({ players, robotGrids }: World, robot: number, direction: number): boolean {
  const { x, y } = players[robot]!;
  const grid = robotGrids[robot]!;
  const column = Math.floor(x + 0.32 * direction);
  return [-0.5, 0, 0.4].some((offset) => isInTheWay(grid, column, Math.floor(y + offset)));
}

function isInTheWay(grid: Grid, column: number, row: number): boolean {
  const cell = cellAt(grid, column, row);
  return isFull(cell) || cell === Cell.ceilingLeft || cell === Cell.ceilingRight;
}

import { joinHeld, Key } from '../../tandem/world/robot/keys.ts';
import type { Entity } from '../../tandem/world/entity.ts';
import { Kind } from '../../tandem/world/kinds.ts';
import { Posture } from '../../tandem/world/robot/robot.ts';
import { copyState, restoreState, type WorldState } from '../../tandem/world/world-state.ts';
import type { World } from '../../tandem/world/world.ts';
import { distancesTo } from './distances.ts';
import type { KeyRun } from './key-runs.ts';
import { simulate } from '../../tandem/game/simulate.ts';
import { placesOf } from './simulate-runs.ts';

export interface SeekOptions {
  /** Indices of the robots that move. */
  readonly robots: readonly number[];
  /** The held keys of each robot by index, used for a robot that does not move. */
  readonly parked: readonly number[];
  /** The target cell. */
  readonly column: number;
  readonly row: number;
  /** The enemies that are updated. */
  readonly enemies: readonly Entity[];
  /** Maximum number of states that are searched. */
  readonly maxStates: number;
}

interface Node {
  readonly state: WorldState;
  readonly before: Node | undefined;
  readonly held: number;
  readonly steps: number;
  readonly cost: number;
}

/** Number of steps for which each choice of keys is held. */
const holdSteps = 6;
/** Number of steps per cell at full speed. */
const stepsPerCell = 8.6;
/**
 * Weight of the estimated remaining time. Above 1 the search ends sooner, but the path that it
 * finds may not be the shortest.
 */
const greed = 1.6;
/**
 * Distance in cells, horizontal and vertical, within which an enemy is near a robot. States with
 * different positions of near enemies are different.
 */
const near = 5;
/**
 * If more enemies than this are near a robot, states are distinguished by the time, and not by the
 * positions of the enemies.
 */
const crowd = 4;

/** The keys that a robot can hold. */
const keyChoices = [0, Key.left, Key.right, Key.jump, Key.left | Key.jump, Key.right | Key.jump] as const;

/**
 * Finds keys with which robots get to a cell without a fall and stand there, or win the level. The method is a
 * best-first search (weighted A*) over the simulation of the game. The world is left in the final
 * state. Throws an Error with the closest positions if no way was found.
 */
export function seek(world: World, options: SeekOptions): KeyRun[] {
  const { column, enemies, maxStates, robots, row } = options;
  const living = [...world.players, ...enemies];
  const distances = world.robotGrids.map((grid, robot) =>
    distancesTo(grid, column, row, cellsOfSaws(world, robot)),
  );
  const choices = choicesOf(options);
  const begin = copyState(world, living);
  const open = new Open();
  const seen = new Set<string>();
  open.push({ state: begin, before: undefined, held: 0, steps: 0, cost: 0 }, 0);
  let closest = { left: Infinity, places: '' };
  let looked = 0;
  for (; looked < maxStates; looked++) {
    const node = open.pop();
    if (node === undefined) break;
    for (const keys of choices) {
      restoreState(world, node.state);
      let isUp = true;
      let hasWon = false;
      for (let step = 0; step < holdSteps && isUp && !hasWon; step++) {
        hasWon = simulate(world, keys, enemies);
        isUp = world.players.every(({ active }) => active);
      }
      if (!isUp) continue;
      const cost = node.cost + holdSteps;
      const next: Node = {
        state: copyState(world, living),
        before: node,
        held: keys,
        steps: holdSteps,
        cost,
      };
      if (hasWon || robotsAreAtTarget(world, options)) return runsTo(next);
      const mark = robots.map((robot) => markOf(world, robot, enemies)).join(';');
      const left = Math.max(...robots.map((robot) => distanceOf(world, robot, distances[robot]!)));
      if (seen.has(mark) || left === Infinity) continue;
      seen.add(mark);
      if (left < closest.left) closest = { left, places: placesOf(world) };
      open.push(next, cost + greed * stepsPerCell * left);
    }
  }
  throw new Error(`no way was found among ${looked} states; the nearest one: ${closest.places}`);
}

// Two robots that move together mostly press the same keys. So only pairs of equal keys are tried,
// and pairs in which one robot does nothing.
function choicesOf({ parked, robots }: SeekOptions): number[] {
  const [first, second] = robots;
  if (second === undefined) return keyChoices.map((keys) => joinHeld(parked.with(first!, keys)));
  const alone = keyChoices.slice(1);
  const pairs = [
    ...keyChoices.map((keys) => [keys, keys]),
    ...alone.flatMap((keys) => [
      [keys, 0],
      [0, keys],
    ]),
  ];
  return pairs.map(joinHeld);
}

/** Whether all moving robots are at the target, and none is down. */
export function robotsAreAtTarget(
  world: World,
  { column, robots, row }: Pick<SeekOptions, 'column' | 'robots' | 'row'>,
): boolean {
  return (
    world.players.every(({ active }) => active) && robots.every((robot) => isThere(world, robot, column, row))
  );
}

function isThere(world: World, robot: number, column: number, row: number): boolean {
  const { x, y } = world.players[robot]!;
  const isStanding = world.robots[robot]!.posture === Posture.standing;
  return isStanding && Math.abs(x - column - 0.5) < 0.45 && Math.abs(y - row - 0.5) < 0.5;
}

function distanceOf(world: World, robot: number, distances: Float64Array): number {
  const { x, y } = world.players[robot]!;
  return distances[Math.floor(y) * world.grid.columns + Math.floor(x)]!;
}

function cellsOfSaws(world: World, robot: number): ReadonlySet<number> {
  const saws = world.enemies.filter(({ kind }) => kind === Kind.saw);
  return new Set(
    saws
      .filter(({ friend }) => friend !== robot)
      .map(({ x, y }) => Math.floor(y) * world.grid.columns + Math.floor(x)),
  );
}

// Similar states have the same mark, and are searched only once. In similar states the robot has
// about the same position, velocity and posture, and nearby enemies have about the same positions.
// Near a crowd of enemies the time is compared instead of their positions.
function markOf(world: World, robot: number, enemies: readonly Entity[]): string {
  const { x, y, vx, vy } = world.players[robot]!;
  const { held: keys, posture, sinceWall } = world.robots[robot]!;
  const marks = [Math.round(2 * x), Math.round(2 * y), Math.round(vx / 3.5), Math.round(vy / 4)];
  marks.push(posture, Number(sinceWall < 6), keys & Key.jump);
  const around = enemies.filter(
    (enemy) =>
      enemy.active && enemy.kind !== Kind.saw && Math.abs(enemy.x - x) < near && Math.abs(enemy.y - y) < near,
  );
  if (around.length > crowd) marks.push(Math.floor(world.tick / 20));
  else for (const enemy of around) marks.push(enemy.index, Math.round(enemy.x), Math.round(enemy.y));
  return marks.join();
}

function runsTo(last: Node): KeyRun[] {
  const runs: KeyRun[] = [];
  for (let node: Node | undefined = last; node?.before !== undefined; node = node.before) {
    runs.push({ held: node.held, steps: node.steps });
  }
  return runs.toReversed();
}

/** Nodes by cost, the cheapest first. */
class Open {
  #heap: { node: Node; cost: number }[] = [];

  push(node: Node, cost: number): void {
    const heap = this.#heap;
    let at = heap.push({ node, cost }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent]!.cost <= cost) break;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  pop(): Node | undefined {
    const heap = this.#heap;
    const best = heap[0];
    const last = heap.pop();
    if (best === undefined || last === undefined) return undefined;
    if (heap.length > 0) {
      heap[0] = last;
      for (let at = 0, child = 1; child < heap.length; child = 2 * at + 1) {
        if (child + 1 < heap.length && heap[child + 1]!.cost < heap[child]!.cost) child++;
        if (heap[child]!.cost >= heap[at]!.cost) break;
        [heap[at], heap[child]] = [heap[child]!, heap[at]!];
        at = child;
      }
    }
    return best.node;
  }
}

import { Key } from '../world/robot/keys.ts';
import { Posture } from '../world/robot/robot.ts';
import { copyState, restoreState, type WorldState } from '../world/world-state.ts';
import type { World } from '../world/world.ts';
import { distancesTo } from './distances.ts';
import type { KeyRun } from './key-runs.ts';
import { simulate } from './simulate.ts';

export interface SeekOptions {
  /** The robot that goes, 0 or 1, and what the other one is told meanwhile. */
  readonly robot: number;
  readonly othersKeys: number;
  /** The cell to which it goes. */
  readonly column: number;
  readonly row: number;
  /** Looks at so many states at the most. */
  readonly patience: number;
}

interface Node {
  readonly state: WorldState;
  readonly before: Node | undefined;
  readonly held: number;
  readonly steps: number;
  readonly cost: number;
}

/** Steps for which keys are held. */
const held = 6;
/** Steps that a cell takes at full speed, and how much more the way that is left counts than the way so far. */
const stepsPerCell = 8.6;
const greed = 1.6;

const choices = [0, Key.left, Key.right, Key.jump, Key.left | Key.jump, Key.right | Key.jump] as const;

/**
 * Finds keys that lead a robot to a cell, on which it stands then, without either robot going down: best first over the game's own
 * simulation. The world is left in that state. Undefined, and the world as it was, if nothing was found.
 */
export function seek(world: World, options: SeekOptions): KeyRun[] | undefined {
  const { column, othersKeys, patience, robot, row } = options;
  const distances = distancesTo(world.robotGrids[robot]!, column, row);
  const begin = copyState(world);
  const open = new Open();
  const seen = new Set<string>();
  open.push({ state: begin, before: undefined, held: 0, steps: 0, cost: 0 }, 0);
  for (let looked = 0; looked < patience; looked++) {
    const node = open.pop();
    if (node === undefined) break;
    for (const keys of choices) {
      restoreState(world, node.state);
      const told = robot === 0 ? keys + 16 * othersKeys : othersKeys + 16 * keys;
      let isUp = true;
      let hasWon = false;
      for (let step = 0; step < held && isUp && !hasWon; step++) {
        hasWon = simulate(world, told);
        isUp = world.players.every(({ active }) => active);
      }
      if (!isUp) continue;
      const cost = node.cost + held;
      const next: Node = { state: copyState(world), before: node, held: told, steps: held, cost };
      if (hasWon || isThere(world, robot, column, row)) return runsTo(next);
      const mark = markOf(world, robot, keys);
      const left = distanceOf(world, robot, distances);
      if (seen.has(mark) || left === Infinity) continue;
      seen.add(mark);
      open.push(next, cost + greed * stepsPerCell * left);
    }
  }
  restoreState(world, begin);
  return undefined;
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

// States that are nearly the same are not looked at twice.
function markOf(world: World, robot: number, keys: number): string {
  const { x, y, vx, vy } = world.players[robot]!;
  const { posture, sinceWall } = world.robots[robot]!;
  const place = [Math.round(2 * x), Math.round(2 * y), Math.round(vx / 3.5), Math.round(vy / 4)];
  return [...place, posture, Number(sinceWall < 6), keys & Key.jump, Math.floor(world.tick / 40)].join();
}

function runsTo(last: Node): KeyRun[] {
  const runs: KeyRun[] = [];
  for (let node: Node | undefined = last; node?.before !== undefined; node = node.before) {
    runs.push({ held: node.held, steps: node.steps });
  }
  return runs.toReversed();
}

/** Nodes by cost, the least first. */
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

import type { Entity } from './entity.ts';
import { Cell, type Grid, setCell } from './map/grid.ts';
import type { Button, Level, Place } from './level.ts';
import { traitsOf } from './kinds.ts';
import { createFound, findNeighbors, removeFromBin } from './neighbors.ts';
import { rewind } from './rewind.ts';
import type { World } from './world.ts';

/**
 * The changeable parts of a level, except its entities. Updates read the stage. It changes only at
 * the end of a tick.
 */
export interface Stage {
  /** By door: 1 if it is open. */
  readonly open: Uint8Array;
  /** By button: 1 while something stands on it. */
  readonly pressed: Uint8Array;
  /** By button: 1 for a switch that was pressed an odd number of times. */
  readonly flipped: Uint8Array;
  /** By gem: 1 after it was collected. */
  readonly taken: Uint8Array;
  /** Index of the last checkpoint, or -1. */
  checkpoint: number;
  /** By player: the position to which the robot returns. */
  readonly returnX: Float64Array;
  readonly returnY: Float64Array;
  /** Ticks for which both robots have been down. */
  lostFor: number;
  /** Remaining ticks in which nothing moves after a robot went down. */
  stillFor: number;
  /** Number of times that a robot went down. */
  falls: number;
  /** Number of rewinds to a checkpoint. */
  rewinds: number;
  /** Tick at the end of which both robots had reached the exit, or -1. */
  wonAt: number;
}

// Maximum distances in cells from the center of a robot to something that it takes or activates.
const gemReach = 0.75;
const checkpointReach = 1.6;
const exitReach = 0.9;
// Maximum distances in cells, sideways and up or down, from the center of a button to a body that presses
// it.
const buttonSide = 0.6;
const buttonHeight = 0.75;
/** Ticks for which nothing moves after a robot went down, so that the player sees the reason. */
const stillTicks = 5;
/** Ticks until a rewind after both robots are down. */
const lostTicks = 70;
/** Horizontal distance of a returning robot from the center of its checkpoint, in cells. */
const apart = 0.5;
/** Vertical offset of the center of a standing robot from the center of its cell, in cells. */
const sole = 0.04;

const found = createFound();

/** The stage at the start of a level. Robots return to their start positions. */
export function createStage(level: Level, starts: readonly Place[]): Stage {
  return {
    open: Uint8Array.from(level.doors ?? [], (door) => Number(door.isOpen)),
    pressed: new Uint8Array(level.buttons?.length ?? 0),
    flipped: new Uint8Array(level.buttons?.length ?? 0),
    taken: new Uint8Array(level.gems?.length ?? 0),
    checkpoint: -1,
    returnX: Float64Array.from(starts, ({ x }) => x),
    returnY: Float64Array.from(starts, ({ y }) => y),
    lostFor: 0,
    stillFor: 0,
    falls: 0,
    rewinds: 0,
    wonAt: -1,
  };
}

/** Opens or closes the cells of a door in all maps. */
export function setDoorCells(grids: readonly Grid[], cells: readonly Place[], isOpen: boolean): void {
  for (const grid of grids) {
    for (const { x, y } of cells) setCell(grid, x, y, isOpen ? Cell.empty : Cell.door);
  }
}

/** Changes the stage at the end of a tick, by the committed state, in a fixed order. */
export function changeStage(world: World): void {
  const { stage } = world;
  holdStill(world);
  pressButtons(world);
  moveDoors(world);
  if (stage.wonAt >= 0) return;
  collectGems(world);
  reachCheckpoint(world);
  reachExit(world);
  rewindIfLost(world);
}

function holdStill({ robots, stage }: World): void {
  const falls = robots.reduce((sum, robot) => sum + robot.falls, 0);
  if (falls > stage.falls) stage.stillFor = stillTicks;
  else if (stage.stillFor > 0) stage.stillFor--;
  stage.falls = falls;
}

function pressButtons(world: World): void {
  const { buttons = [] } = world.level;
  const { flipped, pressed } = world.stage;
  for (const [i, button] of buttons.entries()) {
    const isPressed = Number(hasSomethingOn(world, button));
    if (isPressed > pressed[i]! && button.isSwitch) flipped[i] = 1 - flipped[i]!;
    pressed[i] = isPressed;
  }
}

function hasSomethingOn(world: World, button: Button): boolean {
  const { committed, entities } = world;
  const count = findNeighbors(world, { index: -1, x: button.x, y: button.y }, 1.2, found);
  for (let i = 0; i < count; i++) {
    const other = found[i]!;
    const dx = committed.x[other]! - button.x;
    const dy = button.y - committed.y[other]!;
    if (Math.abs(dx) > buttonSide || dy > buttonHeight || dy < -buttonHeight) continue;
    if (traitsOf(entities[other]!.kind).isHeavy) return true;
  }
  return false;
}

function moveDoors(world: World): void {
  const { buttons = [], doors = [] } = world.level;
  const { flipped, open, pressed } = world.stage;
  for (const [i, door] of doors.entries()) {
    let isHeld = false;
    let flips = 0;
    for (const [b, button] of buttons.entries()) {
      if (!button.doors.includes(i)) continue;
      if (button.isSwitch) flips += flipped[b]!;
      else isHeld ||= pressed[b] === 1;
    }
    const isOpen = door.isOpen !== (isHeld !== (flips % 2 === 1));
    if (Number(isOpen) === open[i]) continue;
    open[i] = Number(isOpen);
    setDoorCells([world.grid, ...world.robotGrids], door.cells, isOpen);
    if (!isOpen) crushEnemies(world, door.cells);
  }
}

// Kills the enemies in a door that closes. Robots check for closed doors by themselves in their
// next update.
export function crushEnemies({ committed, enemies, grid, neighbors }: World, cells: readonly Place[]): void {
  const shut = new Set(cells.map(({ x, y }) => y * grid.columns + x));
  for (const enemy of enemies) {
    const { index } = enemy;
    if (committed.active[index] === 0) continue;
    const cell = Math.floor(committed.y[index]!) * grid.columns + Math.floor(committed.x[index]!);
    if (!shut.has(cell)) continue;
    enemy.active = false;
    committed.active[index] = 0;
    removeFromBin(neighbors, index);
  }
}

function collectGems(world: World): void {
  const { gems = [] } = world.level;
  for (const [i, gem] of gems.entries()) {
    if (world.stage.taken[i] === 0 && world.players.some((player) => isNear(world, player, gem, gemReach))) {
      world.stage.taken[i] = 1;
    }
  }
}

function reachCheckpoint(world: World): void {
  const { committed, level, players, stage } = world;
  if (!players.every(({ index }) => committed.crouching[index] === 1)) return;
  const reached = (level.checkpoints ?? []).findIndex((place) =>
    players.every((player) => isNear(world, player, place, checkpointReach)),
  );
  if (reached < 0 || reached === stage.checkpoint) return;
  const { x, y } = level.checkpoints![reached]!;
  stage.checkpoint = reached;
  for (const { index } of players) {
    stage.returnX[index] = x + (index === 0 ? -apart : apart);
    stage.returnY[index] = y + sole;
  }
}

function reachExit(world: World): void {
  const { exit } = world.level;
  if (exit === undefined || !world.players.every((player) => isNear(world, player, exit, exitReach))) return;
  world.stage.wonAt = world.tick;
}

function rewindIfLost(world: World): void {
  const { committed, players, stage } = world;
  const isLost = players.length > 0 && players.every(({ index }) => committed.active[index] === 0);
  stage.lostFor = isLost ? stage.lostFor + 1 : 0;
  if (stage.lostFor < lostTicks) return;
  stage.rewinds++;
  rewind(world);
}

function isNear({ committed }: World, { index }: Entity, { x, y }: Place, reach: number): boolean {
  const dx = committed.x[index]! - x;
  const dy = committed.y[index]! - y;
  return committed.active[index] === 1 && dx * dx + dy * dy < reach * reach;
}

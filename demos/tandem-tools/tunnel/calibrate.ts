import { createGame, type Game, step, stepsPerWindow } from '../../tandem/game/game.ts';
import type { Renderer } from '../../tandem/draw/renderer.ts';
import { nextFrame } from '../../lib/next-frame.ts';
import { nextTask } from '../../lib/next-task.ts';
import type { Calibration } from './report.ts';
import { loads } from './settings.ts';
import { createTunnel } from '../../tandem/world/tunnel.ts';
import { createWorld, type World } from '../../tandem/world/world.ts';

export interface CalibrateOptions {
  readonly seed: number;
  /** Creates the renderer of a world. */
  readonly show: (world: World) => Renderer | undefined;
}

/** Number of enemies of the first estimate. */
const firstEnemies = 1500;
/** Milliseconds until the engine has compiled the updates. */
const warmup = 250;
/**
 * Frames of the estimate and of the measurement. The first half does not count, because sprites are
 * still being painted.
 */
const estimating = 16;
const measuring = 60;

/**
 * Determines, in less than two seconds, the number of enemies of each load on this machine. Load 1
 * is the number of enemies whose updates fill the time that drawing and the players leave in each
 * window. The cost of an update is measured at about the medium load.
 */
export async function calibrate({ seed, show }: CalibrateOptions): Promise<Calibration> {
  const small = playable(firstEnemies, seed, show);
  await warmUp(small);
  const estimate = await measure(small, estimating);
  const medium = playable(toEnemies(loads.medium * capacityOf(estimate)), seed, show);
  const costs = await measure(medium, measuring);
  const capacity = capacityOf(costs);
  return {
    easy: toEnemies(loads.easy * capacity),
    medium: toEnemies(loads.medium * capacity),
    hard: toEnemies(loads.hard * capacity),
    frame: costs.frame,
    drawing: costs.drawing,
    step: costs.step,
    update: costs.enemy * 1000,
  };
}

function playable(enemies: number, seed: number, show: (world: World) => Renderer | undefined): Game {
  const world = createWorld(createTunnel(enemies, seed), seed);
  return createGame(world, { renderer: show(world) });
}

/** Milliseconds. */
interface Costs {
  /** Time of this thread per frame: drawing, and all work of the browser until the next task can run. */
  readonly frame: number;
  readonly drawing: number;
  /** A step without enemies. */
  readonly step: number;
  /** An update of an enemy, with its share of the commit. */
  readonly enemy: number;
}

/** Number of enemies whose updates fill the time that players and drawing leave in a window. */
function capacityOf({ frame, step: players, enemy }: Costs): number {
  return Math.max(0.1 * step, (step - frame - players) * stepsPerWindow) / enemy;
}

async function warmUp(game: Game): Promise<void> {
  const end = performance.now() + warmup;
  while (performance.now() < end) {
    stepPlayers(game);
    updateEnemies(game);
    await nextTask();
  }
}

/**
 * Measures the costs of a game that is played and drawn in display frames. Separate measurements of
 * drawing and updates would be too low, because each of them evicts the data of the other from the
 * caches.
 */
async function measure(game: Game, frames: number): Promise<Costs> {
  let frame = 0;
  let drawing = 0;
  let players = 0;
  let commit = 0;
  let enemies = 0;
  const first = Math.ceil(frames / 2 / stepsPerWindow) * stepsPerWindow;
  for (let i = 0; i < frames; i++) {
    const time = await nextFrame();
    const began = performance.now();
    stepPlayers(game);
    const stepped = performance.now();
    const isWindowStart = i % stepsPerWindow === 0;
    if (isWindowStart) updateEnemies(game);
    const updated = performance.now();
    game.draw(0.5, time);
    const drawn = performance.now();
    await nextTask();
    if (i < first) continue;
    frame += performance.now() - updated;
    drawing += drawn - updated;
    enemies += updated - stepped;
    // The step after the updates commits them.
    if (isWindowStart) players += stepped - began;
    else commit += stepped - began;
  }
  const counted = frames - first;
  const windows = Math.ceil(counted / stepsPerWindow);
  const playersStep = players / windows;
  const commits = Math.max(0, commit - (counted - windows) * playersStep);
  return {
    frame: frame / counted,
    drawing: drawing / counted,
    step: playersStep,
    enemy: (enemies + commits) / windows / game.enemies.length,
  };
}

function stepPlayers(game: Game): void {
  game.beginStep();
  for (const player of game.players) game.update(player, step);
}

function updateEnemies(game: Game): void {
  for (const enemy of game.enemies) game.update(enemy, step * stepsPerWindow);
}

function toEnemies(count: number): number {
  return Math.max(20, Math.round(count / 10) * 10);
}

import { createGame, type Game, step, stepsPerWindow } from './game.ts';
import type { Renderer } from './draw/renderer.ts';
import type { Calibration } from './report.ts';
import { loads } from './settings.ts';
import { createTunnel } from './world/tunnel.ts';
import { createWorld, type World } from './world/world.ts';

export interface CalibrateOptions {
  readonly seed: number;
  /** Makes what draws a world. */
  readonly show: (world: World) => Renderer;
}

/** Enemies that the first estimate is made with; then milliseconds and pictures that each measurement takes. */
const firstEnemies = 1500;
const simulated = 350;
const pictures = 24;
/** Left out at the beginning of each measurement: the engine is still compiling. */
const warmup = 0.4;

/**
 * Finds out, in under two seconds, how many enemies the loads mean in this page on this machine: from the time that drawing and the
 * players leave of each window, and from what an enemy's update costs among about as many as the medium load has.
 */
export async function calibrate({ seed, show }: CalibrateOptions): Promise<Calibration> {
  const small = playable(firstEnemies, seed, show);
  const estimate = await measureUpdates(small);
  const { picture, drawing } = await measurePictures(small);
  const free = (estimated: Costs): number =>
    Math.max(0.1 * step, (step - picture - estimated.step) * stepsPerWindow) / estimated.enemy;
  const medium = playable(toEnemies(loads.medium * free(estimate)), seed, show);
  const costs = await measureUpdates(medium);
  const capacity = free(costs);
  return {
    easy: toEnemies(loads.easy * capacity),
    medium: toEnemies(loads.medium * capacity),
    hard: toEnemies(loads.hard * capacity),
    picture,
    drawing,
    step: costs.step,
    update: costs.enemy * 1000,
  };
}

function playable(enemies: number, seed: number, show: (world: World) => Renderer): Game {
  const world = createWorld(createTunnel(enemies, seed), seed);
  return createGame(world, show(world));
}

/** Milliseconds. */
interface Costs {
  /** A step without enemies. */
  readonly step: number;
  /** An enemy's update, its share of the commit included. */
  readonly enemy: number;
}

/** Lets the game run for a while at full rate, in pieces that leave the page alive. */
async function measureUpdates(game: Game): Promise<Costs> {
  const began = performance.now();
  const countFrom = began + simulated * warmup;
  let windows = 0;
  let steps = 0;
  let enemies = 0;
  do {
    const start = performance.now();
    stepPlayers(game);
    const middle = performance.now();
    for (const enemy of game.enemies) game.update(enemy, step * stepsPerWindow);
    const updated = performance.now();
    stepPlayers(game); // commits all that the window changed
    const end = performance.now();
    if (start >= countFrom || end >= began + 2 * simulated) {
      windows++;
      steps += middle - start;
      enemies += updated - middle + Math.max(0, end - updated - (middle - start));
    }
    await nextTask();
  } while (performance.now() < began + simulated || windows < 2);
  return { step: steps / windows, enemy: enemies / windows / game.enemies.length };
}

function stepPlayers(game: Game): void {
  game.beginStep();
  for (const player of game.players) game.update(player, step);
}

/** What a picture costs this thread: drawing, and all that the browser does until the next task after it can run. */
async function measurePictures(game: Game): Promise<{ picture: number; drawing: number }> {
  let picture = 0;
  let drawing = 0;
  let counted = 0;
  for (let i = 0; i < pictures; i++) {
    stepPlayers(game);
    const time = await nextPicture();
    const start = performance.now();
    game.draw(0.5, time);
    const drawn = performance.now();
    await nextTask();
    if (i < pictures * warmup) continue;
    counted++;
    drawing += drawn - start;
    picture += performance.now() - start;
  }
  return { picture: picture / counted, drawing: drawing / counted };
}

function nextPicture(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

// A message is handled after the picture that is being made, and without the delay of a timeout.
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

function toEnemies(count: number): number {
  return Math.max(20, Math.round(count / 10) * 10);
}

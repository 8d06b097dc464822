import type { Calibration } from '../results/report.ts';
import type { SceneKind, World } from '../scenes/scene-kind.ts';
import { nextFrame } from '../../lib/next-frame.ts';
import { nextTask } from '../../lib/next-task.ts';
import { step } from './step-life.ts';

/** Time that all updates need, relative to the time that drawing and the browser leave. */
const load = 3;
const firstEffort = 10;
/** The entities are updated in this number of parts, one in each display frame, so that drawing and updates compete for the caches as in a run. */
const parts = 16;

/**
 * `attempts`: each corrects the effort of the last one, and the engine compiles the updates during the first. `sweeps`: each part is measured this
 * many times, and the shortest time counts, because noise only makes it longer. `lastSweeps`: the same for the load that the page shows.
 */
const thorough = { attempts: 3, sweeps: 2, lastSweeps: 4 };
const quick = { attempts: 2, sweeps: 1, lastSweeps: 1 };

/**
 * Determines the effort with which all updates of a scene take three times the available time on this machine. `isQuick`: for tests, which need no exact
 * load.
 */
export async function calibrate(
  kind: SceneKind,
  canvas: HTMLCanvasElement,
  isQuick: boolean,
): Promise<Calibration> {
  const { attempts, lastSweeps, sweeps } = isQuick ? quick : thorough;
  let effort = firstEffort;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const costs = await measure(kind.create(canvas, effort), sweeps);
    effort = Math.max(1, Math.round((effort * load * available(kind, costs)) / costs.updates));
  }
  const world = kind.create(canvas, effort);
  const costs = await measure(world, lastSweeps);
  return {
    scene: kind.id,
    entities: world.entities.length,
    effort,
    frame: costs.frame,
    update: (costs.updates / world.entities.length) * 1000,
    load: costs.updates / available(kind, costs),
  };
}

/** Milliseconds. */
interface Costs {
  /** Drawing, and all work of the browser until the next task can run. */
  readonly frame: number;
  /** One update of each entity. */
  readonly updates: number;
}

/** The time in ms for updates while each entity wants one update. At least a fifth of the time, also if drawing takes longer than a frame. */
function available({ period }: SceneKind, { frame }: Costs): number {
  return period * Math.max(0.2, 1 - frame / step);
}

async function measure(world: World, repetitions: number): Promise<Costs> {
  const shortest = Array<number>(parts).fill(Infinity);
  const frames: number[] = [];
  const size = Math.ceil(world.entities.length / parts);
  world.apply({ at: 0 });
  for (const entity of world.always) world.update(entity, step);
  for (let i = 0; i < parts * repetitions; i++) {
    await nextFrame();
    const began = performance.now();
    world.draw();
    await nextTask();
    const drawn = performance.now();
    const part = i % parts;
    for (const entity of world.entities.slice(part * size, (part + 1) * size)) world.update(entity, step);
    frames.push(drawn - began);
    shortest[part] = Math.min(shortest[part]!, performance.now() - drawn);
  }
  return {
    frame: frames.toSorted((one, other) => one - other)[Math.floor(frames.length / 2)]!,
    updates: shortest.reduce((sum, time) => sum + time, 0),
  };
}

/** The rate of the display in Hz, from the median time between 20 frames. */
export async function displayRate(): Promise<number> {
  const gaps: number[] = [];
  let last = await nextFrame();
  for (let i = 0; i < 20; i++) {
    const time = await nextFrame();
    gaps.push(time - last);
    last = time;
  }
  return Math.round(1000 / gaps.toSorted((one, other) => one - other)[10]!);
}

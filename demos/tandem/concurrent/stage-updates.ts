import { rewindEnemies } from '../world/rewind.ts';
import { crushEnemies, setDoorCells, type Stage } from '../world/stage.ts';
import type { World } from '../world/world.ts';

/** A copy of the stage, to be published. */
export function copyStage(stage: Stage): Stage {
  return structuredClone(stage);
}

/** Whether the stage differs from the published copy. */
export function differs(stage: Stage, published: Stage | undefined): boolean {
  if (published === undefined) return true;
  return (Object.keys(stage) as (keyof Stage)[]).some((name) => {
    const [now, before] = [stage[name], published[name]];
    if (typeof now === 'number') return now !== before;
    return now.some((value, i) => value !== (before as typeof now)[i]);
  });
}

/**
 * Whether a change of the stage can also have changed enemies: a door may have crushed some, or a
 * rewind has reset them all.
 */
export function changesEnemies(before: Stage | undefined, now: Stage): boolean {
  if (before === undefined) return true;
  return before.rewinds !== now.rewinds || now.open.some((open, i) => open !== before.open[i]);
}

/** Applies a published stage to a world, including the effects on its enemies. */
export function applyStage(world: World, { open, ...others }: Stage): void {
  const { level, stage } = world;
  const isRewound = others.rewinds > stage.rewinds;
  for (const [i, { cells }] of (level.doors ?? []).entries()) {
    if (open[i] === stage.open[i]) continue;
    stage.open[i] = open[i]!;
    setDoorCells([world.grid, ...world.robotGrids], cells, open[i] === 1);
    if (open[i] === 0) crushEnemies(world, cells);
  }
  for (const [name, value] of Object.entries(others) as [keyof typeof others, Stage[keyof typeof others]][]) {
    const own = stage[name];
    if (typeof own === 'number') Object.assign(stage, { [name]: value });
    else own.set(value as Uint8Array & Float64Array);
  }
  if (isRewound) rewindEnemies(world);
}

import { rewindEnemies } from '../world/rewind.ts';
import { crushEnemies, drawDoor, type Stage } from '../world/stage.ts';
import type { World } from '../world/world.ts';

/** A copy of the stage, to be told to other threads. */
export function copyStage(stage: Stage): Stage {
  return structuredClone(stage);
}

/** Whether something of the stage is not as it was told. */
export function differs(stage: Stage, told: Stage | undefined): boolean {
  if (told === undefined) return true;
  return (Object.keys(stage) as (keyof Stage)[]).some((name) => {
    const [now, before] = [stage[name], told[name]];
    if (typeof now === 'number') return now !== before;
    return now.some((value, i) => value !== (before as typeof now)[i]);
  });
}

/** Whether what has happened to the stage has done something to enemies: a door has shut, or all is as it was in the beginning. */
export function changesEnemies(before: Stage | undefined, now: Stage): boolean {
  if (before === undefined) return true;
  return before.rewinds !== now.rewinds || now.open.some((open, i) => open !== before.open[i]);
}

/** Brings the stage of a world to what it is in the thread that has it, with what that does to enemies. */
export function followStage(world: World, { open, ...told }: Stage): void {
  const { level, stage } = world;
  const isRewound = told.rewinds > stage.rewinds;
  for (const [i, { cells }] of (level.doors ?? []).entries()) {
    if (open[i] === stage.open[i]) continue;
    stage.open[i] = open[i]!;
    drawDoor([world.grid, ...world.robotGrids], cells, open[i] === 1);
    if (open[i] === 0) crushEnemies(world, cells);
  }
  for (const [name, value] of Object.entries(told) as [keyof typeof told, Stage[keyof typeof told]][]) {
    const own = stage[name];
    if (typeof own === 'number') Object.assign(stage, { [name]: value });
    else own.set(value as Uint8Array & Float64Array);
  }
  if (isRewound) rewindEnemies(world);
}

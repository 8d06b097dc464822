import { Key } from '../world/robot/keys.ts';
import type { World } from '../world/world.ts';
import { joinRuns, type KeyRun, readRuns } from './key-runs.ts';
import { seekPast } from './seek-past.ts';
import { simulate } from './simulate.ts';

// A plan says in lines how a level is finished:
//
//   1 to 12,9      the first robot goes to that cell, which is counted from 0,0; `!` is the exit
//   both to 14,9
//   2 crouches     until `2 stands`
//   wait 30        steps
//   30 rj -        for 30 steps these keys, whatever becomes of it, see `readRuns`

/** Plays a level by a plan and returns the keys. Throws an Error that names the line which does not work. */
export function followPlan(world: World, plan: string): KeyRun[] {
  const runs: KeyRun[] = [];
  const parked = [0, 0];
  const play = (steps: number): void => {
    const held = parked[0]! + 16 * parked[1]!;
    for (let step = 0; step < steps; step++) simulate(world, held);
    runs.push({ held, steps });
  };
  for (const [number, line] of plan.split('\n').entries()) {
    const [what, verb, where = ''] = line.trim().split(/\s+/);
    if (what === undefined || what === '' || what.startsWith('//')) continue;
    const robot = Number(what) - 1;
    if (what === 'wait') play(Number(verb));
    else if (/^[lrjc-]+$/.test(verb ?? '')) {
      for (const run of readRuns(line)) {
        for (let step = 0; step < run.steps; step++) simulate(world, run.held);
        runs.push(run);
      }
    } else if (verb === 'crouches' || verb === 'stands') {
      parked[robot] = verb === 'crouches' ? Key.crouch : 0;
      play(4);
    } else {
      const { exit } = world.level;
      const [column, row] =
        where === '!' ? [Math.floor(exit!.x), Math.floor(exit!.y)] : where.split(',').map(Number);
      const robots = what === 'both' ? [0, 1] : [robot];
      try {
        runs.push(...seekPast(world, { robots, parked, column: column!, row: row! }));
      } catch (error) {
        throw new Error(`line ${number + 1}, ${line}: ${(error as Error).message}`, { cause: error });
      }
    }
  }
  return joinRuns(runs);
}

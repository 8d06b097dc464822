import { Key } from '../world/robot/keys.ts';
import type { World } from '../world/world.ts';
import { joinRuns, type KeyRun } from './key-runs.ts';
import { seek } from './seek.ts';
import { simulate } from './simulate.ts';

// A plan says in lines how a level is finished:
//
//   1 to 12,9      the first robot goes to that cell, which is counted from 0,0; `!` is the exit
//   2 crouches     until `2 stands`
//   wait 30        steps

/** Plays a level by a plan and returns the keys. Throws an Error that names the line which does not work. */
export function followPlan(world: World, plan: string, patience: number): KeyRun[] {
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
    else if (verb === 'crouches' || verb === 'stands') {
      parked[robot] = verb === 'crouches' ? Key.crouch : 0;
      play(4);
    } else {
      const { exit } = world.level;
      const [column, row] =
        where === '!' ? [Math.floor(exit!.x), Math.floor(exit!.y)] : where.split(',').map(Number);
      const found = seek(world, {
        robot,
        othersKeys: parked[1 - robot]!,
        column: column!,
        row: row!,
        patience,
      });
      if (found === undefined)
        throw new Error(`line ${number + 1}: no way found: ${line}; ${placesOf(world)}`);
      runs.push(...found);
    }
  }
  return joinRuns(runs);
}

function placesOf({ players }: World): string {
  return players.map(({ x, y }, i) => `${i + 1} is at ${x.toFixed(1)},${y.toFixed(1)}`).join(', ');
}

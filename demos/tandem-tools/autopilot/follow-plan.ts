import { messageOf } from '../../lib/message-of.ts';
import { joinHeld } from '../../tandem/world/robot/keys.ts';
import type { World } from '../../tandem/world/world.ts';
import { joinRuns, type KeyRun } from './key-runs.ts';
import { type PlanStep, readPlanLine } from './read-plan.ts';
import { seekPastCrowd } from './seek-past-crowd.ts';
import { simulateRuns } from './simulate-runs.ts';

/** Steps before the first key, because a loop may make its first step before a key can be pressed. */
const settling = 6;
/** Steps in which a robot crouches or stands up. */
const bending = 4;

/** Plays a level by a plan, see `readPlanLine`, and returns the keys. Throws an Error that names a line that fails. */
export function followPlan(world: World, plan: string): KeyRun[] {
  const parked: [number, number] = [0, 0];
  const begun = press(world, { held: 0, steps: settling });
  const runs = plan.split('\n').flatMap((line, number) => {
    try {
      const step = readPlanLine(line);
      return step === undefined ? [] : follow(world, step, parked);
    } catch (error) {
      throw new Error(`line ${number + 1}, ${line}: ${messageOf(error)}`, { cause: error });
    }
  });
  return joinRuns([begun, ...runs]);
}

/** `parked` are the keys of each robot while it does not move. */
function follow(world: World, step: PlanStep, parked: [number, number]): KeyRun[] {
  if (step.type === 'go') {
    const { exit } = world.level;
    const [column, row] = step.to === 'exit' ? [Math.floor(exit!.x), Math.floor(exit!.y)] : step.to;
    return seekPastCrowd(world, { robots: step.robots, parked, column, row });
  }
  if (step.type === 'hold') parked[step.robot] = step.keys;
  return [press(world, runOf(step, parked))];
}

function runOf(step: Exclude<PlanStep, { type: 'go' }>, parked: readonly [number, number]): KeyRun {
  if (step.type === 'press') return step.run;
  return { held: joinHeld(parked), steps: step.type === 'wait' ? step.steps : bending };
}

function press(world: World, run: KeyRun): KeyRun {
  simulateRuns(world, [run]);
  return run;
}

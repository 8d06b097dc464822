import { messageOf } from '../../lib/message-of.ts';
import { joinHeld } from '../../tandem/world/robot/keys.ts';
import type { World } from '../../tandem/world/world.ts';
import { joinRuns, type KeyRun } from './key-runs.ts';
import { type PlanStep, readPlanLine } from './read-plan.ts';
import { seekPast } from './seek-past.ts';
import { simulateRuns } from './simulate-runs.ts';

/** Steps before the first key: a loop may make its first one before anybody can have pressed any. */
const settling = 6;
/** Steps in which a robot crouches, or stands up. */
const bending = 4;

/** Plays a level by a plan, see `readPlanLine`, and returns the keys. Throws an Error that names the line which does not work. */
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

/** `parked`: what each robot is told while it does not go. */
function follow(world: World, step: PlanStep, parked: [number, number]): KeyRun[] {
  if (step.what === 'go') {
    const { exit } = world.level;
    const [column, row] = step.to === 'exit' ? [Math.floor(exit!.x), Math.floor(exit!.y)] : step.to;
    return seekPast(world, { robots: step.robots, parked, column, row });
  }
  if (step.what === 'hold') parked[step.robot] = step.keys;
  return [press(world, runOf(step, parked))];
}

function runOf(step: Exclude<PlanStep, { what: 'go' }>, parked: readonly [number, number]): KeyRun {
  if (step.what === 'press') return step.run;
  return { held: joinHeld(parked), steps: step.what === 'wait' ? step.steps : bending };
}

function press(world: World, run: KeyRun): KeyRun {
  simulateRuns(world, [run]);
  return run;
}

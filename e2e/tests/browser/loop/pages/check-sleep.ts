import { shiftedClock } from './shifted-clock.ts';
import { steppedLoop } from './stepped-loop.ts';

/** A simulation whose thread has slept for a minute without any event. */
export interface SleepReport {
  /** Number of steps in the first turn after the sleep. */
  readonly steps: number;
  /** Longest elapsed time of an update in ms. */
  readonly longest: number;
}

export async function checkSleep(): Promise<SleepReport> {
  const jump = shiftedClock();
  const { loop, stepsByTurn, elapsed, turns } = steppedLoop();
  await turns(3);
  const before = stepsByTurn.length;
  jump(60_000);
  await turns(3);
  loop.dispose();
  return { steps: stepsByTurn[before]!, longest: Math.max(...elapsed) };
}

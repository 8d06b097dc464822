import { shiftedClock } from './shifted-clock.ts';
import { steppedLoop } from './stepped-loop.ts';

/** What a simulation does in a page that is hidden for a minute. */
export interface HidingReport {
  /** Turns with steps while it was hidden. */
  readonly turnsWhileHidden: number;
  /** Steps in the first turn after. */
  readonly stepsOnReturn: number;
  /** Longest time in ms that an entity was given in one update. */
  readonly longest: number;
}

export async function checkHiding(): Promise<HidingReport> {
  const jump = shiftedClock();
  const { loop, stepsByTurn, elapsed, turns } = steppedLoop();
  await turns(3);

  setVisibility('hidden');
  const hiddenAt = stepsByTurn.length;
  await pictures(10);
  const turnsWhileHidden = stepsByTurn.length - hiddenAt;
  jump(60_000);

  setVisibility('visible');
  const shownAt = stepsByTurn.length;
  await turns(3);
  loop.dispose();
  return { turnsWhileHidden, stepsOnReturn: stepsByTurn[shownAt]!, longest: Math.max(...elapsed) };
}

/** A headless page is visible all the time, so it has to be told. */
function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

async function pictures(count: number): Promise<void> {
  for (let left = count; left > 0; left--) await new Promise(requestAnimationFrame);
}

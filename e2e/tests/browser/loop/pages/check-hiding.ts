import { shiftedClock } from './shifted-clock.ts';
import { steppedLoop } from './stepped-loop.ts';

/** A simulation in a page that is hidden for a minute. */
export interface HidingReport {
  /** Turns with steps while the page was hidden. */
  readonly turnsWhileHidden: number;
  /** Steps in the first turn after the page became visible. */
  readonly stepsOnReturn: number;
  /** Longest elapsed time of an update in ms. */
  readonly longest: number;
}

export async function checkHiding(): Promise<HidingReport> {
  const jump = shiftedClock();
  const { loop, stepsByTurn, elapsed, turns } = steppedLoop();
  await turns(3);

  setVisibility('hidden');
  const hiddenAt = stepsByTurn.length;
  await frames(10);
  const turnsWhileHidden = stepsByTurn.length - hiddenAt;
  jump(60_000);

  setVisibility('visible');
  const shownAt = stepsByTurn.length;
  await turns(3);
  loop.dispose();
  return { turnsWhileHidden, stepsOnReturn: stepsByTurn[shownAt]!, longest: Math.max(...elapsed) };
}

/** Simulates a change of visibility, because a headless page is always visible. */
function setVisibility(state: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

async function frames(count: number): Promise<void> {
  for (let remaining = count; remaining > 0; remaining--) await new Promise(requestAnimationFrame);
}

import { definition } from '../../lib/definition.ts';
import { element } from '../../lib/element.ts';
import type { Best } from './progress.ts';
import { formatTime, isWithinPar } from './time.ts';

export interface Win {
  readonly title: string;
  readonly result: Best;
  /** The best until now, this time included. */
  readonly best: Best;
  readonly isBest: boolean;
  /** Seconds in which a good player is through. */
  readonly par: number;
  /** Gems that the level has. */
  readonly gems: number;
  /** Whether a level follows. */
  readonly goesOn: boolean;
}

/** Says how a level was finished. */
export function fillWinScreen({ title, result, best, isBest, par, gems, goesOn }: Win): void {
  element('won-title', HTMLElement).textContent = title;
  element('next-level', HTMLButtonElement).hidden = !goesOn;
  const rows: readonly (readonly [string, string])[] = [
    ['Time', `${formatTime(result.steps)} · ${isBest ? 'best so far' : `best ${formatTime(best.steps)}`}`],
    ['Par', formatTime(60 * par) + (isWithinPar(result.steps, par) ? ' ★' : '')],
    ['Gems', `${result.gems} of ${gems}`],
    ['Falls', String(result.falls)],
  ];
  element('won-figures', HTMLElement).replaceChildren(
    ...rows.flatMap(([name, value]) => definition(name, value)),
  );
}

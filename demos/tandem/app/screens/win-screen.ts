import { definition } from '../../../lib/definition.ts';
import { element } from '../../../lib/element.ts';
import type { Best } from '../store/progress.ts';
import { formatSeconds, formatTime, isWithinPar } from '../time.ts';

/** The contents of the win screen. */
export interface Win {
  readonly title: string;
  readonly result: Best;
  /** The best results, including this one. */
  readonly best: Best;
  readonly isBest: boolean;
  /** Time of a good player in seconds. */
  readonly par: number;
  /** Number of gems in the level. */
  readonly gems: number;
  /** Whether there is a next level. */
  readonly hasNext: boolean;
  /** Whether the run can be watched, shared and saved. */
  readonly hasRun: boolean;
}

/** Shows the result of a finished level. */
export function fillWinScreen({ title, result, best, isBest, par, gems, hasNext, hasRun }: Win): void {
  element('won-title', HTMLElement).textContent = title;
  element('next-level', HTMLButtonElement).hidden = !hasNext;
  for (const id of ['watch', 'share', 'save']) element(id, HTMLButtonElement).hidden = !hasRun;
  const rows: readonly (readonly [string, string])[] = [
    [
      'Time',
      `${formatTime(result.steps)} · ${isBest ? 'your best so far' : `your best is ${formatTime(best.steps)}`}`,
    ],
    ['Par time', formatSeconds(par) + (isWithinPar(result.steps, par) ? ' ★' : '')],
    ['Gems', `${result.gems} of ${gems}`],
    ['Falls', String(result.falls)],
  ];
  element('won-figures', HTMLElement).replaceChildren(
    ...rows.flatMap(([name, value]) => definition(name, value)),
  );
}

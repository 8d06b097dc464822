import type { CatalogEntry } from '../../game/levels/catalog.ts';
import type { Best, Progress } from '../store/progress.ts';
import { formatSeconds, formatTime, isWithinPar } from '../time.ts';
import { thumbnailOf } from './thumbnail.ts';

/** Fills a list of levels. `play` is called with the level that the player chooses. */
export function fillLevelList(
  list: HTMLElement,
  levels: readonly CatalogEntry[],
  progress: Progress,
  play: (level: CatalogEntry) => void,
): void {
  const cards = levels.map((entry) => {
    const best = progress.bestOf(entry.id);
    const button = document.createElement('button');
    button.type = 'button';
    button.classList.toggle('done', best !== undefined);
    button.append(
      thumbnailOf(entry),
      span('number', String(entry.number)),
      span('name', entry.text.title),
      span('idea', entry.text.idea),
      span('times', describe(best, entry)),
    );
    button.addEventListener('click', () => play(entry));
    const item = document.createElement('li');
    item.append(button);
    return item;
  });
  list.replaceChildren(...cards);
}

function describe(best: Best | undefined, entry: CatalogEntry): string {
  const par = `par ${formatSeconds(entry.text.par)}`;
  if (best === undefined) return par;
  const star = isWithinPar(best.steps, entry.text.par) ? ' ★' : '';
  return `${par} · best ${formatTime(best.steps)}${star} · ${best.gems}/${gemsIn(entry)} ◆`;
}

/** The levels with a flood of enemies. */
export function floodsOf(levels: readonly CatalogEntry[]): CatalogEntry[] {
  return levels.filter(({ text }) => [...text.legend.values()].some(({ type }) => type === 'swarm'));
}

/** Index of the first level that is not finished yet; if all are finished, of the last one. */
export function nextLevel(catalog: readonly CatalogEntry[], progress: Progress): number {
  const next = catalog.findIndex(({ id }) => progress.bestOf(id) === undefined);
  return next < 0 ? catalog.length - 1 : next;
}

/** Number of gems in a level. */
export function gemsIn({ text }: CatalogEntry): number {
  return text.rows.join('').split('*').length - 1;
}

function span(className: string, textContent: string): HTMLElement {
  return Object.assign(document.createElement('span'), { className, textContent });
}

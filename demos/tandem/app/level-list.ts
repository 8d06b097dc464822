import type { CatalogEntry } from '../game/levels/catalog.ts';
import type { Best, Progress } from './progress.ts';
import { formatTime, isWithinPar } from './time.ts';

/**
 * Fills the list of levels. `play` is called with the index of the level that the player chooses.
 */
export function fillLevelList(
  list: HTMLElement,
  catalog: readonly CatalogEntry[],
  progress: Progress,
  play: (index: number) => void,
): void {
  const cards = catalog.map((entry, i) => {
    const best = progress.bestOf(entry.id);
    const button = document.createElement('button');
    button.type = 'button';
    button.classList.toggle('done', best !== undefined);
    button.append(
      span('number', String(i + 1)),
      span('name', entry.text.title),
      span('best', best === undefined ? '' : describe(best, entry)),
    );
    button.addEventListener('click', () => play(i));
    const item = document.createElement('li');
    item.append(button);
    return item;
  });
  list.replaceChildren(...cards);
}

function describe({ gems, steps }: Best, entry: CatalogEntry): string {
  const star = isWithinPar(steps, entry.text.par) ? ' ★' : '';
  return `${formatTime(steps)}${star} · ${gems}/${gemsIn(entry)} ◆`;
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

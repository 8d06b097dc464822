import { excerptOf } from './excerpt.ts';
import { type Revision, revisions } from './revisions.ts';
import type { Change } from './word-diff.ts';

/** A revision and its list item. */
export interface Row {
  readonly revision: Revision;
  readonly item: HTMLElement;
}

/** Callbacks of the list. */
export interface ListListener {
  /** An empty row is now visible, or at most one screen away. */
  entered(row: Row): void;
  /** The row was scrolled away or hidden before it was filled. */
  left(row: Row): void;
  /** Rows have entered, left or moved. */
  changed(): void;
}

const list = document.querySelector('ol')!;
const search = document.querySelector<HTMLInputElement>('#search')!;
const counts = { shown: 0, waiting: 0, done: 0, dropped: 0 };

/** Shows all rows, and hides those that do not match the filter. */
export class List {
  #rows = revisions(3000).map(rowOf);
  #byItem = new Map<Element, Row>(this.#rows.map((row) => [row.item, row]));
  #listener: ListListener;
  // With the document as its root, the margin also counts if the page is in a frame.
  #observer = new IntersectionObserver((entries) => this.#report(entries), {
    root: document,
    rootMargin: '100% 0px',
  });

  constructor(listener: ListListener) {
    this.#listener = listener;
    list.append(...this.#rows.map(({ item }) => item));
    for (const { item } of this.#rows) this.#observer.observe(item);
    addEventListener('scroll', () => listener.changed(), { passive: true });
    search.addEventListener('input', () => {
      scrollTo(0, 0);
      this.#showMatches();
    });
    this.#showMatches();
  }

  /** Fills a row with its changes. */
  fill({ item }: Row, changes: readonly Change[]): void {
    item.querySelector('p')!.replaceChildren(...excerptOf(changes));
    item.classList.add('filled');
    this.#observer.unobserve(item);
    counts.done++;
  }

  #report(entries: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) {
      const row = this.#byItem.get(target)!;
      if (isIntersecting) this.#listener.entered(row);
      else this.#listener.left(row);
    }
    this.#listener.changed();
  }

  #showMatches(): void {
    const pattern = search.value.toLowerCase();
    counts.shown = 0;
    for (const { item } of this.#rows) {
      item.hidden = !item.querySelector('h2')!.textContent.toLowerCase().includes(pattern);
      counts.shown += Number(!item.hidden);
    }
    this.#listener.changed();
  }
}

/** Distance of the middle of a row from the middle of the screen in pixels. */
export function distanceOf({ item }: Row): number {
  const { bottom, top } = item.getBoundingClientRect();
  return Math.abs((top + bottom) / 2 - innerHeight / 2);
}

/** Shows the number of waiting rows, and of rows that were dropped while they waited. */
export function showCounts(waiting: number, dropped: number): void {
  Object.assign(counts, { waiting, dropped });
  for (const [name, count] of Object.entries(counts)) {
    document.querySelector(`#${name}`)!.textContent = count.toLocaleString('en');
  }
}

function rowOf(revision: Revision): Row {
  const item = document.createElement('li');
  const title = document.createElement('h2');
  title.textContent = `${revision.number + 1} · ${revision.author}: ${revision.subject}`;
  item.append(title, document.createElement('p'));
  return { revision, item };
}

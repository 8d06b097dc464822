import { EventLoop, Task } from '@doha/loop';
import { excerptOf } from './excerpt.ts';
import { type Revision, revisions, textsOf } from './revisions.ts';
import { wordDiff } from './word-diff.ts';

/** A revision, its list item, and the task that fills the item. */
interface Row {
  readonly revision: Revision;
  readonly item: HTMLElement;
  readonly task: Task;
}

const list = document.querySelector('ol')!;
const search = document.querySelector<HTMLInputElement>('#search')!;
const counts = { shown: 0, waiting: 0, done: 0, dropped: 0 };

const loop = new EventLoop();
const rows = revisions(3000).map(rowOf);
const byItem = new Map<Element, Row>(rows.map((row) => [row.item, row]));
const waiting = new Set<Row>();

// Rows that are visible, or at most one screen away, wait to be filled.
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) waiting.add(byItem.get(target)!);
      else drop(byItem.get(target)!);
    }
    rank();
  },
  { rootMargin: '100% 0px' },
);

list.append(...rows.map(({ item }) => item));
for (const { item } of rows) observer.observe(item);
addEventListener('scroll', rank, { passive: true });
search.addEventListener('input', () => {
  scrollTo(0, 0);
  showMatches();
});
showMatches();

/** Submits all waiting rows, or updates their priorities: rows near the middle of the screen come first. */
function rank(): void {
  for (const { item, task } of waiting) {
    const { bottom, top } = item.getBoundingClientRect();
    loop.submit(task, -Math.abs((top + bottom) / 2 - innerHeight / 2));
  }
  showCounts();
}

/** Cancels the work of a row that was scrolled away or hidden. */
function drop(row: Row): void {
  waiting.delete(row);
  if (loop.cancel(row.task)) counts.dropped++;
}

/** Fills a row. This takes some ms, in steps; input and more important rows can run between two steps. */
function* fill(row: Row): Generator {
  const { after, before } = textsOf(row.revision);
  yield;
  const changes = yield* wordDiff(before, after);
  row.item.querySelector('p')!.replaceChildren(...excerptOf(changes));
  row.item.classList.add('filled');
  observer.unobserve(row.item);
  waiting.delete(row);
  counts.done++;
  showCounts();
}

function showMatches(): void {
  const pattern = search.value.toLowerCase();
  counts.shown = 0;
  for (const { item } of rows) {
    item.hidden = !item.querySelector('h2')!.textContent.toLowerCase().includes(pattern);
    counts.shown += Number(!item.hidden);
  }
  rank();
}

function showCounts(): void {
  counts.waiting = waiting.size;
  for (const [name, count] of Object.entries(counts)) {
    document.querySelector(`#${name}`)!.textContent = count.toLocaleString('en');
  }
}

function rowOf(revision: Revision): Row {
  const item = document.createElement('li');
  const title = document.createElement('h2');
  title.textContent = `${revision.number + 1} · ${revision.author}: ${revision.subject}`;
  item.append(title, document.createElement('p'));
  const row: Row = { revision, item, task: new Task(() => fill(row)) };
  return row;
}

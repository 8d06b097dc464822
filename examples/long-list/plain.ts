import { distanceOf, List, type Row, showCounts } from './list.ts';
import { textsOf } from './revisions.ts';
import { type Change, wordDiff } from './word-diff.ts';

/** The rows that wait to be filled. */
const waiting = new Set<Row>();
let isRequested = false;
let dropped = 0;

const list = new List({
  entered: (row) => waiting.add(row),
  left: (row) => (dropped += Number(waiting.delete(row))),
  changed: request,
});

/** Asks the browser for idle time if rows wait. */
function request(): void {
  showCounts(waiting.size, dropped);
  if (isRequested || waiting.size === 0) return;
  isRequested = true;
  requestIdle((deadline) => {
    isRequested = false;
    fillRows(deadline);
    request();
  });
}

/** Fills at least one row, and more of them while idle time is left. Rows near the middle of the screen come first. */
function fillRows(deadline: Pick<IdleDeadline, 'timeRemaining'>): void {
  do {
    const [row] = [...waiting].toSorted((one, other) => distanceOf(one) - distanceOf(other));
    if (row === undefined) return;
    const { after, before } = textsOf(row.revision);
    list.fill(row, changesOf(before, after));
    waiting.delete(row);
  } while (deadline.timeRemaining() > 0);
}

function changesOf(before: readonly string[], after: readonly string[]): Change[] {
  const steps = wordDiff(before, after);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Safari has no `requestIdleCallback`. */
function requestIdle(callback: (deadline: Pick<IdleDeadline, 'timeRemaining'>) => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(callback);
  else setTimeout(() => callback({ timeRemaining: () => 0 }));
}

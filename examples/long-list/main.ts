import { EventLoop, Task } from '@doha/loop';
import { distanceOf, List, type Row, showCounts } from './list.ts';
import { textsOf } from './revisions.ts';
import { wordDiff } from './word-diff.ts';

const loop = new EventLoop();
/** The rows that wait to be filled, and their tasks. */
const waiting = new Map<Row, Task>();
let dropped = 0;

const list = new List({
  entered: (row) => waiting.set(row, new Task(() => fill(row))),
  left: drop,
  changed: rank,
});

/** Submits all waiting rows, or updates their priorities: rows near the middle of the screen come first. */
function rank(): void {
  for (const [row, task] of waiting) loop.submit(task, -distanceOf(row));
  showCounts(waiting.size, dropped);
}

/** Cancels the work of a row that was scrolled away or hidden. */
function drop(row: Row): void {
  const task = waiting.get(row);
  if (task !== undefined && loop.cancel(task)) dropped++;
  waiting.delete(row);
}

/** Fills a row. This takes some ms, in steps; input and more important rows can run between two steps. */
function* fill(row: Row): Generator {
  const { after, before } = textsOf(row.revision);
  yield;
  list.fill(row, yield* wordDiff(before, after));
  waiting.delete(row);
  showCounts(waiting.size, dropped);
}

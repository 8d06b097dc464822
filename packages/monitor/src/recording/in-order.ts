import { grouped } from './grouped.ts';
import type { RemoteEvent, TaskEvent } from './recorded-event.ts';

/** Ms between a callback and its task. In pages that are not isolated, each of their two clocks has an error of up to 1 ms. */
const tolerance = 2;

/** Ms between a callback and its task, if the task has no other callback. The offset of the clock of a busy thread is known less exactly. */
const maxDistance = 10;

/** Cost of a task that is done and has no callback: more than the distances of all callbacks. */
const missing = 1e9;

/** Cost of a callback that is further than {@link maxDistance} from its task: more than a thousand missing callbacks. */
const tooFar = 1e12;

/** Number of tasks with which a callback is compared, on each side of its beginning. */
const reach = 4;

/**
 * Finds the callbacks of tasks. All of them have the same number in the same worker, so the worker had one of these tasks at a time. A callback begins after
 * its task was sent, and before the end of the task is known. It may end later, because the worker sends the result before the callback returns.
 *
 * Times of two threads are not exact, so a callback that seems to begin at the end of a task may belong to the next task. But callbacks begin in the order of
 * their tasks, and a task that is done has a callback. Of all ways to assign the callbacks in order, this function finds one in which the fewest tasks that are
 * done have no callback. Of these, it finds the one with the least sum of distances. The time is proportional to the number of events.
 */
export function inOrder(
  tasks: readonly RemoteEvent[],
  callbacks: readonly TaskEvent[],
): ReadonlyMap<RemoteEvent, readonly TaskEvent[]> {
  const sent = tasks.toSorted((one, other) => one.sent! - other.sent! || one.end - other.end);
  const begun = callbacks
    .filter(({ start }) => tasksNear(sent, start).some((task) => distance(task, start) <= maxDistance))
    .toSorted((one, other) => one.start - other.start || one.end - other.end);
  const indices = leastCost(sent, begun);
  const runs = grouped(
    begun.map((callback, i) => [sent[indices[i]!]!, callback] as const),
    ([task]) => task,
  );
  const callbacksOf = (pairs: readonly (readonly [RemoteEvent, TaskEvent])[]): readonly TaskEvent[] =>
    pairs.map(([, callback]) => callback);
  return new Map([...runs].map(([task, pairs]) => [task, nearest(task, callbacksOf(pairs))]));
}

/** Ms by which a callback that began at `start` seems to begin before its task was sent, or after the end of the task was known. */
function distance({ end, sent }: RemoteEvent, start: number): number {
  return Math.max(0, sent! - start, start - end);
}

/** Returns the callbacks within {@link tolerance}. If there are none, returns those within {@link maxDistance}. */
function nearest(task: RemoteEvent, callbacks: readonly TaskEvent[]): readonly TaskEvent[] {
  const within = (limit: number): readonly TaskEvent[] =>
    callbacks.filter(({ start }) => distance(task, start) <= limit);
  const near = within(tolerance);
  return near.length > 0 ? near : within(maxDistance);
}

function tasksNear(tasks: readonly RemoteEvent[], time: number): readonly RemoteEvent[] {
  const after = firstAfter(tasks, time);
  return tasks.slice(Math.max(0, after - reach), after + reach);
}

/** Returns the index of the first task that was sent after a time, by binary search. */
function firstAfter(tasks: readonly RemoteEvent[], time: number): number {
  let [low, high] = [0, tasks.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (tasks[middle]!.sent! > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The choices for a callback: the tasks from the index `first` on. */
interface Choices {
  readonly first: number;
  /** For each task, the least cost of this and all earlier callbacks. */
  readonly costs: readonly number[];
  /** For each task, the index of the task of the callback before, at this cost. */
  readonly before: readonly number[];
}

/** Returns the index of the task of each callback, by dynamic programming. */
function leastCost(tasks: readonly RemoteEvent[], callbacks: readonly TaskEvent[]): readonly number[] {
  const done = [0]; // number of tasks before each index that are done
  for (const { status } of tasks) done.push(done.at(-1)! + (status === 'done' ? 1 : 0));
  // Cost of the tasks between two callbacks. The index before the first callback is -1.
  const skipped = (from: number, to: number): number => missing * (done[to]! - done[from + 1]!);

  const all: Choices[] = [{ first: -1, costs: [0], before: [-1] }];
  for (const { start } of callbacks) all.push(choices(tasks, start, all.at(-1)!, skipped));

  const last = all.at(-1)!;
  const totals = last.costs.map((cost, i) => cost + skipped(last.first + i, tasks.length));
  let index = last.first + totals.lastIndexOf(Math.min(...totals));
  const indices: number[] = [];
  for (const { before, first } of all.slice(1).toReversed()) {
    indices.push(index);
    index = before[index - first]!;
  }
  return indices.toReversed();
}

function choices(
  tasks: readonly RemoteEvent[],
  start: number,
  previous: Choices,
  skipped: (from: number, to: number) => number,
): Choices {
  const after = firstAfter(tasks, start);
  const first = Math.max(0, after - reach);
  const costs: number[] = [];
  const before: number[] = [];
  for (const [i, task] of tasksNear(tasks, start).entries()) {
    const index = first + i;
    let [cost, from] = [Infinity, index];
    for (const [k, earlier] of previous.costs.entries()) {
      const other = previous.first + k;
      if (other > index) break;
      const total = other === index ? earlier : earlier + skipped(other, index);
      if (total < cost) [cost, from] = [total, other];
    }
    const apart = distance(task, start);
    costs.push(cost + (apart > maxDistance ? tooFar : apart));
    before.push(from);
  }
  return { first, costs, before };
}

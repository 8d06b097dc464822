import { grouped } from './grouped.ts';
import type { MessageEvent, ReceiptEvent, RecordedEvent, RemoteEvent, TaskEvent } from './recorded-event.ts';

/** The events of workers that belong to tasks of pools: for each task, its callback or the steps of its generator, in the order in which they began. */
export type Runs = ReadonlyMap<RemoteEvent, readonly TaskEvent[]>;

/** Ms by which a callback may seem to begin before its task was sent, or after the end of the task was known: times of two threads may differ by the error of their clocks. */
const tolerance = 2;

/**
 * Finds the callback of each task of a pool in the events of its worker. A worker uses the number of a task again for a later one, so the time decides: a
 * callback begins after its task was sent, and before the end of the task is known. A callback may end after the end of its task is known, because the
 * worker sends the result before the callback returns.
 */
export function runsOf(events: readonly RecordedEvent[]): Runs {
  const sent = events.filter((event) => event.kind === 'remote').filter((event) => event.sent !== undefined);
  const inOrder = sent.toSorted((one, other) => one.sent! - other.sent!);
  const tasks = grouped(inOrder, ({ id, worker }) => keyOf(id!, worker!));
  const runs = new Map<RemoteEvent, TaskEvent[]>(sent.map((task) => [task, []]));
  for (const event of events) {
    if (event.kind !== 'task' || event.id === undefined) continue;
    const task = nearest(tasks.get(keyOf(event.id, event.thread)) ?? [], event);
    if (task !== undefined) runs.get(task)!.push(event);
  }
  return runs;
}

function keyOf(id: number, name: string): string {
  return `${id} ${name}`;
}

/**
 * Returns the task of a callback: the one that the worker had when the callback began, or the nearest one within {@link tolerance}. `tasks`: in the order in
 * which they were sent. With a coarse clock, a callback may seem to begin before its task was sent. So the distance to the earlier task is measured from the
 * end of the callback.
 */
function nearest(tasks: readonly RemoteEvent[], { end, start }: TaskEvent): RemoteEvent | undefined {
  const after = firstAfter(tasks, start);
  const [last, next] = [tasks[after - 1], tasks[after]];
  if (last !== undefined && start < last.end) return last;
  const since = last === undefined ? Infinity : end - last.end;
  const until = next === undefined ? Infinity : next.sent! - start;
  if (until < since) return until > tolerance ? undefined : next;
  return last === undefined || start - last.end > tolerance ? undefined : last;
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

/** The receipt of each message. */
export type Receipts = ReadonlyMap<MessageEvent, ReceiptEvent>;

/** Finds the receipts of messages: events of the other endpoint with the same session and number. The two endpoints of a session number their messages independently. */
export function receiptsOf(events: readonly RecordedEvent[]): Receipts {
  const received = events.filter((event) => event.kind === 'receipt');
  const byMessage = grouped(received, ({ id, name }) => keyOf(id, name));
  const receipts = new Map<MessageEvent, ReceiptEvent>();
  for (const event of events) {
    if (event.kind !== 'message' || event.id === undefined) continue;
    const receipt = byMessage
      .get(keyOf(event.id, event.name))
      ?.find(({ endpoint, thread }) => endpoint !== event.endpoint || thread !== event.thread);
    if (receipt !== undefined) receipts.set(event, receipt);
  }
  return receipts;
}

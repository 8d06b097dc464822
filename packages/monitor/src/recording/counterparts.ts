import { grouped } from './grouped.ts';
import { isSharedName, mayBeSameSession, sharedSessionName } from './session-names.ts';
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

/**
 * Finds the receipts of messages: events of the other endpoint with the same session and number. The two endpoints of a session number their messages
 * independently. Several sessions of a server may share a name, see `sharedSessionName`: the time then decides.
 */
export function receiptsOf(events: readonly RecordedEvent[]): Receipts {
  const sessions = new Map<string, string>();
  const sessionOf = (name: string): string => {
    const session = sessions.get(name) ?? sharedSessionName(name);
    sessions.set(name, session);
    return session;
  };
  const received = events.filter((event) => event.kind === 'receipt');
  const byMessage = grouped(received, ({ id, name }) => keyOf(id, sessionOf(name)));
  const receipts = new Map<MessageEvent, ReceiptEvent>();
  for (const event of events) {
    if (event.kind !== 'message' || event.id === undefined) continue;
    const receipt = receiptAmong(byMessage.get(keyOf(event.id, sessionOf(event.name))) ?? [], event);
    if (receipt !== undefined) receipts.set(event, receipt);
  }
  return receipts;
}

/** Returns the receipt of a message: of those that are possible, one with the session's own name, and of several the one that arrived nearest to the time of sending. */
function receiptAmong(receipts: readonly ReceiptEvent[], message: MessageEvent): ReceiptEvent | undefined {
  const possible = receipts.filter(
    ({ endpoint, name, thread }) =>
      (endpoint !== message.endpoint || thread !== message.thread) && mayBeSameSession(name, message.name),
  );
  const named = isSharedName(message.name) ? [] : possible.filter(({ name }) => name === message.name);
  const [first, ...others] = named.length > 0 ? named : possible;
  if (first === undefined) return undefined;
  return others.reduce((best, one) => (delay(message, one) < delay(message, best) ? one : best), first);
}

/** Ms between the arrival at a receipt and the time in which the message was on its way; 0 if it arrived in that time. */
function delay({ end, sent }: MessageEvent, { start }: ReceiptEvent): number {
  return Math.max(0, sent! - start, start - end);
}

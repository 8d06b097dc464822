import { grouped } from './grouped.ts';
import { inOrder } from './in-order.ts';
import { isSharedName, mayBeSameSession, sharedSessionName } from './session-names.ts';
import type { MessageEvent, ReceiptEvent, RecordedEvent, RemoteEvent, TaskEvent } from './recorded-event.ts';

/** The events of workers that belong to tasks of pools: for each task, its callback or the steps of its generator, in the order in which they began. */
export type Runs = ReadonlyMap<RemoteEvent, readonly TaskEvent[]>;

/**
 * Finds the callbacks of each task of a pool in the events of its worker. A worker uses the number of a task again for a later one. Then the time and the
 * order of the tasks decide, see {@link inOrder}.
 */
export function runsOf(events: readonly RecordedEvent[]): Runs {
  const sent = events.filter((event) => event.kind === 'remote').filter((event) => event.sent !== undefined);
  const callbacks = events.filter((event) => event.kind === 'task').filter(({ id }) => id !== undefined);
  const callbacksOf = grouped(callbacks, ({ id, thread }) => keyOf(id!, thread));
  const runs = new Map<RemoteEvent, readonly TaskEvent[]>(sent.map((task) => [task, []]));
  for (const [key, tasks] of grouped(sent, ({ id, worker }) => keyOf(id!, worker!)))
    for (const [task, callbacksOfTask] of inOrder(tasks, callbacksOf.get(key) ?? []))
      runs.set(task, callbacksOfTask);
  return runs;
}

function keyOf(id: number, name: string): string {
  return `${id} ${name}`;
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

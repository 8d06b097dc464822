import { grouped } from './grouped.ts';
import { inOrder } from './in-order.ts';
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

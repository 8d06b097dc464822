import type { MessageEvent, ReceiptEvent, RecordedEvent, RemoteEvent, TaskEvent } from './recorded-event.ts';

/** The events of workers that belong to tasks of pools: for each task, its callback or the steps of its generator, in the order in which they began. */
export type Runs = ReadonlyMap<RemoteEvent, readonly TaskEvent[]>;

/** A callback and its task, with the time by which they are compared. */
interface Part {
  readonly time: number;
  readonly event: RemoteEvent | TaskEvent;
}

/**
 * Finds the callback of each task of a pool in the events of its worker. A worker uses the number of a task again for a later one, so a callback belongs to
 * the last task of this number that was sent before the middle of the callback. The middle is used because times of two threads may differ slightly.
 */
export function runsOf(events: readonly RecordedEvent[]): Runs {
  const parts = new Map<string, Part[]>(); // by the thread and the number of the task there
  const add = (thread: string, id: number, part: Part): void => {
    const key = `${id} ${thread}`;
    const same = parts.get(key);
    if (same === undefined) parts.set(key, [part]);
    else same.push(part);
  };
  for (const event of events) {
    if (event.kind === 'task' && event.id !== undefined)
      add(event.thread, event.id, { time: (event.start + event.end) / 2, event });
    if (event.kind === 'remote' && event.worker !== undefined)
      add(event.worker, event.id!, { time: event.sent!, event });
  }
  const runs = new Map<RemoteEvent, TaskEvent[]>();
  for (const same of parts.values()) {
    let last: RemoteEvent | undefined;
    for (const { event } of same.toSorted((one, other) => one.time - other.time)) {
      if (event.kind === 'remote') runs.set((last = event), []);
      else if (last !== undefined && event.start <= last.end) runs.get(last)!.push(event);
    }
  }
  return runs;
}

/** The receipt of each message that was received in another thread. */
export type Receipts = ReadonlyMap<MessageEvent, ReceiptEvent>;

/** Finds the receipts of messages: events of another thread with the same session and number. The two endpoints of a session number their messages independently. */
export function receiptsOf(events: readonly RecordedEvent[]): Receipts {
  const byMessage = new Map<string, ReceiptEvent[]>();
  for (const event of events) {
    if (event.kind !== 'receipt') continue;
    const key = `${event.id} ${event.name}`;
    const same = byMessage.get(key);
    if (same === undefined) byMessage.set(key, [event]);
    else same.push(event);
  }
  const receipts = new Map<MessageEvent, ReceiptEvent>();
  for (const event of events) {
    if (event.kind !== 'message' || event.id === undefined) continue;
    const receipt = byMessage.get(`${event.id} ${event.name}`)?.find(({ thread }) => thread !== event.thread);
    if (receipt !== undefined) receipts.set(event, receipt);
  }
  return receipts;
}

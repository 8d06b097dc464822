import type { RecordedEvent } from './recorded-event.ts';

/** The events of each thread, in their order. */
export function eventsByThread(
  events: readonly RecordedEvent[],
): ReadonlyMap<string, readonly RecordedEvent[]> {
  const threads = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const ofThread = threads.get(event.thread);
    if (ofThread === undefined) threads.set(event.thread, [event]);
    else ofThread.push(event);
  }
  return threads;
}

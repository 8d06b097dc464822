import { grouped } from './grouped.ts';
import type { RecordedEvent } from './recorded-event.ts';

/** The events of each thread, in their order. */
export function eventsByThread(
  events: readonly RecordedEvent[],
): ReadonlyMap<string, readonly RecordedEvent[]> {
  return grouped(events, ({ thread }) => thread);
}

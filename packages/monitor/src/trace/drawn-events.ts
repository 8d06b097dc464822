import { byTime } from '../recording/recording-data.ts';
import type { RecordedEvent } from '../recording/recorded-event.ts';

/** An event as it is drawn. `waited`: of a task of a pool or a message, the time in ms in the queue, which is not drawn. */
export type DrawnEvent = RecordedEvent & { readonly waited?: number };

/**
 * Returns the events as they are drawn. A task of a pool or a message of a session begins when it was sent, because thousands may wait in the queue at once;
 * if it was not sent, it is left out. `events`, and the result: in the order of a recording.
 */
export function drawnEvents(events: readonly RecordedEvent[]): readonly DrawnEvent[] {
  if (!events.some(({ kind }) => kind === 'remote' || kind === 'message')) return events;
  const drawn = events.flatMap((event): readonly DrawnEvent[] => {
    if (event.kind !== 'remote' && event.kind !== 'message') return [event];
    if (event.sent === undefined) return [];
    // The end may seem to precede the time at which it was sent, if the clock was set back.
    const end = Math.max(event.end, event.sent);
    return [{ ...event, start: event.sent, end, waited: event.sent - event.start }];
  });
  return drawn.toSorted(byTime);
}

/** Returns the time in ms that becomes 0 in a trace, because files cannot contain negative times. `events`: from {@link drawnEvents}. */
export function originOf(events: readonly DrawnEvent[]): number {
  return Math.min(0, events[0]?.start ?? 0);
}

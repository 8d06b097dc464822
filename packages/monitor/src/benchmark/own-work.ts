import type { RecordedEvent, SpanEvent } from '../recording/recorded-event.ts';
import { isCallback } from '../recording/work-event.ts';

/** A span whose end is moved. */
type ShortenedSpan = { -readonly [Member in keyof SpanEvent]: SpanEvent[Member] };

/** Whether the thread works, or knows of work, at the time of an event. For a task of a pool, and for a message, the thread only waits. */
export function isOfThread({ kind }: RecordedEvent): boolean {
  return kind !== 'remote' && kind !== 'message' && kind !== 'receipt';
}

/**
 * Returns the events of a thread so that no time counts twice. A span within a callback or another span is absent, since it is part of it. Any other span is
 * shortened by the time of the callbacks within it. `events`: all of one thread, in the order of a recording.
 */
export function ownWork(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const work: RecordedEvent[] = [];
  let span: ShortenedSpan | undefined; // the last one
  let spanUntil = -Infinity; // its end, before it was shortened
  let calledUntil = -Infinity; // the end of the callbacks so far
  for (const event of events) {
    const { end, kind, start } = event;
    if (kind === 'span' && end <= Math.max(spanUntil, calledUntil)) continue;
    if (kind === 'span') {
      span = { ...event };
      spanUntil = end;
    } else if (isCallback(event)) {
      const within = Math.min(end, spanUntil) - Math.max(start, calledUntil);
      if (span !== undefined && within > 0) span.end -= within;
      calledUntil = Math.max(calledUntil, end);
    }
    work.push(kind === 'span' ? span! : event);
  }
  return work;
}

import type { RecordedEvent, SpanEvent, TaskEvent, TimerEvent } from './recorded-event.ts';

/** A piece of work: a callback of a task or timer, or a span. */
export type WorkEvent = TaskEvent | TimerEvent | SpanEvent;

export function isCallback(event: RecordedEvent): event is TaskEvent | TimerEvent {
  return event.kind === 'task' || event.kind === 'timer';
}

export function isWork(event: RecordedEvent): event is WorkEvent {
  return isCallback(event) || event.kind === 'span';
}

/** Compares the durations of two events. */
export function longestFirst(one: RecordedEvent, other: RecordedEvent): number {
  return other.end - other.start - (one.end - one.start);
}

import type { DrawnEvent } from './drawn-events.ts';

/** Further members of an event, by the names that traces show. */
export type Details = Readonly<Record<string, string | number>>;

/** Returns the members of an event that only events of its kind have. */
export function detailsOf(event: DrawnEvent): Details {
  if (event.kind === 'task') return { priority: event.priority };
  if (event.kind === 'timer') return { 'lateness, ms': event.lateness };
  if (event.kind === 'window') return { updated: event.updated, cancelled: event.cancelled };
  if (event.kind === 'drop') return { reason: event.reason };
  if (event.kind === 'remote')
    return { status: event.status, worker: event.worker ?? 'none', 'in the queue, ms': event.waited ?? 0 };
  if (event.kind === 'message') return { status: event.status, 'in the queue, ms': event.waited ?? 0 };
  if (event.kind === 'receipt') return { size: event.size };
  return event.kind === 'signal' ? { value: event.value } : {};
}

import type { RecordedEvent, TurnEvent } from '../recording/recorded-event.ts';
import { isWork, type WorkEvent } from '../recording/work-event.ts';

/** An event during which its thread ran code that is recorded. */
export type BusyEvent = WorkEvent | TurnEvent;

/** Whether the thread was busy during an event. During a window it may also have been idle between two turns. */
export function isBusy(event: RecordedEvent): event is BusyEvent {
  return isWork(event) || event.kind === 'turn';
}

/** Times in ms that events of a thread took in a period. */
export interface OwnTimes {
  /** For each event its time without the events within it. An event without such time is absent. */
  readonly events: ReadonlyMap<BusyEvent, number>;
  /** Time in which there was no event. */
  readonly rest: number;
}

/**
 * Divides a period among the events of a thread. At each moment the innermost event counts: of those that have begun and not ended, the one that began last.
 * `events`: all of one thread, in the order of a recording.
 */
export function ownTimes(events: readonly RecordedEvent[], from: number, to: number): OwnTimes {
  const times = new Map<BusyEvent, number>();
  const open: BusyEvent[] = [];
  let now = from;
  let rest = 0;
  const advance = (until: number): void => {
    while (now < until) {
      while (open.length > 0 && open.at(-1)!.end <= now) open.pop();
      const innermost = open.at(-1);
      const end = Math.min(until, innermost?.end ?? Infinity);
      if (innermost === undefined) rest += end - now;
      else times.set(innermost, (times.get(innermost) ?? 0) + end - now);
      now = end;
    }
  };
  for (const event of events) {
    if (event.start >= to) break;
    if (event.end <= from || !isBusy(event)) continue;
    advance(Math.min(event.start, to));
    open.push(event);
  }
  advance(to);
  return { events: times, rest };
}

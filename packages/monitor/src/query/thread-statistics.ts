import { eventsByThread } from '../recording/events-by-thread.ts';
import { type RecordingData, dataOf } from '../recording/recording-data.ts';
import { ownTimes } from './own-times.ts';

/** Figures of a thread. Times are in ms. */
export interface ThreadStatistics {
  readonly thread: string;
  /** Number of its events. */
  readonly events: number;
  /** Beginning of its first event. */
  readonly start: number;
  /** End of its last event. */
  readonly end: number;
  /** Time during which it ran tasks, timers, turns or spans. */
  readonly busy: number;
}

/** Returns figures of each thread, in the order of their first events. Throws a TypeError if the argument is not a recording. */
export function threadStatistics(recording: RecordingData): readonly ThreadStatistics[] {
  const { events: all } = dataOf('threadStatistics: recording', recording);
  return Array.from(eventsByThread(all), ([thread, events]) => {
    const start = events[0]!.start;
    const end = events.reduce((latest, event) => Math.max(latest, event.end), start);
    return {
      thread,
      events: events.length,
      start,
      end,
      busy: end - start - ownTimes(events, start, end).rest,
    };
  });
}

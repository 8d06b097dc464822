import { LogHistogram } from '../histogram/log-histogram.ts';
import type { RecordedEvent, TaskEvent, TimerEvent } from './recorded-event.ts';

/** A recording, or a structured clone of one. */
export type RecordingData = Pick<Recording, 'events' | 'lost' | 'origin'>;

/**
 * Events of one or more threads. It does not change when the recorder records more. Structured cloning keeps its members and not its methods, so a thread that has received one
 * by a message calls {@link Recording.merge}.
 */
export class Recording {
  /** The events in the order in which they began. Of events that began at the same time, the longest is the first. */
  readonly events: readonly RecordedEvent[];
  /** Number of earlier events that are missing, because the memory of a recorder was full. */
  readonly lost: number;
  /** Time in ms since the beginning of 1970 (UTC) at which the times of events are 0; 0 for a clock other than `performance`. */
  readonly origin: number;

  constructor(events: readonly RecordedEvent[], lost: number, origin = 0) {
    this.origin = origin;
    this.events = events.toSorted((one, other) => one.start - other.start || other.end - one.end);
    this.lost = lost;
  }

  /**
   * Returns a recording with the events of several ones, for example of several threads. Their times are on the clock of the first recording. Times of different threads of a page or
   * process are as exact as its clock: 5 µs in isolated pages, 100 µs to 1 ms in others, 1 µs in Node. Throws a RangeError if there is no recording.
   */
  static merge(recordings: readonly RecordingData[]): Recording {
    const [first] = recordings;
    if (first === undefined) throw new RangeError('Recording.merge: there must be at least one recording');
    const { origin } = first;
    const events = recordings.flatMap((recording) => {
      const shift = recording.origin - origin;
      return recording.events.map((event) => ({
        ...event,
        start: event.start + shift,
        end: event.end + shift,
      }));
    });
    const lost = recordings.reduce((sum, recording) => sum + recording.lost, 0);
    return new Recording(events, lost, origin);
  }

  /** The callbacks of tasks and timers. */
  get callbacks(): readonly (TaskEvent | TimerEvent)[] {
    return this.events.filter((event) => event.kind === 'task' || event.kind === 'timer');
  }

  /** The longest callbacks of tasks and timers, in descending order of their duration. `count`: the maximum number of them. */
  longest(count: number): readonly (TaskEvent | TimerEvent)[] {
    const durationOf = ({ end, start }: RecordedEvent): number => end - start;
    return this.callbacks.toSorted((one, other) => durationOf(other) - durationOf(one)).slice(0, count);
  }

  /** The callbacks of tasks and timers that took more than `ms`. */
  longerThan(ms: number): readonly (TaskEvent | TimerEvent)[] {
    return this.callbacks.filter(({ end, start }) => end - start > ms);
  }

  /** Run times in ms of the callbacks of each name. */
  runTimes(): ReadonlyMap<string, LogHistogram> {
    const histograms = new Map<string, LogHistogram>();
    for (const { end, name, start } of this.callbacks) {
      const histogram = histograms.get(name) ?? new LogHistogram();
      histograms.set(name, histogram);
      histogram.add(end - start);
    }
    return histograms;
  }
}

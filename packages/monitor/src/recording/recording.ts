import { LogHistogram } from '../histogram/log-histogram.ts';
import type { RecordedEvent, TaskEvent, TimerEvent } from './recorded-event.ts';

/** Events of one or more threads. It does not change when the recorder records more. */
export class Recording {
  /** The events in the order in which they began. Of events that began at the same time, the longest is the first. */
  readonly events: readonly RecordedEvent[];
  /** Number of earlier events that are missing, because the memory of a recorder was full. */
  readonly lost: number;

  constructor(events: readonly RecordedEvent[], lost: number) {
    this.events = events.toSorted((one, other) => one.start - other.start || other.end - one.end);
    this.lost = lost;
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

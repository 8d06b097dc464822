import { checkNumber } from '@doha/loop/options';
import type { RecordedEvent, TimerEvent, WindowEvent } from '../recording/recorded-event.ts';
import { type RecordingData, dataOf } from '../recording/recording-data.ts';

/** A timer that ran late, or a window that ended before all updates were made. */
export type LateFrame = TimerEvent | WindowEvent;

/** Name of the timers with which `everyFrame` makes the steps of its simulation. */
const stepName = 'makeStep';

/** Lateness in ms from which a timer counts as late: the precision of timers that do not ask for a better one. */
const minLateness = 1;

/** Returns the timers that ran more than `ms` late, the latest first. Throws a TypeError or RangeError if an argument is invalid. */
export function lateTimers(recording: RecordingData, ms: number): readonly TimerEvent[] {
  const { events } = dataOf('lateTimers: recording', recording);
  checkNumber('lateTimers: ms', ms);
  return events
    .filter((event) => event.kind === 'timer')
    .filter(({ lateness }) => lateness > ms)
    .toSorted((one, other) => other.lateness - one.lateness);
}

/** Whether a recording has steps of `everyFrame`, which are timers. */
export function hasSteps({ events }: RecordingData): boolean {
  return events.some(isStep);
}

function isStep({ kind, name }: RecordedEvent): boolean {
  return kind === 'timer' && name === stepName;
}

/**
 * Returns the late frames: steps of `everyFrame` that ran more than 1 ms late, the latest first, and then windows with cancelled updates, those with the most first.
 * In a recording without such steps, all timers count as steps. Throws a TypeError if the argument is not a recording.
 */
export function lateFrames(recording: RecordingData): readonly LateFrame[] {
  const checked = dataOf('lateFrames: recording', recording);
  const late = lateTimers(checked, minLateness);
  const windows = checked.events.filter((event) => event.kind === 'window');
  const cancelled = windows.filter((window) => window.cancelled > 0);
  return [
    ...(hasSteps(checked) ? late.filter(isStep) : late),
    ...cancelled.toSorted((one, other) => other.cancelled - one.cancelled),
  ];
}

/**
 * Returns the first of the {@link lateFrames} that were due or running at a time; undefined if there was none. Throws a TypeError or RangeError if an argument
 * is invalid.
 */
export function lateFrameAt(recording: RecordingData, time: number): LateFrame | undefined {
  checkNumber('lateFrameAt: time', time);
  return lateFrames(recording).find((event) => releaseOf(event) <= time && time <= event.end);
}

/** The release time of a timer, and the beginning of other events. */
export function releaseOf(event: RecordedEvent): number {
  return event.kind === 'timer' ? event.start - event.lateness : event.start;
}

/**
 * The time at which an event was to be expected, from the beginnings of the earlier events of its kind, name and thread: the last one, plus the median interval
 * of the last 30. Undefined for fewer than three earlier events.
 */
export function expectedStart({ events }: RecordingData, event: RecordedEvent): number | undefined {
  const starts = events
    .filter(({ kind, name, thread }) => kind === event.kind && name === event.name && thread === event.thread)
    .map(({ start }) => start)
    .filter((start) => start < event.start)
    .slice(-31);
  if (starts.length < 3) return undefined;
  const intervals = starts.slice(1).map((start, i) => start - starts[i]!);
  const median = intervals.toSorted((one, other) => one - other)[Math.floor(intervals.length / 2)]!;
  return Math.min(event.start, starts.at(-1)! + median);
}

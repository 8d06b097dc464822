import type { RecordingData } from '../../recording/recording-data.ts';

/** Times in ms of the first beginning and the last end of the events of a recording. Both are 0 if there are no events. */
export function periodOf({ events }: RecordingData): { readonly start: number; readonly end: number } {
  let end = -Infinity;
  for (const event of events) end = Math.max(end, event.end);
  return events.length === 0 ? { start: 0, end: 0 } : { start: events[0]!.start, end };
}

/** Returns a line about a recording: its length, and its numbers of events, of earlier events that are missing, and of threads. */
export function summaryOf(recording: RecordingData): string {
  const { end, start } = periodOf(recording);
  const threads = new Set(recording.events.map(({ thread }) => thread)).size;
  const count = (number: number, noun: string): string =>
    `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
  return [
    `${((end - start) / 1000).toFixed(1)} s`,
    count(recording.events.length, 'event'),
    ...(recording.lost > 0 ? [`${recording.lost.toLocaleString('en')} earlier ones not kept`] : []),
    count(threads, 'thread'),
  ].join(' · ');
}

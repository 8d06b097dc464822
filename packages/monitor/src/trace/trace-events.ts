import type { RecordedEvent } from '../recording/recorded-event.ts';
import type { Recording } from '../recording/recording.ts';
import { lanesOf } from './lanes.ts';

/** An event of the trace-event format. Times are in µs. */
export interface TraceEvent {
  /** X: an event with a duration, i: a moment, C: a counter, M: a name of a thread. */
  readonly ph: 'X' | 'i' | 'C' | 'M';
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly cat?: string;
  readonly s?: 't';
  readonly args?: Readonly<Record<string, string | number>>;
}

/** A file of the trace-event format, which Perfetto, DevTools and others read. */
export interface TraceFile {
  readonly traceEvents: readonly TraceEvent[];
  readonly displayTimeUnit: 'ms';
}

const process = 1;

/**
 * Returns a recording in the trace-event format (JSON). For long recordings, {@link perfettoTrace} makes files of a tenth of the size.
 */
export function traceEvents(recording: Recording): TraceFile {
  const { events } = recording;
  const threads = new Map<string, number>();
  const lanes = lanesOf(events);
  const rows = new Set([...lanes.map(({ name }) => name), ...events.map(({ thread }) => thread)]);
  for (const name of rows) threads.set(name, threads.size + 1);
  const names = Array.from(threads, ([name, tid]): TraceEvent => {
    return { ph: 'M', name: 'thread_name', pid: process, tid, args: { name } };
  });
  const long = lanes.flatMap((lane) =>
    lane.events.map((event): TraceEvent => {
      const { end, kind, name, start } = event;
      const args = detailsOf(event);
      const [ts, tid] = [microseconds(start), threads.get(lane.name)!];
      return { ph: 'X', name, cat: kind, pid: process, tid, ts, dur: microseconds(end) - ts, args };
    }),
  );
  const others = events.flatMap((event): TraceEvent[] => {
    const { kind, name, start, thread } = event;
    const common = { name, pid: process, tid: threads.get(thread)!, ts: microseconds(start) };
    if (kind === 'signal') return [{ ...common, ph: 'C', args: { [name]: event.value } }];
    if (kind === 'drop') return [{ ...common, ph: 'i', s: 't', cat: kind, args: { reason: event.reason } }];
    return [];
  });
  return { traceEvents: [...names, ...long, ...others], displayTimeUnit: 'ms' };
}

function detailsOf(event: RecordedEvent): Readonly<Record<string, number>> {
  if (event.kind === 'task') return { priority: event.priority };
  if (event.kind === 'window') return { updated: event.updated, cancelled: event.cancelled };
  return event.kind === 'timer' ? { lateness: event.lateness } : {};
}

/** Rounded to ns, because the difference of two times must not be negative after rounding. */
function microseconds(ms: number): number {
  return Math.round(ms * 1e6) / 1000;
}

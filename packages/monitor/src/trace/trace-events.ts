import { type RecordingData, dataOf } from '../recording/recording-data.ts';
import { detailsOf } from './details.ts';
import { type Flow, flowsOf } from './flows.ts';
import { type DrawnEvent, drawnEvents, originOf } from './drawn-events.ts';
import { lanesOf } from './lanes.ts';

/** An event of the trace-event format. Times are in µs. */
export interface TraceEvent {
  /**
   * X: an event with a duration, I: a moment, C: a counter, M: a name of a row, s and f: beginning and end of an arrow. There are no separate beginnings and
   * ends of events (B and E), because DevTools matches them without regard to their rows.
   */
  readonly ph: 'X' | 'I' | 'C' | 'M' | 's' | 'f';
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly cat?: string;
  readonly s?: 't';
  readonly id?: number;
  readonly bp?: 'e';
  readonly args?: Readonly<Record<string, string | number>>;
}

/** A file of the trace-event format, which Perfetto, DevTools and others read. */
export interface TraceFile {
  readonly traceEvents: readonly TraceEvent[];
  readonly displayTimeUnit: 'ms';
}

const pid = 1;

/** The row and the time of an event. */
interface Position {
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
}

/**
 * Returns a recording in the trace-event format (JSON). For long recordings, `perfettoTrace` makes files of less than half the size. If the recording
 * has negative times, the file begins at 0 with the first event. Throws a TypeError if the argument is not a recording, and a TypeError or RangeError if an
 * event of a structured clone is invalid.
 */
export function traceEvents(recording: RecordingData): TraceFile {
  const events = drawnEvents(dataOf('traceEvents: recording', recording).events);
  const origin = originOf(events);
  const microseconds = (ms: number): number => toMicroseconds(ms - origin);
  const flows = flowsOf(events);
  const lanes = lanesOf(events);
  const rows = new Map<string, number>(); // the first row of each thread
  const written: TraceEvent[] = [];
  for (const [index, lane] of lanes.entries()) {
    const tid = index + 1;
    if (!rows.has(lane.thread)) rows.set(lane.thread, tid);
    written.push({ ph: 'M', name: 'thread_name', pid, tid, args: { name: lane.label } });
    for (const event of lane.events) {
      const { end, kind, name, start } = event;
      const ts = microseconds(start);
      const dur = microseconds(end) - ts;
      written.push({ ph: 'X', name, cat: kind, pid, tid, ts, dur, args: detailsOf(event) });
      const flow = flows.get(event);
      if (flow !== undefined) written.push(arrowOf(flow, { pid, tid, ts }));
    }
  }
  const moments = events.flatMap((event) =>
    momentOf(event, { pid, tid: rows.get(event.thread)!, ts: microseconds(event.start) }),
  );
  return { traceEvents: [...written, ...moments], displayTimeUnit: 'ms' };
}

// The end of an arrow belongs to the event that encloses its time (`bp`).
function arrowOf({ ends, id }: Flow, at: Position): TraceEvent {
  const arrow = { ...at, name: 'task', cat: 'flow', id } as const;
  return ends ? { ...arrow, ph: 'f', bp: 'e' } : { ...arrow, ph: 's' };
}

// Counters belong to the process, so their names contain the thread.
function momentOf(event: DrawnEvent, at: Position): readonly TraceEvent[] {
  const { kind, name, thread } = event;
  if (kind === 'signal')
    return [{ ...at, name: `${thread}: ${name}`, ph: 'C', args: { value: event.value } }];
  if (kind === 'drop') return [{ ...at, name, ph: 'I', s: 't', cat: kind, args: detailsOf(event) }];
  return [];
}

/** Rounded to 1/8 µs: floats add such numbers exactly, and they are whole numbers of ns. So the ends of nested events, which readers compute, do not overlap. */
function toMicroseconds(ms: number): number {
  return Math.round(ms * 8000) / 8;
}

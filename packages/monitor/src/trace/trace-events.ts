import { checkRecording, type RecordingData } from '../recording/recording.ts';
import { detailsOf } from './details.ts';
import { type Flow, flowsOf } from './flows.ts';
import { type DrawnEvent, drawnEvents } from './drawn-events.ts';
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

/**
 * Returns a recording in the trace-event format (JSON). For long recordings, `perfettoTrace` makes files of less than half the size. Throws a TypeError if
 * the argument is not a recording.
 */
export function traceEvents(recording: RecordingData): TraceFile {
  checkRecording('traceEvents: recording', recording);
  const events = drawnEvents(recording.events);
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
  const moments = events.flatMap((event) => momentOf(event, rows.get(event.thread)!));
  return { traceEvents: [...written, ...moments], displayTimeUnit: 'ms' };
}

// The end of an arrow belongs to the event that encloses its time (`bp`).
function arrowOf(
  { ends, id }: Flow,
  at: { readonly pid: number; readonly tid: number; readonly ts: number },
): TraceEvent {
  const arrow = { ...at, name: 'task', cat: 'flow', id } as const;
  return ends ? { ...arrow, ph: 'f', bp: 'e' } : { ...arrow, ph: 's' };
}

// Counters belong to the process, so their names contain the thread.
function momentOf(event: DrawnEvent, tid: number): readonly TraceEvent[] {
  const { kind, name, start, thread } = event;
  const common = { pid, tid, ts: microseconds(start) };
  if (kind === 'signal')
    return [{ ...common, name: `${thread}: ${name}`, ph: 'C', args: { value: event.value } }];
  if (kind === 'drop') return [{ ...common, name, ph: 'I', s: 't', cat: kind, args: detailsOf(event) }];
  return [];
}

/** Rounded to 1/8 µs: floats add such numbers exactly, and they are whole numbers of ns. So the ends of nested events, which readers compute, do not overlap. */
function microseconds(ms: number): number {
  return Math.round(ms * 8000) / 8;
}

import { type RecordingData, dataOf } from '../recording/recording-data.ts';
import { detailsOf } from './details.ts';
import { type Flow, flowsOf } from './flows.ts';
import { type DrawnEvent, drawnEvents, originOf } from './drawn-events.ts';
import { lanesOf, walkLane } from './lanes.ts';

/** An event of the trace-event format. Times are in µs. */
export interface TraceEvent {
  /** B and E: beginning and end of an event with a duration, i: a moment, C: a counter, M: a name of a row, s and f: beginning and end of an arrow. */
  readonly ph: 'B' | 'E' | 'i' | 'C' | 'M' | 's' | 'f';
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts?: number;
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
  const microseconds = (ms: number): number => Math.round((ms - origin) * 1e6) / 1000; // rounded to ns, so that equal times remain equal
  const flows = flowsOf(events);
  const lanes = lanesOf(events);
  const rows = new Map<string, number>(); // the first row of each thread
  const written: TraceEvent[] = [];
  for (const [index, lane] of lanes.entries()) {
    const tid = index + 1;
    if (!rows.has(lane.thread)) rows.set(lane.thread, tid);
    written.push({ ph: 'M', name: 'thread_name', pid, tid, args: { name: lane.label } });
    walkLane(lane, {
      begin(event) {
        const { kind, name, start } = event;
        written.push({ ph: 'B', name, cat: kind, pid, tid, ts: microseconds(start), args: detailsOf(event) });
        const flow = flows.get(event);
        if (flow !== undefined) written.push(arrowOf(flow, { pid, tid, ts: microseconds(start) }));
      },
      end: ({ end, name }) => written.push({ ph: 'E', name, pid, tid, ts: microseconds(end) }),
    });
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
  if (kind === 'drop') return [{ ...at, name, ph: 'i', s: 't', cat: kind, args: detailsOf(event) }];
  return [];
}

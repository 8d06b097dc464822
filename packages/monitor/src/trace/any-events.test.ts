import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { anyRecording } from '../recording/any-recording.test.setup.ts';
import { Recording } from '../recording/recording.ts';
import { perfettoTrace } from './perfetto-trace.ts';
import { field, fieldsOf } from './read-trace.test.setup.ts';
import { type TraceEvent, traceEvents } from './trace-events.ts';

/** Expects that each track begins and ends its events in the order of time, the inner ones first. */
function checkTracks(
  steps: readonly { readonly row: unknown; readonly time: unknown; readonly step: string }[],
): void {
  const open = new Map<unknown, number>();
  const last = new Map<unknown, number>();
  for (const { row, step, time: at } of steps) {
    expect(Number.isFinite(at)).toBe(true);
    expect(at).toBeGreaterThanOrEqual(last.get(row) ?? 0);
    last.set(row, at as number);
    open.set(row, (open.get(row) ?? 0) + (step === 'begin' ? 1 : -1));
    expect(open.get(row)).toBeGreaterThanOrEqual(0);
  }
  for (const count of open.values()) expect(count).toBe(0);
}

test('any recording becomes a JSON trace without null, whose rows are in the order of time', () => {
  fc.assert(
    fc.property(anyRecording, (any) => {
      const { traceEvents: events } = JSON.parse(JSON.stringify(traceEvents(any))) as {
        traceEvents: TraceEvent[];
      };
      for (const event of events) {
        expect(Object.values(event)).not.toContain(null);
        expect(Object.values(event.args ?? {})).not.toContain(null);
        expect(event.ts ?? 0).toBeGreaterThanOrEqual(0);
      }
      for (const { dur, ph } of events) expect(ph !== 'X' || dur! >= 0).toBe(true);
      const rows = events.filter(({ ph }) => ph === 'X');
      for (const [index, { tid, ts }] of rows.entries()) {
        const before = rows[index - 1];
        if (before?.tid === tid) expect(ts).toBeGreaterThanOrEqual(before.ts!);
      }
    }),
    { numRuns: runs({ gate: 200, long: 5000 }) },
  );
});

test('any recording becomes a trace for Perfetto, whose tracks are in the order of time', () => {
  fc.assert(
    fc.property(anyRecording, (any) => {
      const packets = fieldsOf(perfettoTrace(any)).get(1) as readonly Uint8Array[];
      const steps = packets.flatMap((packet) => {
        const event = field(packet, 11) as Uint8Array | undefined;
        const type = event === undefined ? undefined : field(event, 9);
        if (type !== 1 && type !== 2) return [];
        return [{ row: field(event!, 11), time: field(packet, 8), step: type === 1 ? 'begin' : 'end' }];
      });
      expect(packets.length).toBeGreaterThan(steps.length);
      checkTracks(steps);
    }),
    { numRuns: runs({ gate: 200, long: 5000 }) },
  );
});

test('times since 1970, and a task that was sent after its end, are drawn', () => {
  const now = 1.8e12;
  const common = { thread: 'main', name: 'a', start: now, end: now + 1 };
  const any = new Recording([
    { ...common, kind: 'span' },
    { ...common, kind: 'remote', status: 'done', worker: 'worker 0', id: 1, sent: now + 5 },
  ]);
  const packets = fieldsOf(perfettoTrace(any)).get(1) as readonly Uint8Array[];
  expect(packets.map((packet) => field(packet, 8)).filter((at) => at !== undefined)).toEqual([
    now * 1e6,
    (now + 1) * 1e6,
    (now + 5) * 1e6,
    (now + 5) * 1e6,
  ]);
});

test('a structured clone with invalid events is refused', () => {
  const events = [{ kind: 'span', thread: 'main', name: 'a', start: NaN, end: 1 } as const];
  const clone = { events, lost: 0, origin: undefined };
  for (const trace of [traceEvents, perfettoTrace])
    expect(() => trace(clone)).toThrow(
      `${trace.name}: recording: start of the event 0 must be a number from`,
    );
});

test('a structured clone in another order is drawn in the order of time', () => {
  const event = { kind: 'span', thread: 'main', name: 'a' } as const;
  const events = [
    { ...event, start: 5, end: 6 },
    { ...event, start: 1, end: 2 },
  ];
  const { traceEvents: drawn } = traceEvents({ events, lost: 0, origin: undefined });
  expect(drawn.map(({ ts = 0 }) => ts)).toEqual([0, 1000, 5000]);
});

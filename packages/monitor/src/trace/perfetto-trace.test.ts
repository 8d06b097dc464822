import { expect, test } from 'vitest';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import { Recording } from '../recording/recording.ts';
import { perfettoTrace } from './perfetto-trace.ts';
import { field, fieldsOf, textOf } from './read-trace.test.setup.ts';

/** The packets of a file as lines: times in ns, and tracks and names by their texts. */
function linesOf(...events: readonly RecordedEvent[]): string[] {
  const tracks = new Map<number, string>();
  const names = new Map<number, string>();
  const packets = fieldsOf(perfettoTrace(new Recording(events, 0))).get(1) as readonly Uint8Array[];
  return packets.flatMap((packet) => {
    const described = field(packet, 60);
    if (described instanceof Uint8Array) {
      const name = textOf(field(described, 4, 5)) ?? textOf(field(described, 2)) ?? 'process';
      tracks.set(field(described, 1) as number, name);
      return [];
    }
    const name = field(packet, 12, 2);
    if (name instanceof Uint8Array) names.set(field(name, 1) as number, textOf(field(name, 2))!);
    const [time, event] = [field(packet, 8), field(packet, 11) as Uint8Array];
    const type = ['', 'begin', 'end', 'moment', 'value'][field(event, 9) as number]!;
    const details = [names.get(field(event, 10) as number), textOf(field(event, 22)), field(event, 44)];
    return [
      [time, tracks.get(field(event, 11) as number), type, ...details]
        .filter((x) => x !== undefined)
        .join(' '),
    ];
  });
}

const thread = 'main';

test('events begin and end in order, within those that contain them', () => {
  const lines = linesOf(
    { kind: 'turn', thread, name: 'turn', start: 0, end: 4 },
    { kind: 'task', thread, name: 'move', start: 0, end: 3, priority: 5 },
    { kind: 'timer', thread, name: 'tick', start: 3, end: 4, lateness: 1 },
    { kind: 'task', thread, name: 'move', start: 4, end: 4, priority: 1 },
  );
  expect(lines).toEqual([
    '0 main begin turn turn',
    '0 main begin move task',
    '3000000 main end',
    '3000000 main begin tick timer',
    '4000000 main end',
    '4000000 main end',
    '4000000 main begin move task',
    '4000000 main end',
  ]);
});

test('drops are moments of their thread, and each signal has a track of its own', () => {
  const lines = linesOf(
    { kind: 'drop', thread, name: 'stale', start: 1, end: 1, reason: 'expired' },
    { kind: 'signal', thread, name: 'enemies', start: 2, end: 2, value: 12.5 },
    { kind: 'signal', thread: 'worker', name: 'enemies', start: 2, end: 2, value: 3 },
  );
  expect(lines).toEqual([
    '1000000 main moment stale drop',
    '2000000 main: enemies value 12.5',
    '2000000 worker: enemies value 3',
  ]);
});

test('overlapping events are on different tracks', () => {
  const lines = linesOf(
    { kind: 'span', thread, name: 'load', start: 0, end: 5 },
    { kind: 'span', thread, name: 'decode', start: 3, end: 8 },
  );
  expect(lines).toEqual([
    '0 main begin load span',
    '5000000 main end',
    '3000000 main (2) begin decode span',
    '8000000 main (2) end',
  ]);
});

test('a file begins at time 0 if the recording has negative times', () => {
  const lines = linesOf({ kind: 'span', thread, name: 'load', start: -2, end: 1 });
  expect(lines).toEqual(['0 main begin load span', '3000000 main end']);
});

test('priorities, lateness and reasons are annotations', () => {
  const trace = perfettoTrace(
    new Recording([{ kind: 'timer', thread, name: 'tick', start: 3, end: 4, lateness: 1.5 }], 0),
  );
  const packets = fieldsOf(trace).get(1) as readonly Uint8Array[];
  const annotations = packets.map((packet) => field(packet, 11, 4)).filter((found) => found !== undefined);
  expect(
    annotations.map((one) => [textOf(field(one as Uint8Array, 10)), field(one as Uint8Array, 5)]),
  ).toEqual([['lateness, ms', 1.5]]);
});

test('windows are on a track of their frame', () => {
  const lines = linesOf({
    kind: 'window',
    thread,
    name: 'enemies',
    start: 1,
    end: 2,
    updated: 3,
    cancelled: 4,
  });
  expect(lines).toEqual(['1000000 main: enemies begin enemies window', '2000000 main: enemies end']);
});

test('signals whose threads and names look alike have different tracks', () => {
  const lines = linesOf(
    { kind: 'signal', thread: 'a', name: 'b c', start: 1, end: 1, value: 5 },
    { kind: 'signal', thread: 'a b', name: 'c', start: 1, end: 1, value: 6 },
  );
  expect(lines).toEqual(['1000000 a: b c value 5', '1000000 a b: c value 6']);
});

test('an argument that is not a recording is refused', () => {
  expect(() => perfettoTrace({} as never)).toThrow('perfettoTrace: recording must be a Recording');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { anyRecording } from '../recording/any-recording.test.setup.ts';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import { Recording } from '../recording/recording.ts';
import { eventsOfThread, randomRecording } from './random-recording.test.setup.ts';
import { readRecording } from './read-recording.ts';
import { saveRecording } from './save-recording.ts';

test('a recording that was saved is read with the same events, order, lost records and origin', async () => {
  await fc.assert(
    fc.asyncProperty(randomRecording, async (recording) => {
      const file = await readRecording(saveRecording(recording));
      expect(file.recording).toEqual(recording);
      expect(file).toMatchObject({ isComplete: true, entries: [], lostEntries: 0, skipped: 0 });
    }),
  );
});

test('any recording can be saved, and no event is lost', async () => {
  await fc.assert(
    fc.asyncProperty(anyRecording, async (recording) => {
      const file = await readRecording(saveRecording(recording));
      expect(file).toMatchObject({ isComplete: true, skipped: 0 });
      expect(file.recording.events).toHaveLength(recording.events.length);
    }),
    { numRuns: runs({ gate: 200, long: 5000 }) },
  );
});

test('the events of each of several threads are read in their order', async () => {
  await fc.assert(
    fc.asyncProperty(eventsOfThread('main'), eventsOfThread('worker'), async (main, worker) => {
      const recording = new Recording([...main, ...worker]);
      const { recording: read } = await readRecording(saveRecording(recording));
      for (const thread of ['main', 'worker']) {
        const of = ({ events }: Recording): readonly RecordedEvent[] =>
          events.filter((event) => event.thread === thread);
        expect(of(read)).toEqual(of(recording));
      }
    }),
  );
});

test('entries of other kinds and metadata are read as they were given, in order', async () => {
  const entries = [
    { kind: 'input', bytes: Uint8Array.of(1, 2, 3) },
    { kind: '', bytes: new Uint8Array() },
    { kind: 'Eingabe 😀', bytes: new Uint8Array(100_000).fill(7) },
    { kind: 'input', bytes: Uint8Array.of(255) },
  ];
  const metadata = { game: 'tandem', version: [1, 2] };
  const file = await readRecording(saveRecording(new Recording([]), { entries, metadata }));
  expect(file.entries).toEqual(entries);
  expect(file.metadata).toEqual(metadata);
});

test('a file may come in parts of any size, also of no bytes', async () => {
  const event: RecordedEvent = { kind: 'span', thread: 'main', name: 'draw', start: 1, end: 2 };
  const entries = [{ kind: 'input', bytes: new Uint8Array(3000).map((_, at) => at) }];
  const bytes = saveRecording(new Recording([event]), { entries });
  for (const size of [1, 2, 3, 7, 1000, 1e6]) {
    const parts: Uint8Array[] = [new Uint8Array()];
    for (let at = 0; at < bytes.length; at += size) parts.push(bytes.slice(at, at + size), new Uint8Array());
    const file = await readRecording(parts);
    expect(file.recording.events).toEqual([event]);
    expect(file.entries).toEqual(entries);
    expect(file.isComplete).toBe(true);
  }
});

test('a recording with more names than a file stores keeps its events', async () => {
  const events = Array.from({ length: 5000 }, (_, i): RecordedEvent => {
    return { kind: 'span', thread: 'main', name: `span ${i}`, start: i, end: i };
  });
  const { recording } = await readRecording(saveRecording(new Recording(events)));
  expect(recording.events.map(({ start }) => start)).toEqual(events.map(({ start }) => start));
  expect(recording.events[4000]!.name).toBe('span 4000');
  expect(recording.events[4999]!.name).toBe('other');
});

test('tasks of pools keep their workers', async () => {
  const events = ['worker 0', 'tiles of\nlevel 12 3', ' 7'].map((worker, id): RecordedEvent => {
    return {
      kind: 'remote',
      thread: 'main',
      name: 'row',
      start: id,
      end: 9,
      status: 'failed',
      worker,
      sent: id + 0.25,
      id,
    };
  });
  expect((await readRecording(saveRecording(new Recording(events)))).recording.events).toEqual(events);
});

test('messages keep their numbers, their endpoints and the times at which they were sent', async () => {
  const events = [0.25, 1e-9, 7].map((delay, id): RecordedEvent => {
    const start = 1000.1 + id;
    return {
      kind: 'message',
      thread: 'main',
      name: 's',
      start,
      end: start + 9,
      status: 'lost',
      sent: start + delay,
      id,
      endpoint: 32_767 * id + 1,
    };
  });
  expect((await readRecording(saveRecording(new Recording(events)))).recording.events).toEqual(events);
});

test('an empty recording keeps the number of its lost records', async () => {
  expect((await readRecording(saveRecording(new Recording([], 7)))).recording.lost).toBe(7);
});

test('a structured clone of a recording can be saved', async () => {
  const recording = new Recording([{ kind: 'signal', thread: 'a', name: 'b', start: 1, end: 1, value: 0.1 }]);
  const { recording: read } = await readRecording(saveRecording(structuredClone(recording)));
  expect(read).toEqual(recording);
});

test('a file takes at most 12 bytes for each event of a game', () => {
  const events: RecordedEvent[] = [];
  for (let frame = 0; frame < 100; frame++)
    for (let i = 0; i < 200; i++) {
      const start = 1000 + frame * 16.667 + i * 0.0415;
      const [from, to] = [start, start + 0.0415].map((ms) => Math.round(ms * 200) / 200); // a clock of 5 µs
      const priority = Math.fround(1 / (i + 1));
      events.push({
        kind: 'task',
        thread: 'main',
        name: `entity ${i % 20}`,
        start: from!,
        end: to!,
        priority,
      });
    }
  const { length } = saveRecording(new Recording(events));
  expect(length / events.length).toBeGreaterThan(4);
  expect(length / events.length).toBeLessThan(12);
});

test('wrong arguments are refused', () => {
  const recording = new Recording([]);
  expect(() => saveRecording({} as never)).toThrow('saveRecording: recording must be a Recording');
  expect(() => saveRecording(recording, null as never)).toThrow(TypeError);
  expect(() => saveRecording(recording, { entries: 5 as never })).toThrow('entries must be an array, got 5');
  expect(() => saveRecording(recording, { entries: [{ kind: 'a', bytes: [] as never }] })).toThrow(
    'saveRecording: bytes of an entry must be a Uint8Array',
  );
  expect(() => saveRecording(recording, { metadata: 5n })).toThrow(TypeError);
});

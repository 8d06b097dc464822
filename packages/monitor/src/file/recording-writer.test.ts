import { EventLoop, Task } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test, vi } from 'vitest';
import { chanceOf } from '../../../chance.test.setup.ts';
import { recordSize } from '../recording/record-ring.ts';
import { Recorder } from '../recording/recorder.ts';
import { Recording } from '../recording/recording.ts';
import type { FileRecords } from './file-encoder.ts';
import { readRecording } from './read-recording.ts';
import { RecordingWriter } from './recording-writer.ts';
import { saveRecording } from './save-recording.ts';

const [signalKind, spanKind] = [5, 6];

function signals(thread: string, values: readonly number[], more: Partial<FileRecords> = {}): FileRecords {
  const numbers = Float64Array.from(values.flatMap((value) => [signalKind, value, value, 0, value, 0]));
  return { thread, numbers, lost: 0, shift: 0, nameOf: () => 'value', ...more };
}

/** A sink that keeps the bytes. */
function memory(): { readonly parts: Uint8Array[]; readonly sink: (bytes: Uint8Array) => void } {
  const parts: Uint8Array[] = [];
  return { parts, sink: (bytes) => void parts.push(bytes) };
}

test('a live recorder is streamed, with all of its records in order', async () => {
  const host = new VirtualHost();
  const recorder = new Recorder({ clock: host, capacity: 64 });
  const loop = new EventLoop({ host, probe: recorder.loop() });
  const follower = recorder.follow();
  const { parts, sink } = memory();
  const writer = new RecordingWriter(sink, { origin: 1000, metadata: 'a game' });
  const chance = chanceOf(1);
  for (let frame = 0; frame < 50; frame++) {
    for (let i = 0; i < 20; i++) loop.submit(new Task(() => host.spend(chance() < 0.5 ? 0 : chance())), i);
    host.advanceTo(16 * frame + 15);
    expect(writer.records(follower.take())).toBe(true);
    writer.entry('frame', Uint8Array.of(frame));
  }
  await writer.close();
  const file = await readRecording(parts);
  expect(file).toMatchObject({ isComplete: true, metadata: 'a game', lostEntries: 0 });
  expect(file.entries.map(({ bytes }) => bytes[0])).toEqual(Array.from({ length: 50 }, (_, i) => i));
  expect(file.recording).toMatchObject({ lost: 0, origin: 1000 });
  expect(file.recording.callbacks.length).toBe(1000);
  const newest = recorder.recording().events;
  expect(newest.length).toBe(64);
  expect(file.recording.events).toEqual(expect.arrayContaining([...newest]));
});

test('records are written with the shift of their batch, and threads with their clock errors', async () => {
  const { parts, sink } = memory();
  const writer = new RecordingWriter(sink);
  writer.records([signals('worker', [1, 2], { shift: 100.25, clockError: 0.5 }), signals('main', [3])]);
  writer.records([signals('worker', [4], { shift: 100.5, clockError: 0.25, lost: 3 })]);
  await writer.close();
  const { recording, threads } = await readRecording(parts);
  expect(recording.events.map(({ start, thread }) => [thread, start])).toEqual([
    ['main', 3],
    ['worker', 101.25],
    ['worker', 102.25],
    ['worker', 104.5],
  ]);
  expect(threads).toEqual([
    { name: 'worker', clockError: 0.25, lost: 3 },
    { name: 'main', clockError: undefined, lost: 0 },
  ]);
});

test('a name that becomes known after its record is read, also an empty one', async () => {
  const { parts, sink } = memory();
  const writer = new RecordingWriter(sink);
  writer.records([signals('main', [1], { nameOf: () => 'not known yet' })]);
  writer.records([signals('main', [2], { nameOf: () => '' })]);
  await writer.close();
  const { recording } = await readRecording(parts);
  expect(recording.events.map(({ name }) => name)).toEqual(['', '']);
});

test('threads of the same name, such as a lost worker and its replacement, keep their own names', async () => {
  const { parts, sink } = memory();
  const writer = new RecordingWriter(sink);
  for (const name of ['move', 'plan', 'move', 'plan'])
    writer.records([signals('worker 0', [1], { nameOf: (number) => (number === 0 ? name : '') })]);
  await writer.close();
  const { recording, threads } = await readRecording(parts);
  expect(recording.events.map(({ name }) => name)).toEqual(['move', 'move', 'plan', 'plan']);
  expect(threads.map(({ name }) => name)).toEqual(['worker 0', 'worker 0']);
});

test('of events with equal times in different batches, the later record contains the earlier one', async () => {
  const { parts, sink } = memory();
  const writer = new RecordingWriter(sink);
  const span = (name: number): FileRecords => {
    return signals('main', [], {
      numbers: Float64Array.of(spanKind, 1, 2, name, 0, 0),
      nameOf: (n) => `${n}`,
    });
  };
  writer.records([span(1)]);
  writer.records([span(2)]);
  await writer.close();
  expect((await readRecording(parts)).recording.events.map(({ name }) => name)).toEqual(['2', '1']);
});

test('a slow sink gets the bytes one call after another, and memory is bounded', async () => {
  const parts: Uint8Array[] = [];
  let accept = (): void => {};
  let calls = 0;
  const writer = new RecordingWriter(
    (bytes) => {
      calls++;
      parts.push(bytes.slice());
      return new Promise<void>((resolve) => (accept = resolve));
    },
    { maxPending: 5000 },
  );
  let written = 0;
  for (let batch = 0; batch < 200; batch++) {
    const values = Array.from({ length: 20 }, (_, i) => 20 * batch + i + 0.123456789);
    if (writer.records([signals('main', values)])) written += 20;
    if (batch === 100) expect(writer.entry('input', new Uint8Array(6000))).toBe(false);
    expect(writer.pending).toBeLessThan(5000 + 20 * 8 * recordSize);
    await Promise.resolve();
  }
  expect(calls).toBe(1);
  expect(written).toBeLessThan(4000);
  const closing = { isDone: false };
  void writer.close().then(() => (closing.isDone = true));
  while (!closing.isDone) {
    accept();
    await new Promise(setImmediate);
  }
  const file = await readRecording(parts);
  expect(file.isComplete).toBe(true);
  expect(file.recording.events.length).toBe(written);
  expect(file.recording.lost).toBe(4000 - written);
  expect(file.lostEntries).toBe(1);
});

test('after a pause of the sink, the lost records are counted before the next ones', async () => {
  const parts: Uint8Array[] = [];
  let accept = (): void => {};
  const writer = new RecordingWriter(
    (bytes) => {
      parts.push(bytes);
      return new Promise<void>((resolve) => (accept = resolve));
    },
    { maxPending: 1024 },
  );
  const many = Array.from({ length: 300 }, (_, i) => i + 0.123456789);
  expect(writer.records([signals('main', many)])).toBe(true);
  expect(writer.records([signals('main', [1], { lost: 2 }), signals('other', [1])])).toBe(false);
  expect(writer.entry('input', Uint8Array.of(1))).toBe(false);
  await Promise.resolve();
  for (let i = 0; i < 5; i++) {
    accept();
    await new Promise(setImmediate);
  }
  expect(writer.pending).toBe(0);
  expect(writer.records([signals('main', [9])])).toBe(true);
  expect(writer.entry('input', Uint8Array.of(2))).toBe(true);
  const closed = writer.close();
  for (let i = 0; i < 5; i++) {
    accept();
    await new Promise(setImmediate);
  }
  await closed;
  const { entries, lostEntries, threads } = await readRecording(parts);
  expect(threads.map(({ lost, name }) => [name, lost])).toEqual([
    ['main', 3],
    ['other', 1],
  ]);
  expect([entries.length, lostEntries]).toEqual([1, 1]);
});

test.each([
  ['throws', () => Promise.reject(new Error('disk full'))],
  [
    'rejects',
    () => {
      throw new Error('disk full');
    },
  ],
])('a sink that %s ends the file, and its error is reported once', async (_, fail) => {
  const onError = vi.fn<(error: unknown) => void>();
  let calls = 0;
  const writer = new RecordingWriter(
    () => {
      calls++;
      return fail();
    },
    { onError },
  );
  expect(writer.records([signals('main', [1])])).toBe(true);
  await expect(writer.flush()).rejects.toThrow('disk full');
  expect(writer.records([signals('main', [2])])).toBe(false);
  expect(writer.entry('input', Uint8Array.of(1))).toBe(false);
  expect(writer.pending).toBe(0);
  await expect(writer.close()).rejects.toThrow('disk full');
  await expect(writer.close()).rejects.toThrow('disk full');
  expect(onError).toHaveBeenCalledTimes(1);
  expect(calls).toBe(1);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('also this');
    },
  ],
  ['rejects', () => Promise.reject(new Error('also this'))],
])(
  'an onError that %s goes to the console, and the writer ends as it would otherwise',
  async (_, onError) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const writer = new RecordingWriter(() => Promise.reject(new Error('disk full')), { onError });
    await expect(writer.close()).rejects.toThrow('disk full');
    await Promise.resolve();
    expect(log.mock.calls.map(String)).toEqual(['Error: also this']);
    log.mockRestore();
  },
);

test('a sink may write to its writer', async () => {
  const parts: Uint8Array[] = [];
  const writer: RecordingWriter = new RecordingWriter((bytes) => {
    if (parts.length < 3) writer.entry('written', Uint8Array.of(parts.length));
    parts.push(bytes);
  });
  do await writer.flush();
  while (writer.pending > 0);
  await writer.close();
  expect((await readRecording(parts)).entries.length).toBe(3);
});

test('a flush settles although the program writes faster than the sink accepts', async () => {
  const writer: RecordingWriter = new RecordingWriter(async () => {
    await new Promise(setImmediate);
    if (!isFlushed) writer.entry('input', Uint8Array.of(1));
  });
  let isFlushed = false;
  await writer.flush();
  isFlushed = true;
  await writer.close();
  expect(writer.pending).toBe(0);
});

test('flushes and closes may overlap, and all settle', async () => {
  const parts: Uint8Array[] = [];
  const writer = new RecordingWriter(async (bytes) => {
    await new Promise(setImmediate);
    parts.push(bytes);
  });
  const settled = [writer.flush(), writer.flush()];
  writer.entry('input', Uint8Array.of(1));
  settled.push(writer.flush());
  await new Promise(setImmediate);
  writer.entry('input', Uint8Array.of(2));
  settled.push(writer.close(), writer.flush(), writer.close());
  await Promise.all(settled);
  expect(await readRecording(parts)).toMatchObject({ isComplete: true, entries: [{}, {}] });
});

test('a name that cannot be found at the end is reported, and the file has its end', async () => {
  const parts: Uint8Array[] = [];
  const onError = vi.fn<(error: unknown) => void>();
  const writer = new RecordingWriter((bytes) => parts.push(bytes), { maxPending: 1024, onError });
  const error = new Error('no name');
  let fails = false;
  const nameOf = (): string => {
    if (fails) throw error;
    return 'a';
  };
  const many = Array.from({ length: 300 }, (_, i) => i + 0.123456789);
  writer.records([signals('main', many, { nameOf })]);
  expect(writer.records([signals('main', [1], { nameOf })])).toBe(false);
  fails = true;
  await writer.close();
  expect(onError.mock.calls).toEqual([[error]]);
  expect((await readRecording(parts)).isComplete).toBe(true);
});

test('metadata that JSON cannot represent is refused', () => {
  const circular: unknown[] = [];
  circular.push(circular);
  for (const metadata of [5n, circular, () => 1, Symbol('s')]) {
    const message = ': metadata must be a value that JSON can represent, got ';
    expect(() => new RecordingWriter(() => {}, { metadata })).toThrow(`RecordingWriter${message}`);
    expect(() => saveRecording(new Recording([]), { metadata })).toThrow(`saveRecording${message}`);
  }
});

test('a file without records has its end, and a second close changes nothing', async () => {
  const { parts, sink } = memory();
  const writer = new RecordingWriter(sink, { origin: undefined, metadata: undefined, maxPending: undefined });
  await writer.close();
  await writer.close();
  expect(await readRecording(parts)).toMatchObject({ isComplete: true, threads: [], metadata: undefined });
  expect(() => writer.records([])).toThrow('records: the writer is closed');
  expect(() => writer.entry('a', new Uint8Array())).toThrow('entry: the writer is closed');
});

test('bytes of an entry may be changed after the call', async () => {
  const { parts, sink } = memory();
  const writer = new RecordingWriter(sink);
  const bytes = Uint8Array.of(1);
  writer.entry('input', bytes);
  bytes[0] = 2;
  await writer.close();
  expect((await readRecording(parts)).entries[0]!.bytes[0]).toBe(1);
});

test('wrong arguments are refused, and then nothing is written', async () => {
  const { parts, sink } = memory();
  expect(() => new RecordingWriter(5 as never)).toThrow('RecordingWriter: sink must be a function, got 5');
  expect(() => new RecordingWriter(sink, { maxPending: 5 })).toThrow(RangeError);
  expect(() => new RecordingWriter(sink, { origin: NaN })).toThrow(RangeError);
  expect(() => new RecordingWriter(sink, { onError: 5 as never })).toThrow(TypeError);
  expect(() => new RecordingWriter(sink, { metadata: 5n })).toThrow(TypeError);
  const writer = new RecordingWriter(sink);
  const refused: Partial<Record<keyof FileRecords, unknown>>[] = [
    { thread: 5 },
    { numbers: new Float64Array(5) },
    { numbers: Float64Array.of(-1, 0, 0, 0, 0, 0) },
    { numbers: Float64Array.of(1, 0, 0, NaN, 0, 0) },
    { numbers: Float64Array.of(7, 0, 0, 0, -1, 0) },
    { lost: -1 },
    { lost: 1e300 },
    { shift: Infinity },
    { nameOf: 'name' },
    { clockError: -1 },
  ];
  for (const wrong of refused)
    expect(() => writer.records([{ ...signals('main', [1]), ...(wrong as object) }])).toThrow(/^records: /);
  expect(() => writer.records(5 as never)).toThrow('records: batches must be an array, got 5');
  expect(() => writer.entry(5 as never, new Uint8Array())).toThrow(TypeError);
  expect(() => writer.entry('input', 'text' as never)).toThrow(TypeError);
  await writer.close();
  expect((await readRecording(parts)).threads).toEqual([]);
});

test('an invalid record in one batch is refused before any batch is written', async () => {
  const { parts, sink } = memory();
  const writer = new RecordingWriter(sink);
  const wrong = signals('wrong', [1], { numbers: Float64Array.of(1, 0, 0, NaN, 0, 0) });
  const [first, last] = [signals('first', [1, 2]), signals('last', [3])];
  expect(() => writer.records([first, wrong, last])).toThrow(/^records: /);
  writer.records([first, last]);
  await writer.close();
  const { recording, threads } = await readRecording(parts);
  expect(threads.map(({ name }) => name)).toEqual(['first', 'last']);
  expect([recording.events.length, recording.lost]).toEqual([3, 0]);
});

test('if the names of one batch throw, its records count as lost, and the others are written', async () => {
  const { parts, sink } = memory();
  const writer = new RecordingWriter(sink);
  const nameOf = (): never => {
    throw new Error('no names');
  };
  const wrong = signals('wrong', [1, 2, 3], { nameOf, lost: 4 });
  expect(() => writer.records([signals('first', [1, 2]), wrong, signals('last', [3])])).toThrow('no names');
  await writer.close();
  const { recording, threads } = await readRecording(parts);
  expect(threads.map(({ lost, name }) => [name, lost])).toEqual([
    ['first', 0],
    ['wrong', 7],
    ['last', 0],
  ]);
  expect(recording.events).toHaveLength(3);
});

test.each(['flush', 'close'] as const)(
  'a sink that calls %s itself fails with an error instead of waiting for itself',
  async (method) => {
    const errors: unknown[] = [];
    const writer: RecordingWriter = new RecordingWriter(async () => writer[method](), {
      onError: (error) => errors.push(error),
    });
    writer.records([signals('main', [1])]);
    const message = `${method}: the sink must not wait for the writer, which waits for the sink`;
    await expect(writer.flush()).rejects.toThrow(message);
    await expect(writer.close()).rejects.toThrow(message);
    expect(errors).toEqual([new Error(message)]);
  },
);

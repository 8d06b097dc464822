import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import { Recording } from '../recording/recording.ts';
import { chunkHead, chunkTail, fileStart } from './file-format.ts';
import { crc32 } from './crc32.ts';
import { readRecording } from './read-recording.ts';
import { saveRecording } from './save-recording.ts';

const events = Array.from({ length: 10_000 }, (_, i): RecordedEvent => {
  return {
    kind: 'task',
    thread: i % 3 === 0 ? 'worker' : 'main',
    name: `task ${i % 7}`,
    start: i,
    end: i + 0.5,
    priority: i,
  };
});
const entries = Array.from({ length: 5 }, (_, i) => ({ kind: 'input', bytes: new Uint8Array(100).fill(i) }));
const whole = saveRecording(new Recording(events), { entries });
const small = saveRecording(new Recording(events.slice(0, 20)), { entries: entries.slice(0, 1) });

/** A chunk with a right checksum. */
function chunk(type: number, payload: readonly number[]): Uint8Array {
  const content = Uint8Array.of(type, payload.length, 0, 0, 0, ...payload);
  return Uint8Array.of(...content, ...new Uint8Array(Uint32Array.of(crc32(content)).buffer));
}

test('the checksum is that of gzip and PNG', () => {
  const text = new TextEncoder().encode('123456789');
  expect(crc32(text)).toBe(0xcbf43926);
  expect(crc32(text.subarray(4), crc32(text.subarray(0, 4)))).toBe(0xcbf43926);
});

test('a file that was cut off anywhere is read up to its last whole chunk, and says so', async () => {
  let most = 0;
  for (let length = fileStart.length; length < whole.length; length += 311) {
    const file = await readRecording(whole.subarray(0, length));
    expect(file.isComplete).toBe(false);
    const read = file.recording.events.length;
    expect(read).toBeGreaterThanOrEqual(most);
    most = read;
    expect(file.entries).toEqual(entries.slice(0, file.entries.length));
  }
  expect(most).toBe(events.length);
  for (let length = fileStart.length; length < small.length; length++)
    expect((await readRecording(small.subarray(0, length))).isComplete).toBe(false);
});

test('less than the first bytes of a file are not a recording file', async () => {
  for (let length = 0; length < fileStart.length; length++)
    await expect(readRecording(whole.subarray(0, length))).rejects.toThrow(
      'readRecording: the bytes are not a recording file',
    );
  await expect(readRecording(new TextEncoder().encode('{"traceEvents":[]}'))).rejects.toThrow(SyntaxError);
});

test('a file of another version is refused', async () => {
  const other = whole.slice();
  other[fileStart.length - 1] = 9;
  await expect(readRecording(other)).rejects.toThrow(
    'readRecording: the version of the file must be 1, got 9',
  );
});

test('a changed byte is an error, or the file seems to be cut off', async () => {
  for (let at = 0; at < small.length; at++) {
    const changed = small.slice();
    changed[at]! ^= 1 << (at % 8);
    const result = await readRecording(changed).catch((error: unknown) => error);
    if (result instanceof Error) expect(result).toBeInstanceOf(SyntaxError);
    else expect(result).toMatchObject({ isComplete: false });
  }
});

test('random bytes with right checksums are an error, or are read', async () => {
  const payload = fc.array(fc.oneof(fc.nat({ max: 255 }), fc.nat({ max: 4 })), { maxLength: 60 });
  const chunks = fc.array(fc.tuple(fc.nat({ max: 9 }), payload), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(chunks, async (found) => {
      const thread = chunk(2, [0, ...new TextEncoder().encode('{"name":"main"}')]);
      const bytes = Buffer.concat([
        fileStart,
        thread,
        chunk(3, [0, 0, 1, 97]),
        ...found.map(([type, own]) => chunk(type, own)),
      ]);
      const result = await readRecording(bytes).catch((error: unknown) => error);
      if (result instanceof Error) {
        expect(result).toBeInstanceOf(SyntaxError);
        expect(result.message).toMatch(/^readRecording: the chunk at byte \d+ is invalid: /);
      }
    }),
    { numRuns: 2000 },
  );
});

test.each([
  [
    'a number of records that are not there',
    [0, 0, ...Array.from({ length: 8 }, () => 0), 0xff, 0xff, 0xff, 0xff, 0x0f],
    'the chunk is too short for 4294967295 records',
  ],
  ['a record of an unknown thread', [1, 0], 'there is no thread 1'],
  [
    'a number that does not end',
    [0, ...Array.from({ length: 12 }, () => 0xff)],
    'a number is greater than 2⁵³ - 1',
  ],
])('%s is an error', async (_, payload, message) => {
  const thread = chunk(2, [0, ...new TextEncoder().encode('{"name":"main"}')]);
  await expect(readRecording([fileStart, thread, chunk(4, payload)])).rejects.toThrow(message);
});

test('an announced length of 4 GB allocates nothing, and the file is cut off', async () => {
  const head = Uint8Array.of(5, 0xff, 0xff, 0xff, 0xff, 1, 2, 3);
  expect((await readRecording([fileStart, head])).isComplete).toBe(false);
  const unknown = Uint8Array.of(200, 0xff, 0xff, 0xff, 0xff, 1, 2, 3);
  expect((await readRecording([fileStart, unknown])).isComplete).toBe(false);
});

test('chunks of unknown types are skipped, also in small parts, and their checksums count', async () => {
  const unknown = chunk(
    99,
    Array.from({ length: 200 }, (_, at) => at),
  );
  const end = chunkHead + chunkTail;
  const bytes = Buffer.concat([small.subarray(0, -end), unknown, small.subarray(-end)]);
  for (const size of [1, 5, 64, 1e6]) {
    const parts: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += size) parts.push(bytes.subarray(at, at + size));
    expect(await readRecording(parts)).toMatchObject({ isComplete: true, skipped: 1 });
  }
  bytes[bytes.length - end - 50]! ^= 1;
  await expect(readRecording(bytes)).rejects.toThrow(/the chunk at byte \d+ is damaged/);
});

test('records of unknown kinds are skipped and counted', async () => {
  const thread = chunk(2, [0, ...new TextEncoder().encode('{"name":"main"}')]);
  const shift = Array.from({ length: 8 }, () => 0);
  const records = chunk(4, [0, 0, ...shift, 2, 20 * 4, 0, 0, 0, 6 * 4, 0, 0, 0]);
  const file = await readRecording([fileStart, thread, chunk(3, [0, 0, 1, 97]), records, chunk(7, [])]);
  expect(file).toMatchObject({ isComplete: true, skipped: 1 });
  expect(file.recording.events).toEqual([{ kind: 'span', thread: 'main', name: 'a', start: 0, end: 0 }]);
});

test('a file that was compressed by gzip is read, also if it was cut off', async () => {
  const zipped = gzipSync(whole);
  for (const parts of [[zipped], [zipped.subarray(0, 1), zipped.subarray(1, 5), zipped.subarray(5)]]) {
    const file = await readRecording(parts);
    expect(file.isComplete).toBe(true);
    expect(file.recording.events.length).toBe(events.length);
  }
  const cut = await readRecording(zipped.subarray(0, zipped.length - 2000));
  expect(cut.isComplete).toBe(false);
  await expect(readRecording(gzipSync('something else'))).rejects.toThrow('not a recording file');
});

test('an error of the source rejects, with and without compression', async () => {
  const error = new Error('the network is down');
  async function* failing(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, 1000);
    await Promise.resolve();
    throw error;
  }
  await expect(readRecording(failing(whole))).rejects.toBe(error);
  await expect(readRecording(failing(gzipSync(whole)))).rejects.toBe(error);
});

test('a source is closed after an error', async () => {
  let isClosed = false;
  function* parts(): Generator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(100);
    } finally {
      isClosed = true;
    }
  }
  await expect(readRecording(parts())).rejects.toThrow('not a recording file');
  expect(isClosed).toBe(true);
});

test('a source that is no sequence of bytes is refused', async () => {
  for (const source of [undefined, null, 5, {}, 'text'])
    await expect(readRecording(source as never)).rejects.toThrow(TypeError);
  await expect(readRecording(['text'] as never)).rejects.toThrow(
    'readRecording: a part of source must be a Uint8Array',
  );
});

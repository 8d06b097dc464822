import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MemoryLog } from '../log/log-sink.ts';
import type { RecordedEvent } from '../recording/recorded-event.ts';
import { Recording } from '../recording/recording.ts';
import { RecordedSession } from '../replay/recorded-session.ts';
import { fileFormat } from '../bytes/format-start.ts';
import { crc32 } from './crc32.ts';
import { chunksOf, fileOf, thread } from './file-of.test.setup.ts';
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

test('the checksum is that of gzip and PNG', () => {
  const text = new TextEncoder().encode('123456789');
  expect(crc32(text)).toBe(0xcbf43926);
  expect(crc32(text.subarray(4), crc32(text.subarray(0, 4)))).toBe(0xcbf43926);
});

test('a file that was cut off anywhere is read up to its last whole chunk, and says so', async () => {
  let most = 0;
  for (let length = fileFormat.headLength; length < whole.length; length += 311) {
    const file = await readRecording(whole.subarray(0, length));
    expect(file.isComplete).toBe(false);
    const read = file.recording.events.length;
    expect(read).toBeGreaterThanOrEqual(most);
    most = read;
    expect(file.entries).toEqual(entries.slice(0, file.entries.length));
  }
  expect(most).toBe(events.length);
  for (let length = fileFormat.headLength; length < small.length; length++)
    expect((await readRecording(small.subarray(0, length))).isComplete).toBe(false);
});

test('bytes that were added to a complete file are found, however few', async () => {
  for (let count = 1; count <= 20; count++) {
    const longer = Uint8Array.of(...small, ...new Uint8Array(count));
    await expect(readRecording(longer)).rejects.toThrow(/after the end|is damaged/);
    await expect(readRecording(gzipSync(longer))).rejects.toThrow(SyntaxError);
  }
});

test('bytes that are not a recording file are refused with the reason', async () => {
  const messageFor = async (bytes: Uint8Array): Promise<unknown> =>
    readRecording(bytes).catch((error: unknown) => (error instanceof SyntaxError ? error.message : error));
  expect(await messageFor(new Uint8Array())).toBe('readRecording: expected a recording file, got no bytes');
  for (let length = 1; length < fileFormat.headLength; length++)
    expect(await messageFor(whole.subarray(0, length))).toBe(
      `readRecording: a recording file has at least 8 bytes, but the bytes end after ${length}`,
    );
  const text = new TextEncoder().encode('{"traceEvents":[]}');
  for (const bytes of [text, text.subarray(0, 3)])
    expect(await messageFor(bytes)).toContain(
      String.raw`readRecording: the bytes are not a recording file: they begin with "{\"t`,
    );
  expect(await messageFor(Uint8Array.of(0xff, 0x41))).toBe(
    'readRecording: the bytes are not a recording file: they begin with 255, 65',
  );
  const log = new MemoryLog();
  new RecordedSession({ sink: log }).end();
  for (const size of [1, 100])
    expect(await messageFor(Buffer.concat(partsOf(log.bytes, size)))).toBe(
      'readRecording: expected a recording file, got the log of a RecordedSession, which Replay reads',
    );
  expect(await messageFor(gzipSync(whole).subarray(0, 5))).toBe(
    'readRecording: expected a recording file, got no bytes (the compressed bytes are cut off)',
  );
});

function partsOf(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
}

test('a file of another version is refused', async () => {
  const other = whole.slice();
  other[fileFormat.headLength - 1] = 9;
  await expect(readRecording(other)).rejects.toThrow(
    'readRecording: the version of a recording file must be 1, got 9',
  );
});

test('a changed bit is an error, wherever it is', async () => {
  for (let at = 0; at < small.length; at++)
    for (let bit = 0; bit < 8; bit++) {
      const changed = small.slice();
      changed[at]! ^= 1 << bit;
      await expect(readRecording(changed)).rejects.toThrow(SyntaxError);
    }
});

test('a missing, repeated or moved chunk is an error', async () => {
  const chunks = partsByChunk(whole);
  const before = chunks.slice(0, 3);
  const [one, other, ...after] = chunks.slice(3) as [Uint8Array, Uint8Array, ...Uint8Array[]];
  expect(await readRecording([...before, one, other, ...after])).toMatchObject({ isComplete: true });
  for (const middle of [[], [one], [one, one, other], [other, one]])
    await expect(readRecording([...before, ...middle, ...after])).rejects.toThrow(
      /^readRecording: the chunk at byte \d+ is damaged$/,
    );
});

/** The head of a file, and its chunks with their checksums. */
function partsByChunk(file: Uint8Array): Uint8Array[] {
  const head = fileFormat.headLength;
  let end = head;
  const chunks = chunksOf(file).map(([, payload]) => {
    const start = end;
    end += 13 + [...payload].length;
    return file.subarray(start, end);
  });
  return [file.subarray(0, head), ...chunks];
}

test('random bytes with right checksums are an error, or are read', async () => {
  const payload = fc.array(fc.oneof(fc.nat({ max: 255 }), fc.nat({ max: 4 })), { maxLength: 60 });
  const chunks = fc.array(fc.tuple(fc.nat({ max: 9 }), payload), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(chunks, async (found) => {
      const bytes = fileOf(thread, [3, [0, 0, 1, 97]], ...found);
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
  await expect(readRecording(fileOf(thread, [4, payload]))).rejects.toThrow(message);
});

test('an announced length of 4 GB allocates nothing, and the file is cut off', async () => {
  for (const type of [5, 200]) {
    const head = Uint8Array.of(type, 0xff, 0xff, 0xff, 0xff);
    const checksum = new Uint8Array(Uint32Array.of(crc32(head)).buffer);
    const file = await readRecording([fileOf(), head, checksum, Uint8Array.of(1, 2, 3)]);
    expect(file.isComplete).toBe(false);
  }
});

test('chunks of unknown types are skipped, also in small parts, and their checksums count', async () => {
  const chunks = chunksOf(small);
  const bytes = fileOf(
    ...chunks.slice(0, -1),
    [99, Array.from({ length: 200 }, (_, at) => at)],
    [98, []],
    chunks.at(-1)!,
  );
  for (const size of [1, 5, 64, 1e6])
    expect(await readRecording(partsOf(bytes, size))).toMatchObject({ isComplete: true, skipped: 2 });
  bytes[bytes.length - 80]! ^= 1;
  await expect(readRecording(bytes)).rejects.toThrow(/the chunk at byte \d+ is damaged/);
});

test('records of unknown kinds are skipped and counted', async () => {
  const shift = Array.from({ length: 8 }, () => 0);
  const records = [0, 0, ...shift, 2, 20 * 4, 0, 0, 0, 6 * 4, 0, 0, 0];
  const file = await readRecording(fileOf(thread, [3, [0, 0, 1, 97]], [4, records], [7, []]));
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
  for (const missing of [1, 8, 2000])
    expect((await readRecording(zipped.subarray(0, zipped.length - missing))).isComplete).toBe(false);
  await expect(readRecording(gzipSync('something else'))).rejects.toThrow('not a recording file');
});

test('compressed bytes that were changed are an error, and do not seem to be cut off', async () => {
  for (const size of [1000, 1e6]) {
    const zipped = gzipSync(whole);
    for (let at = 2; at < zipped.length; at += 977) {
      const changed = zipped.slice();
      changed[at]! ^= 0x10;
      const result = await readRecording(partsOf(changed, size)).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toBeInstanceOf(SyntaxError);
      else expect(at).toBeLessThan(10); // the head of gzip has bytes without a meaning
    }
    zipped[zipped.length - 6]! ^= 1; // the checksum of gzip
    await expect(readRecording(partsOf(zipped, size))).rejects.toThrow(
      'readRecording: the compressed bytes are damaged',
    );
  }
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

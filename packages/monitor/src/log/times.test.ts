import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogReader } from './log-reader.ts';
import { MemoryLog } from './log-sink.ts';
import { completeLogOptions, LogWriter } from './log-writer.ts';

/** Writes readings, and returns the readings of the log, and its bytes per reading. */
function copy(times: readonly number[]): { readonly read: readonly number[]; readonly bytes: number } {
  const sink = new MemoryLog();
  const writer = new LogWriter(completeLogOptions('test', { sink, chunkSize: 16 }, []), 1);
  for (const time of times) writer.reading(() => time);
  writer.finish();
  const reader = new LogReader(sink.bytes);
  const read = times.map(() => reader.reading());
  expect([reader.divergence, reader.isComplete]).toEqual([undefined, true]);
  return { read, bytes: (sink.bytes.length - 10) / times.length };
}

test('any times are read exactly, also those that go back or are not finite', () => {
  const time = fc.oneof(
    fc.double(),
    fc.double({ min: 0, max: 1e9 }),
    fc.integer(),
    fc.constantFrom(0, NaN, Infinity, -1, 5e-324),
  );
  fc.assert(
    fc.property(fc.array(time, { minLength: 1 }), (times) => {
      // The sign of zero is not a part of a time.
      const expected = times.map((one) => one + 0);
      expect(copy(times).read.map((one) => one + 0)).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});

test('close times with a rounding error are read exactly', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e9, max: 2e12, noNaN: true }),
      fc.array(fc.nat(5000), { minLength: 1 }),
      (origin, steps) => {
        let ticks = 0;
        const times = steps.map((step) => (ticks += step) * 0.005 + origin - origin);
        const noisy = steps
          .map((step) => (ticks += step) * 0.005 + (origin % 7))
          .map((one) => one - (origin % 3));
        expect(copy([...times, ...noisy]).read).toEqual([...times, ...noisy]);
      },
    ),
  );
});

test.each([
  ['of Node', 1, 0.000_731, 2.2],
  ['of isolated pages', 1e5, 0.005, 5],
  ['of isolated pages with a rounding error', 123_456.789_012_3, 0.005, 5.1],
  ['that do not advance', 5, 0, 1.1],
])('readings of clocks %s from %f on, every %f ms, take at most %f bytes', (_, start, step, most) => {
  const times = Array.from({ length: 1000 }, (__, i) => start + i * step);
  const { bytes, read } = copy(times);
  expect(read).toEqual(times);
  expect(bytes).toBeLessThanOrEqual(most);
});

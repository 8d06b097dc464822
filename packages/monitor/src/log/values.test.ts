import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { readValue } from './read-value.ts';
import { writeValue } from './write-value.ts';

function copy(value: unknown): unknown {
  const writer = new ByteWriter(1);
  writeValue(writer, 'the value', value);
  const reader = new ByteReader(writer.take());
  const read = readValue(reader);
  expect(reader.at).toBe(reader.length);
  return read;
}

test('any data without cycles and classes is copied exactly', () => {
  const data = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    stringUnit: 'binary',
  });
  fc.assert(
    fc.property(data, (value) => {
      expect(copy(value)).toStrictEqual(value);
    }),
  );
});

test.each([
  ['half of a surrogate pair', '\uD800 and \uDC00'],
  ['a byte order mark', '\uFEFFa'],
  ['negative zero', -0],
  ['NaN', NaN],
  ['the greatest whole number', Number.MAX_SAFE_INTEGER],
  ['a greater number', 2 ** 60],
  ['a member __proto__', JSON.parse('{"__proto__":{"x":1}}')],
  ['an empty buffer', new ArrayBuffer(0)],
  ['a view of a part of a buffer', new Uint16Array(Uint16Array.of(1, 2, 3, 4).buffer, 2, 2)],
  ['a date that is not valid', new Date(NaN)],
])('%s is copied exactly', (_, value) => {
  expect(copy(value)).toStrictEqual(value);
});

test('an error keeps its name and its message', () => {
  const error = copy(new RangeError('too far')) as Error;
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.message]).toEqual(['RangeError', 'too far']);
});

test('functions, symbols, instances of classes and cycles are refused with the reason', () => {
  class Player {
    readonly x = 1;
  }
  const cycle: { self?: object } = {};
  cycle.self = cycle;
  for (const value of [
    () => 1,
    Symbol('x'),
    new Player(),
    { deep: [new Player()] },
    Promise.resolve(),
    new WeakMap(),
  ])
    expect(() => copy(value)).toThrow('the value must be made of primitives');
  expect(() => copy(cycle)).toThrow('the value must be nested at most 64 levels deep');
});

test('any bytes are a value, or refused with a RangeError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
      try {
        readValue(new ByteReader(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
    { numRuns: 2000 },
  );
});

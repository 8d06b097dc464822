import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { toClampedShort, toDomString, toSocketData, toStrings, toUsvString } from './web-idl.ts';

test.each<[unknown, number]>([
  [undefined, 0],
  [null, 0],
  ['1000', 1000],
  ['text', 0],
  [-5, 0],
  [70_000, 65_535],
  [Infinity, 65_535],
  [1000.4, 1000],
  [1000.5, 1000],
  [1001.5, 1002],
  [1000.6, 1001],
])('as an unsigned short, %s becomes %s', (given, expected) => {
  expect(toClampedShort(given)).toBe(expected);
});

test.each([toClampedShort, toDomString, toUsvString, toStrings, toSocketData])(
  '%o throws for a symbol',
  (convert) => {
    expect(() => convert(Symbol('given'))).toThrow(TypeError);
  },
);

test('a lone surrogate becomes a replacement character, and a pair stays', () => {
  expect(toUsvString('a\uD83Db\uDE00c🙂')).toBe('a\uFFFDb\uFFFDc🙂');
});

test.each<[unknown, string[]]>([
  ['chat', ['chat']],
  [null, ['null']],
  [undefined, ['undefined']],
  [
    ['a', 1],
    ['a', '1'],
  ],
  [new Set(['a', 'b']), ['a', 'b']],
  [{ toString: () => 'text' }, ['text']],
  [Object('ab'), ['a', 'b']],
])('as a list of strings, %o becomes %o', (given, expected) => {
  expect(toStrings(given)).toEqual(expected);
});

const memory = new ArrayBuffer(2);

test.each([memory, new Uint8Array(memory), new DataView(memory), new Blob(['blob'])])(
  '%o is sent as it is',
  (data) => {
    expect(toSocketData(data)).toBe(data);
  },
);

test('an ArrayBuffer or typed array of another realm is sent as bytes', () => {
  const [buffer, view] = runInNewContext('[new ArrayBuffer(2), new Uint8Array(2)]') as [
    ArrayBuffer,
    Uint8Array,
  ];
  expect(buffer).not.toBeInstanceOf(ArrayBuffer);
  expect(toSocketData(buffer)).toBe(buffer);
  expect(toSocketData(view)).toBe(view);
});

test('an object that is neither a buffer, a view nor a Blob is sent as a string', () => {
  expect(toSocketData({ toString: () => 'text' })).toBe('text');
  expect(toSocketData([1, 2])).toBe('1,2');
  expect(toSocketData({ size: 4, byteLength: 4 })).toBe('[object Object]');
});

test('a view of shared memory throws an error, as with the WebSocket of the platform', () => {
  const shared = new SharedArrayBuffer(2);
  expect(() => toSocketData(new Uint8Array(shared))).toThrow('the memory of data must not be shared');
});

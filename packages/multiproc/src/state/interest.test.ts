import { expect, test } from 'vitest';
import { checkInterest, rowsWithin } from './interest.ts';

test.each([
  ['height', [1], 'two corners of 1 number each, got [1]'],
  ['height', ['0', 1], 'two corners of 1 number each, got [0, 1]'],
  ['height', 5, 'two corners of 1 number each, got 5'],
  ['position', [[0, 0], [1]], 'two corners of 2 numbers each, got [[0, 0], [1]]'],
  ['position', [[0, NaN], null], 'two corners of 2 numbers each, got [[0, NaN], null]'],
])('the error of a bad range of %s names its values: %j', (field, range, end) => {
  const schema = { height: 'f32', position: 'vec2' } as const;
  expect(() => checkInterest(schema, { [field]: range } as never)).toThrow(
    new TypeError(`within: ${field} must be ${end}`),
  );
});

test.each([
  ['height', [NaN, 1], '[NaN, 1]'],
  [
    'position',
    [
      [0, 0],
      [1, NaN],
    ],
    '[[0, 0], [1, NaN]]',
  ],
])('a corner of %s with NaN is refused by name: %j', (field, range, text) => {
  const schema = { height: 'f32', position: 'vec2' } as const;
  expect(() => checkInterest(schema, { [field]: range } as never)).toThrow(
    new RangeError(`within: ${field} must have no NaN in its corners, got ${text}`),
  );
});

test.each([
  [
    [
      [0, 0],
      [20, 10],
    ],
  ],
  [
    [
      [20, 10],
      [0, 0],
    ],
  ],
  [
    [
      [20, 0],
      [0, 10],
    ],
  ],
  [
    [
      [0, 10],
      [20, 0],
    ],
  ],
] as const)('any two opposite corners select the rows between them, both included: %j', (position) => {
  const points = [0, 0, 20, 10, 5, 5, 21, 5, 5, 11, -1, 5];
  const rows = { count: 6, ids: new Uint32Array(6), columns: { position: new Float32Array(points) } };
  expect([...rowsWithin(rows as never, { position })]).toEqual([0, 1, 2]);
});

test('a range of a single number may have its ends in any order', () => {
  const rows = { count: 4, ids: new Uint32Array(4), columns: { height: new Float32Array([1, 2, 5, 6]) } };
  expect([...rowsWithin(rows as never, { height: [5, 2] })]).toEqual([1, 2]);
});

import { expect, expectTypeOf, test } from 'vitest';
import { Hub } from '../session/hub.ts';
import { checkFilter, rowsWithin } from './row-filter.ts';
import { SharedState } from '../session/shared-state.ts';
import type { Replica } from './replica.ts';
import type { Schema } from './schema.ts';

test.each([
  ['height', [1], 'two corners of 1 number each, got [1]'],
  ['height', ['0', 1], 'two corners of 1 number each, got [0, 1]'],
  ['height', 5, 'two corners of 1 number each, got 5'],
  ['position', [[0, 0], [1]], 'two corners of 2 numbers each, got [[0, 0], [1]]'],
  ['position', [[0, NaN], null], 'two corners of 2 numbers each, got [[0, NaN], null]'],
])('the error of an invalid range of %s names its values: %j', (field, range, end) => {
  const schema = { height: 'f32', position: 'vec2' } as const;
  expect(() => checkFilter(schema, { [field]: range } as never)).toThrow(
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
])('a corner with NaN is refused with an error that names the field %s: %j', (field, range, text) => {
  const schema = { height: 'f32', position: 'vec2' } as const;
  expect(() => checkFilter(schema, { [field]: range } as never)).toThrow(
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

test('the range of a field with one number may have its corners in any order', () => {
  const rows = { count: 4, ids: new Uint32Array(4), columns: { height: new Float32Array([1, 2, 5, 6]) } };
  expect([...rowsWithin(rows as never, { height: [5, 2] })]).toEqual([1, 2]);
});

test("a row filter has the corners of the replica's fields, and may name other fields of the table", () => {
  const hub = new Hub(() => {});
  const part = new SharedState(hub.peer);
  const schema = { height: 'f32', position: 'vec2' } as const;
  const compile = async (): Promise<void> => {
    const replica = await part.replica('rows', { height: 'f32', position: 'vec2' });
    expectTypeOf(replica.schema).toEqualTypeOf<{ height: 'f32'; position: 'vec2' }>();
    replica.within = {
      height: [0, 1],
      other: [
        [0, 0, 0],
        [1, 1, 1],
      ],
    };
    // @ts-expect-error the corners of a vec2 have two numbers
    replica.within = { position: [0, 1] };
    await part.replica('rows', schema, {
      within: {
        position: [
          [0, 0],
          [1, 1],
        ],
      },
    });
    const line = [[0], [1]] as const;
    // @ts-expect-error the corners of a vec2 have two numbers
    await part.replica('rows', schema, { within: { position: line } });
    const area = [
      [0, 0],
      [1, 1],
    ] as const;
    // @ts-expect-error the corners of an f32 are numbers
    await part.replica('rows', schema, { within: { height: area } });
    const any: Replica<Schema> = replica;
    any.close();
  };
  expect(compile).toBeTypeOf('function');
  hub.peer.close();
});

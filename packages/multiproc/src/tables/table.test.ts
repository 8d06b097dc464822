import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Table } from './table.ts';

const schema = { place: 'vec2', kind: 'u8', mass: 'f64' } as const;

test('rows stay with their entities, whatever is added and removed', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.nat(20), adds: fc.boolean() }), { maxLength: 200 }), (steps) => {
      const table = new Table(schema, 1);
      const expected = new Set<number>();
      for (const { adds, id } of steps) {
        if (!adds) expect(table.remove(id)).toBe(expected.delete(id));
        else if (expected.has(id)) expect(() => table.add(id)).toThrow(RangeError);
        else {
          expected.add(id);
          const row = table.add(id);
          table.columns.place.set([id, -id], 2 * row);
          table.columns.kind[row] = id;
          table.columns.mass[row] = id / 3;
        }
      }
      expect(table.count).toBe(expected.size);
      for (const id of expected) {
        const row = table.rowOf(id)!;
        expect(row).toBeLessThan(table.count);
        expect(table.ids[row]).toBe(id);
        expect([...table.columns.place.subarray(2 * row, 2 * row + 2)]).toEqual([id, id === 0 ? -0 : -id]);
        expect([table.columns.kind[row], table.columns.mass[row]]).toEqual([id, id / 3]);
      }
    }),
  );
});

test('a new row is all zeros', () => {
  const table = new Table(schema);
  table.columns.place.set([5, 5], 2 * table.add(1));
  table.remove(1);
  table.add(2);
  expect([...table.columns.place.subarray(0, 2)]).toEqual([0, 0]);
});

test('a table that grows detaches its earlier arrays', () => {
  const table = new Table(schema, 16);
  const { columns, ids } = table;
  for (let id = 0; id < 16; id++) table.columns.mass[table.add(id)] = id;
  expect(table.columns).toBe(columns);
  table.add(16);
  expect([ids, ...Object.values(columns)].map(({ length }) => length)).toEqual([0, 0, 0, 0]);
  expect(() => columns.mass.fill(1)).toThrow(TypeError);
  expect(columns.mass[3]).toBeUndefined();
  expect([...table.columns.mass.subarray(0, 17)]).toEqual([...Array(16).keys(), 0]);
});

test('the application cannot change the number of rows or the fields', () => {
  const given = { height: 'f32' } as Record<string, 'f32'>;
  const table = new Table(given);
  expect(() => Object.assign(table, { count: 5 })).toThrow(TypeError);
  given['width'] = 'f32';
  expect(table.add(1)).toBe(0);
  expect([table.count, table.schema]).toEqual([1, { height: 'f32' }]);
});

test('a field with an unknown type is refused with an error that names the field', () => {
  expect(() => new Table({ place: 'vec5' as 'vec2' })).toThrow(/place must be one of f32, .*, got 'vec5'/);
});

test.each([undefined, NaN, Infinity, -1, 1.5, 2 ** 32, '5', {}])('an id that is %s is refused', (id) => {
  const table = new Table(schema);
  expect(() => table.add(id as number)).toThrow(
    /^Table.add: id must be a whole number from 0 to 4294967295, got/,
  );
  expect(table.count).toBe(0);
  expect(table.rowOf(id as number)).toBeUndefined();
  expect(table.remove(id as number)).toBe(false);
});

test.each([NaN, Infinity, -1, 20.5, '5', {}])('a capacity of %s is refused', (capacity) => {
  expect(() => new Table(schema, capacity as number)).toThrow(/^table: capacity must be a whole number/);
});

test.each([undefined, null, 5, 'vec2', { place: 'constructor' }, { place: undefined }])(
  'a schema that is %o is refused',
  (bad) => {
    expect(() => new Table(bad as never)).toThrow(/^schema(: place)? must be/);
  },
);

test('a capacity that takes more than 1 GiB is refused', () => {
  const most = 2 ** 30 / 8; // 4 bytes for the id, 4 for the field
  expect(() => new Table({ height: 'f32' }, 2 ** 31)).toThrow(RangeError);
  expect(() => new Table({ height: 'f32' }, most + 1)).toThrow(/^table: capacity must be .+, got 134217729$/);
});

test.each([
  [3n, TypeError, '3n'],
  [Symbol('id'), TypeError, 'Symbol(id)'],
  ['3', TypeError, "'3'"],
  [2 ** 32, RangeError, '4294967296'],
])('the error of an invalid id shows the id: %o', (id, kind, text) => {
  const table = new Table(schema);
  expect(() => table.add(id as never)).toThrow(
    new kind(`Table.add: id must be a whole number from 0 to 4294967295, got ${text}`),
  );
  expect(table.count).toBe(0);
});

test('a field cannot have the name __proto__', () => {
  expect(() => new Table({ x: 'f32', ['__proto__']: 'f32' })).toThrow(
    "schema: the name of a field must be other than __proto__, got '__proto__'",
  );
});

test('a field that the schema inherits is refused with an error that names the field', () => {
  const inherited = Object.create({ x: 'f32' }) as { x: 'f32' };
  const both = Object.assign(Object.create({ x: 'f32' }) as { x: 'f32' }, { y: 'f64' } as const);
  for (const wrong of [inherited, both]) {
    expect(() => new Table(wrong)).toThrow(
      new TypeError("schema: x must be an own property of the schema instead of an inherited one, got 'f32'"),
    );
  }
});

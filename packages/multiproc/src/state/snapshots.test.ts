import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bell, BellPull } from './bell.ts';
import { copyRows, openRows, type Schema } from './schema.ts';
import { SharedSnapshotReader, SharedSnapshotWriter } from './shared-snapshots.ts';
import { interpolate, type Snapshot, type SnapshotReader, type SnapshotWriter } from './snapshot.ts';
import { Table } from './table.ts';
import {
  type Parcel,
  TransferredSnapshotReader,
  TransferredSnapshotWriter,
} from './transferred-snapshots.ts';

const schema = { place: 'vec2', heading: 'angle', kind: 'u8' } as const;
type Fields = typeof schema;

/** A writer and a reader, and the messages between them, which come when `deliver` is called. */
interface Pair {
  readonly writer: SnapshotWriter;
  readonly reader: SnapshotReader<Fields>;
  readonly deliver: () => void;
}

function shared(): Pair {
  const messages: (() => void)[] = [];
  const reader = new SharedSnapshotReader(schema);
  const bell = new BellPull(new Bell().memory, () => {});
  const writer = new SharedSnapshotWriter(schema, bell, (memory, capacity) =>
    messages.push(() => reader.adopt(memory, capacity)),
  );
  return { writer, reader, deliver: () => messages.shift()?.() };
}

function transferred(): Pair {
  const messages: (() => void)[] = [];
  const move = (memory: ArrayBuffer): ArrayBuffer => structuredClone(memory, { transfer: [memory] });
  const send = (parcel: Parcel): void => {
    const moved = { ...parcel, memory: move(parcel.memory) };
    messages.push(() => reader.receive(moved));
  };
  const writer = new TransferredSnapshotWriter(schema, send);
  const reader = new TransferredSnapshotReader(schema, (buffers) => {
    const moved = buffers.map(move);
    messages.push(() => writer.takeBack(moved));
  });
  return { writer, reader, deliver: () => messages.shift()?.() };
}

describe.each([
  ['shared memory', shared],
  ['transferred buffers', transferred],
])('by %s', (_, open) => {
  test('a reader sees whole snapshots, newer and newer, and at last the newest', () => {
    const step = fc.oneof(
      fc.record({ what: fc.constant('write' as const), count: fc.nat(40) }),
      fc.record({ what: fc.constantFrom('advance' as const, 'deliver' as const), count: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const { deliver, reader, writer } = open();
        const table = new Table(schema, 1);
        let time = 0;
        let seen = 0;
        const look = (): void => {
          const before = reader.newest;
          if (!reader.advance()) return;
          expect(reader.previous).toBe(before);
          expect(reader.newest!.time).toBeGreaterThan(seen);
          seen = reader.newest!.time;
          expectWhole(reader.newest!);
          if (reader.previous) expectWhole(reader.previous);
        };
        for (const { count, what } of steps) {
          if (what === 'deliver') deliver();
          if (what === 'advance') look();
          if (what === 'write') {
            fill(table, count, ++time);
            writer.write(table, time);
            fill(table, 40 - count, -1); // and that is not committed
          }
        }
        for (let i = 0; i < 200; i++) {
          deliver();
          look();
        }
        expect(seen).toBe(time);
      }),
    );
  });
});

test.each([
  ['shared memory', shared],
  ['transferred buffers', transferred],
])('of a table comes what lies within the ranges that the reader wants, by %s', (_, open) => {
  const number = fc.integer({ min: -9, max: 9 });
  const rows = fc.array(fc.tuple(number, number, fc.nat(5)), { maxLength: 60 });
  const steps = fc.array(fc.record({ rows, least: number, most: number, kind: fc.nat(5) }), { maxLength: 8 });
  fc.assert(
    fc.property(steps, (all) => {
      const { deliver, reader, writer } = open();
      for (const [time, { kind, least, most, rows: given }] of all.entries()) {
        const table = new Table(schema, 1);
        for (const [i, [x, y, which]] of given.entries()) {
          table.add(i + 1);
          table.columns.place.set([x, y], 2 * i);
          table.columns.kind[i] = which;
        }
        writer.interest = {
          place: [
            [least, -9],
            [most, 3],
          ],
          kind: [0, kind],
        };
        writer.write(table, time);
        for (let i = 0; i < 3; i++) deliver();
        reader.advance();
        const { columns, count, ids } = reader.newest!;
        const wanted = given.flatMap(([x, y, which], i) =>
          x >= least && x <= most && y <= 3 && which <= kind ? [[i + 1, x, y, which]] : [],
        );
        expect(count).toBe(wanted.length);
        expect([...ids.subarray(0, count)]).toEqual(wanted.map(([id]) => id));
        expect([...columns.place.subarray(0, 2 * count)]).toEqual(wanted.flatMap(([, x, y]) => [x, y]));
        expect([...columns.kind.subarray(0, count)]).toEqual(wanted.map(([, , , which]) => which));
      }
    }),
  );
});

test('fields that a reader does not want are not copied', () => {
  const table = new Table(schema);
  fill(table, 3, 7);
  const part = { kind: 'u8' } as const satisfies Schema;
  const rows = openRows(part, 4, new ArrayBuffer(64));
  copyRows(part, table, rows);
  expect([...rows.columns.kind]).toEqual([7, 7, 7, 0]);
});

describe('between two snapshots', () => {
  const before = snapshot(100, [
    [1, 0, 0, 3],
    [2, 10, 10, 0],
    [4, 5, 5, 1],
  ]);
  const after = snapshot(200, [
    [2, 20, 0, 1],
    [1, 4, 8, -3],
    [3, 7, 7, 2],
  ]);

  test.each([
    [150, [15, 5], [2, 4]],
    [50, [10, 10], [0, 0]],
    [500, [20, 0], [4, 8]],
  ])('rows are where they were at %d', (time, second, first) => {
    const target = openRows(schema, 4, new ArrayBuffer(128));
    interpolate(schema, before, after, time, target);
    expect([...target.ids.subarray(0, 3)]).toEqual([2, 1, 3]);
    expect([...target.columns.place.subarray(0, 4)]).toEqual([...second, ...first]);
    expect([...target.columns.place.subarray(4, 6)]).toEqual([7, 7]);
  });

  test('angles go the short way', () => {
    const target = openRows(schema, 4, new ArrayBuffer(128));
    interpolate(schema, before, after, 150, target);
    expect(Math.cos(target.columns.heading[1]!)).toBeCloseTo(-1);
    expect(target.columns.heading[0]).toBeCloseTo(0.5);
  });
});

/** All that is in a snapshot tells the same number. */
function fill(table: Table<Fields>, count: number, number: number): void {
  while (table.count > count) table.remove(table.ids[table.count - 1]!);
  while (table.count < count) table.add(1000 + table.count);
  table.columns.place.fill(number, 0, 2 * count);
  table.columns.heading.fill(number, 0, count);
  table.columns.kind.fill(number, 0, count);
}

function expectWhole({ columns, count, ids, time }: Snapshot<Fields>): void {
  const numbers = [
    ...columns.place.subarray(0, 2 * count),
    ...columns.heading.subarray(0, count),
    ...columns.kind.subarray(0, count),
  ];
  expect(new Set(numbers)).toEqual(new Set(count > 0 ? [time] : []));
  expect([...ids.subarray(0, count)]).toEqual(Array.from({ length: count }, (_, i) => 1000 + i));
}

/** Of rows of id, x, y and heading. */
function snapshot(
  time: number,
  rows: readonly (readonly [number, number, number, number])[],
): Snapshot<Fields> {
  const table = new Table(schema);
  for (const [id, x, y, heading] of rows) {
    const row = table.add(id);
    table.columns.place.set([x, y], 2 * row);
    table.columns.heading[row] = heading;
  }
  return { ids: table.ids, columns: table.columns, count: table.count, time };
}

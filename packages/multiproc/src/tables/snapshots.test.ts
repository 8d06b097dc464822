import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WakeSignal, WakeSender } from './wake-signal.ts';
import { copyRows, openRows, type Schema } from './schema.ts';
import { SharedSnapshotReader, SharedSnapshotWriter } from './shared-snapshots.ts';
import { interpolate, type Snapshot, type SnapshotReader, type SnapshotWriter } from './snapshot.ts';
import { Table } from './table.ts';
import {
  type SnapshotBuffer,
  TransferredSnapshotReader,
  TransferredSnapshotWriter,
  MAX_KEPT_BUFFERS,
} from './transferred-snapshots.ts';

const schema = { place: 'vec2', heading: 'angle', kind: 'u8' } as const;
type Fields = typeof schema;

/** A writer and a reader. Each call of `deliver` delivers the next message between them. */
interface Pair {
  readonly writer: SnapshotWriter;
  readonly reader: SnapshotReader<Fields>;
  readonly deliver: () => void;
  /** Sends the snapshot that waits for a buffer. Has no effect with shared memory. */
  readonly sendWaiting: () => void;
}

function shared(): Pair {
  const messages: (() => void)[] = [];
  const reader = new SharedSnapshotReader(schema);
  const wakeSignal = new WakeSender(new WakeSignal().memory, () => {});
  const writer = new SharedSnapshotWriter(schema, wakeSignal, (memory, capacity) =>
    messages.push(() => reader.adopt(memory, capacity)),
  );
  return { writer, reader, deliver: () => messages.shift()?.(), sendWaiting: () => {} };
}

function transferred(): Pair {
  const messages: (() => void)[] = [];
  const move = (memory: ArrayBuffer): ArrayBuffer => structuredClone(memory, { transfer: [memory] });
  const send = (buffer: SnapshotBuffer): void => {
    const moved = { ...buffer, memory: move(buffer.memory) };
    messages.push(() => reader.receive(moved));
  };
  const writer = new TransferredSnapshotWriter(schema, send);
  const reader = new TransferredSnapshotReader(schema, (buffers) => {
    const moved = buffers.map(move);
    messages.push(() => writer.reclaim(moved));
  });
  const sendWaiting = (): void => writer.sendWaiting();
  return { writer, reader, deliver: () => messages.shift()?.(), sendWaiting };
}

describe.each([
  ['shared memory', shared],
  ['transferred buffers', transferred],
])('by %s', (_, open) => {
  test('a reader gets whole snapshots, each newer than the one before, and finally the newest', () => {
    const step = fc.oneof(
      fc.record({ what: fc.constant('write' as const), count: fc.nat(40) }),
      fc.record({ what: fc.constantFrom('advance', 'deliver', 'sendWaiting'), count: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const { deliver, reader, sendWaiting, writer } = open();
        const table = new Table(schema, 1);
        let time = 0;
        let seen = 0;
        const advance = (): void => {
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
          if (what === 'advance') advance();
          if (what === 'sendWaiting') sendWaiting();
          if (what === 'write') {
            fill(table, count, ++time);
            writer.write(table, time);
            fill(table, 40 - count, -1); // these changes are not committed
          }
        }
        for (let i = 0; i < 200; i++) {
          deliver();
          advance();
        }
        expect(seen).toBe(time);
      }),
    );
  });
});

test.each([
  ['shared memory', shared],
  ['transferred buffers', transferred],
])('a reader gets the rows that its row filter selects, by %s', (_, open) => {
  const number = fc.integer({ min: -9, max: 9 });
  const rows = fc.array(fc.tuple(number, number, fc.nat(5)), { maxLength: 60 });
  const steps = fc.array(fc.record({ rows, from: number, to: number, kind: fc.nat(5) }), { maxLength: 8 });
  fc.assert(
    fc.property(steps, (all) => {
      const { deliver, reader, writer } = open();
      for (const [time, { from, kind, rows: given, to }] of all.entries()) {
        const [least, most] = [Math.min(from, to), Math.max(from, to)];
        const table = new Table(schema, 1);
        for (const [i, [x, y, which]] of given.entries()) {
          table.add(i + 1);
          table.columns.place.set([x, y], 2 * i);
          table.columns.kind[i] = which;
        }
        writer.filter = {
          place: [
            [from, -9],
            [to, 3],
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

test('buffers beyond the usual number are released when they are returned', () => {
  const sent: SnapshotBuffer[] = [];
  const writer = new TransferredSnapshotWriter(schema, (buffer) => sent.push(buffer));
  const table = new Table(schema, 1);
  let time = 0;
  const write = (): void => writer.write(table, ++time);
  for (let i = 0; i < 100; i++) {
    write();
    writer.sendWaiting();
  }
  expect(sent.map(({ time: at }) => at)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  write(); // waits
  const memories = sent.map(({ memory }) => memory);
  for (let i = 0; i < 100; i += 4) writer.reclaim(memories.slice(i, i + 4));
  expect(sent.slice(100).map(({ time: at }) => at)).toEqual([101]);
  for (let i = 0; i < 100; i++) write();
  expect(sent.slice(101)).toHaveLength(MAX_KEPT_BUFFERS - 1);
});

test('fields that a reader does not request are not copied', () => {
  const table = new Table(schema);
  fill(table, 3, 7);
  const part = { kind: 'u8' } as const satisfies Schema;
  const rows = openRows(part, 4, new ArrayBuffer(64));
  copyRows(part, table, rows);
  expect([...rows.columns.kind]).toEqual([7, 7, 7, 0]);
});

describe('between two snapshots', () => {
  // id, x, y, heading, kind
  const before = snapshot(100, [
    [1, 0, 0, 3, 1],
    [2, 10, 10, 0, 2],
    [4, 5, 5, 1, 3],
  ]);
  const after = snapshot(200, [
    [2, 20, 0, 1, 7],
    [1, 4, 8, -3, 8],
    [3, 7, 7, 2, 9],
    [5, 7, 7, 2, 9],
  ]);

  function rowsAt(time: number): number[][] {
    const target = openRows(schema, 8, new ArrayBuffer(256));
    const count = interpolate(schema, before, after, time, target);
    const { heading, kind, place } = target.columns;
    return Array.from({ length: count }, (_, row) => [
      target.ids[row]!,
      place[2 * row]!,
      place[2 * row + 1]!,
      Math.round(100 * Math.cos(heading[row]!)),
      kind[row]!,
    ]);
  }
  const cos = (angle: number): number => Math.round(100 * Math.cos(angle));

  test.each([
    [150, [2, 4], -100, [15, 5], cos(0.5)],
    [125, [1, 2], cos(3 + (2 * Math.PI - 6) / 4), [12.5, 7.5], cos(0.25)],
    [199, [3.96, 7.92], cos(-3), [19.9, 0.1], cos(0.99)],
    [50, [0, 0], cos(3), [10, 10], 100],
    [100, [0, 0], cos(3), [10, 10], 100],
  ])(
    'at %d ms numbers are interpolated, angles by the shorter arc; whole numbers and rows stay as before',
    (time, [x, y], one, [u, v], two) => {
      const near = (rows: number[][]): number[][] =>
        rows.map((row) => row.map((value) => Math.round(1000 * value)));
      expect(near(rowsAt(time))).toEqual(
        near([
          [1, x!, y!, one, 1],
          [2, u!, v!, two, 2],
          [4, 5, 5, cos(1), 3],
        ]),
      );
    },
  );

  test.each([
    [5, 5, 5],
    [-Infinity, -Infinity, -Infinity],
    [Infinity, 7, Infinity],
    [7, Infinity, 7],
    [-Infinity, Infinity, -Infinity],
    [NaN, 7, NaN],
    [7, NaN, 7],
    [-1.5e308, 1.5e308, 0],
    [1.5e308, 1.7e308, 1.6e308],
  ])('the value half way from %d to %d is %d, also if the row has moved', (from, to, half) => {
    const fields = { far: 'f64', heading: 'angle' } as const;
    const at = (time: number, values: readonly (readonly [number, number])[]): Snapshot<typeof fields> => {
      const table = new Table(fields);
      for (const [id, far] of values) {
        const row = table.add(id);
        table.columns.far[row] = far;
        table.columns.heading[row] = Number.isFinite(far) ? 1 : far;
      }
      return { ids: table.ids, columns: table.columns, count: table.count, time };
    };
    const earlier = at(0, [[1, from], [2, from]]); // oxfmt-ignore
    for (const ids of [
      [1, 2],
      [2, 1],
    ]) {
      // oxfmt-ignore
      const later = at(
        10,
        ids.map((id) => [id, to]),
      );
      const target = openRows(fields, 8, new ArrayBuffer(256));
      interpolate(fields, earlier, later, 5, target);
      expect([...target.columns.far.subarray(0, 2)]).toEqual([half, half]);
      const heading = Number.isFinite(from) ? 1 : from;
      expect([...target.columns.heading.subarray(0, 2)]).toEqual([heading, heading]);
    }
  });

  test.each([200, 500])('at %d everything is as in the later snapshot', (time) => {
    expect(rowsAt(time)).toEqual([
      [2, 20, 0, cos(1), 7],
      [1, 4, 8, cos(-3), 8],
      [3, 7, 7, cos(2), 9],
      [5, 7, 7, cos(2), 9],
    ]);
  });
});

/** Makes a table of `count` rows in which all fields have the same number. */
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

/** A snapshot of rows with id, x, y, heading and kind. */
function snapshot(
  time: number,
  rows: readonly (readonly [number, number, number, number, number])[],
): Snapshot<Fields> {
  const table = new Table(schema);
  for (const [id, x, y, heading, kind] of rows) {
    const row = table.add(id);
    table.columns.place.set([x, y], 2 * row);
    table.columns.heading[row] = heading;
    table.columns.kind[row] = kind;
  }
  return { ids: table.ids, columns: table.columns, count: table.count, time };
}

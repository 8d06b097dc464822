import { describe, expect, test } from 'vitest';
import { WakeSignal, WakeSender } from './wake-signal.ts';
import { PublishedTables } from './published-tables.ts';
import type { Schema } from './schema.ts';
import { SharedSnapshotReader, SharedSnapshotWriter } from './shared-snapshots.ts';
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts';
import { TransferredSnapshotReader, TransferredSnapshotWriter } from './transferred-snapshots.ts';
import { PublishedTable } from './published-table.ts';

const whole = { height: 'f32', kind: 'u8' } as const satisfies Schema;
const part = { height: 'f32' } as const satisfies Schema;

interface Connection {
  readonly schema: Schema;
  readonly writer: SnapshotWriter;
  readonly reader: SnapshotReader<Schema>;
}

function shared(schema: Schema): Connection {
  const reader = new SharedSnapshotReader(schema);
  const wakeSignal = new WakeSender(new WakeSignal().memory, () => {});
  return {
    schema,
    reader,
    writer: new SharedSnapshotWriter(schema, wakeSignal, (...given) => reader.adopt(...given)),
  };
}

function transferred(schema: Schema): Connection {
  const writer: TransferredSnapshotWriter<Schema> = new TransferredSnapshotWriter(schema, (snapshot) =>
    reader.receive(snapshot),
  );
  const reader = new TransferredSnapshotReader(schema, (buffers) => writer.reclaim(buffers));
  return { schema, reader, writer };
}

function open(): PublishedTable<typeof whole> {
  const table = new PublishedTable(whole, 4, {
    name: 'rows',
    number: 1,
    now: () => 7,
    checkNotDisposed: () => {},
    close: () => {},
    onError: () => {},
  });
  table.add(1);
  table.columns.height[0] = 5;
  return table;
}

function heightsOf({ reader }: Connection): number[] {
  reader.advance();
  const { columns, count } = reader.newest!;
  return [...(columns as { readonly height: Float32Array }).height.subarray(0, count)];
}

const ways = [
  ['shared memory', shared],
  ['transferred buffers', transferred],
] as const;

describe.each(ways)('with readers by %s', (_, connect) => {
  describe.each(ways)('and a first reader by %s', (__, connectFirst) => {
    test.each([whole, part])(
      'a late reader gets only the committed rows; the first reader has the fields %o',
      (schema) => {
        const table = open();
        const first = connectFirst(schema);
        table.addReader(1, 1, first.writer, first.schema);
        table.commit();
        table.columns.height[0] = 6; // not committed
        table.add(2);
        const late = connect(whole);
        table.addReader(2, 1, late.writer, late.schema);
        expect(heightsOf(late)).toEqual([5]);
        expect(late.reader.newest!.time).toBe(7);
        table.commit();
        expect([first, late].map(heightsOf)).toEqual([
          [6, 0],
          [6, 0],
        ]);
      },
    );
  });

  test('a reader that comes after all other readers have left gets the committed rows', () => {
    const table = open();
    const first = shared(whole);
    table.addReader(1, 1, first.writer, first.schema);
    table.commit();
    table.columns.height[0] = 6;
    table.removeReader(1, 1);
    const late = connect(part);
    table.addReader(2, 1, late.writer, late.schema);
    expect(heightsOf(late)).toEqual([5]);
  });

  test('a reader whose row filter changes gets the rows as they were committed', () => {
    const table = open();
    const reader = connect(whole);
    table.addReader(1, 1, reader.writer, reader.schema);
    table.columns.height[table.add(2)] = 50;
    table.commit();
    table.columns.height.fill(7);
    table.setFilter(1, 1, { height: [10, 100] });
    expect(heightsOf(reader)).toEqual([50]);
    table.setFilter(1, 1, { height: [0, 10] });
    expect(heightsOf(reader)).toEqual([5]);
    table.setFilter(1, 1, undefined);
    expect(heightsOf(reader)).toEqual([5, 50]);
  });

  test('a reader gets no snapshot before the first commit', () => {
    const table = open();
    const reader = connect(whole);
    table.addReader(1, 1, reader.writer, reader.schema);
    expect(reader.reader.advance()).toBe(false);
  });
});

test.each([null, NaN, Infinity, '5', {}])('commit(%s) throws, and readers get no snapshot', (time) => {
  const table = open();
  const { reader, schema, writer } = shared(whole);
  table.addReader(1, 1, writer, schema);
  expect(() => table.commit(time as number)).toThrow('commit: time must be a finite number');
  expect(reader.advance()).toBe(false);
});

test('each reader of a thread gets its own snapshots, and a replaced or dropped reader gets no more', () => {
  const received: string[] = [];
  const tables = new PublishedTables({
    thread: () => 1,
    announce: () => {},
    withdraw: () => {},
    send: (_, name, [reader]) => received.push(`${name} ${String(reader)}`),
    now: () => 7,
    checkNotDisposed: () => {},
    onError: () => {},
  });
  const table = tables.create('rows', whole, undefined);
  tables.joined('rows', 2);
  for (const reader of [1, 2, 2]) tables.requestRows('rows', 2, reader, whole, undefined, undefined, 1);
  received.length = 0;
  table.commit();
  tables.drop('rows', 2, 1);
  table.commit();
  expect(received).toEqual(['snapshot 1', 'snapshot 2', 'snapshot 2']);
});

describe('a thread that closes a replica and opens another one at once', () => {
  function publish(): { tables: PublishedTables; sent: string[] } {
    const sent: string[] = [];
    const tables = new PublishedTables({
      thread: () => 1,
      announce: () => {},
      withdraw: () => {},
      send: (to, name) => sent.push(`${name} to ${to}`),
      now: () => 7,
      checkNotDisposed: () => {},
      onError: () => {},
    });
    return { tables, sent };
  }

  test('gets the message `closed` once, even if the second replica was opened by the first offer', () => {
    const { tables, sent } = publish();
    const table = tables.create('rows', whole, undefined);
    tables.joined('rows', 2);
    tables.requestRows('rows', 2, 1, whole, undefined, undefined, 1);
    tables.left('rows', 2); // about the first replica; the second one is already open
    table.close();
    tables.joined('rows', 2);
    expect(sent).toEqual(['offer to 2', 'ready to 2', 'closed to 2']);
  });

  test('gets no snapshot after it has closed its last replica, even if its request arrives late', () => {
    const { tables, sent } = publish();
    const table = tables.create('rows', whole, undefined);
    tables.joined('rows', 2);
    tables.left('rows', 2);
    tables.requestRows('rows', 2, 1, whole, undefined, undefined, 1);
    table.commit();
    expect(sent).toEqual(['offer to 2', 'closed to 2']);
  });

  test('is told of the end of a table even if its request has not arrived', () => {
    const { tables, sent } = publish();
    const table = tables.create('rows', whole, undefined);
    tables.joined('rows', 2);
    table.close();
    expect(sent).toEqual(['offer to 2', 'closed to 2']);
  });
});

describe('a table that is closed and created again at once', () => {
  const other = { kind: 'vec2' } as const satisfies Schema;

  function createAgain(): {
    tables: PublishedTables;
    table: PublishedTable<typeof other>;
    sent: unknown[][];
  } {
    const sent: unknown[][] = [];
    const tables = new PublishedTables({
      thread: () => 1,
      announce: () => {},
      withdraw: () => {},
      send: (...message) => sent.push(message),
      now: () => 7,
      checkNotDisposed: () => {},
      onError: () => {},
    });
    tables.create('rows', whole, 4).close();
    const table = tables.create('rows', other, undefined);
    tables.joined('rows', 2);
    return { table, tables, sent };
  }

  test('is offered with another number', () => {
    expect(createAgain().sent).toEqual([[2, 'offer', ['rows', 1, other, 2]]]);
  });

  test('ignores a reader that requests the first table', () => {
    const { table, tables, sent } = createAgain();
    sent.length = 0;
    tables.requestRows('rows', 2, 1, whole, undefined, undefined, 1);
    table.add(1);
    table.commit();
    expect(sent).toEqual([]);
  });

  test('serves a reader that requests the second table', () => {
    const { table, tables, sent } = createAgain();
    tables.requestRows('rows', 2, 1, other, undefined, undefined, 2);
    table.commit();
    expect(sent.map(([, name]) => name)).toEqual(['offer', 'ready', 'snapshot']);
  });
});

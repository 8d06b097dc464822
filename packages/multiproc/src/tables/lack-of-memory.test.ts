import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Hub } from '../session/hub.ts';
import { SharedState } from '../session/shared-state.ts';
import type { Replica } from './replica.ts';
import type { PublishedTable } from './published-table.ts';

const schema = { height: 'f64' } as const;
const lack = 'Array buffer allocation failed';

/** Bytes of the largest buffer that can be created. */
let most = Infinity;

beforeEach(() => {
  most = Infinity;
  vi.stubGlobal('ArrayBuffer', scarce(ArrayBuffer));
  vi.stubGlobal('SharedArrayBuffer', scarce(SharedArrayBuffer));
});

afterEach(() => vi.unstubAllGlobals());

/** A class whose constructor throws if the buffer would be larger than `most`. */
function scarce<Memory extends object>(Kind: new (bytes: number) => Memory): new (bytes: number) => Memory {
  return new Proxy(Kind, {
    construct(_, [bytes]: [number]) {
      if (bytes > most) throw new RangeError(lack);
      return new Kind(bytes);
    },
  });
}

function noMemory(what: string, rows: number): RangeError {
  return new RangeError(`${what}: memory for ${rows} rows must be available, got ${lack}`);
}

interface Opened {
  readonly part: SharedState;
  readonly errors: unknown[];
  readonly table: PublishedTable<typeof schema>;
}

/** A table of 100 rows, which takes 1,200 bytes. */
function open(canShare: boolean): Opened {
  const errors: unknown[] = [];
  const part = new SharedState(new Hub((error) => errors.push(error), undefined, canShare).peer);
  const table = part.table('birds', schema, { capacity: 100 });
  fill(table, 100);
  return { part, errors, table };
}

function fill(table: PublishedTable<typeof schema>, count: number): void {
  for (let id = table.count; id < count; id++) table.add(id);
  table.columns.height.fill(count);
}

function heightsOf(replica: Replica<typeof schema>): number[] {
  replica.advance();
  return replica.parts.flatMap(({ columns, count }) => [...columns.height.subarray(0, count)]);
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}

describe.each([
  ['shared', true],
  ['transferred', false],
])('with %s memory, if there is not enough for a replica', (_, canShare) => {
  test('replica rejects with an error that names the table, and other replicas continue', async () => {
    const { part, table, errors } = open(canShare);
    const first = await part.replica('birds', schema);
    table.commit(1);
    most = 1000;
    await expect(part.replica('birds', schema)).rejects.toEqual(noMemory('replica of birds', 100));
    most = Infinity;
    table.commit(2);
    expect(heightsOf(first)).toHaveLength(100);
    expect(heightsOf(await part.replica('birds', schema))).toHaveLength(100);
    expect(errors).toEqual([]);
  });

  test('a commit reaches all other replicas, and the lack is not reported again for the next commit', async () => {
    const { part, table, errors } = open(canShare);
    const within = { height: [0, 1] } as const;
    const small = await part.replica('birds', schema, { within });
    const whole = await part.replica('birds', schema);
    table.commit(1);
    expect([small, whole].map((replica) => heightsOf(replica).length)).toEqual([0, 100]);
    fill(table, 200);
    table.columns.height[0] = 1;
    most = 1000;
    for (const time of [2, 3]) table.commit(time);
    await turns();
    // One report is about `whole`, the other one about the copy for later replicas.
    expect(errors).toEqual([noMemory('replica of birds', 200), noMemory('replica of birds', 200)]);
    expect([small, whole].map((replica) => heightsOf(replica).length)).toEqual([1, 100]);
    most = Infinity;
    table.commit(4);
    expect([small, whole].map((replica) => heightsOf(replica).length)).toEqual([1, 200]);
  });

  test('failed commits do not use up the memory of later commits', async () => {
    const { part, table } = open(canShare);
    const replica = await part.replica('birds', schema);
    most = 1000;
    for (let time = 1; time < 20; time++) table.commit(time);
    most = Infinity;
    for (let time = 20; time < 30; time++) {
      table.commit(time);
      expect(heightsOf(replica)).toHaveLength(100);
    }
  });

  test('a replica that is opened after a commit that could not be copied gets no older rows', async () => {
    const { part, table } = open(canShare);
    table.commit(1);
    fill(table, 150);
    table.commit(2);
    fill(table, 300);
    most = 1000;
    table.commit(3);
    most = Infinity;
    const late = await part.replica('birds', schema);
    expect(heightsOf(late)).toEqual([]);
    table.commit(4);
    expect(heightsOf(late)).toHaveLength(300);
  });

  test('a change of the row filter is reported, and takes effect with the next commit for which there is memory', async () => {
    const { part, table, errors } = open(canShare);
    const replica = await part.replica('birds', schema, { within: { height: [0, 1] } });
    table.commit(1);
    most = 1000;
    replica.within = undefined;
    await turns();
    expect(errors).toContainEqual(noMemory('replica of birds', 100));
    most = Infinity;
    table.commit(2);
    expect(heightsOf(replica)).toHaveLength(100);
  });

  test('`at` throws, and returns the rows when there is memory again', async () => {
    const { part, table } = open(canShare);
    const replica = await part.replica('birds', schema);
    table.commit(1);
    replica.advance();
    most = 1000;
    for (let time = 0; time < 2; time++)
      expect(() => replica.at()).toThrow(noMemory('Replica.at of birds', 200));
    most = Infinity;
    expect(replica.at().count).toBe(100);
  });
});

test('a table without memory to grow keeps its rows', () => {
  const { table } = open(false);
  most = 1000;
  expect(() => table.add(100)).toThrow(noMemory('Table.add', 200));
  expect([table.count, table.capacity, table.rowOf(100), table.columns.height[99]]).toEqual([
    100,
    100,
    undefined,
    100,
  ]);
  most = Infinity;
  expect(table.add(100)).toBe(100);
});

test('a table without memory is not created', () => {
  const { part } = open(false);
  most = 1000;
  expect(() => part.table('fish', schema, { capacity: 100 })).toThrow(noMemory('table', 100));
  expect(part.table('fish', schema).count).toBe(0);
});

import { describe, expect, test, vi } from 'vitest';
import { Hub } from './hub.ts';
import type { Entities } from '../entities/entities.ts';
import { SharedState } from './shared-state.ts';
import type { Replica } from '../tables/replica.ts';
import { Peer } from './peer.ts';
import { PoolClosedError } from '../pool-closed-error.ts';
import { TableMissingError } from '../tables/table-missing-error.ts';
import type { PublishedTable } from '../tables/published-table.ts';

const unprintable = { toString: null };
const numbers = [NaN, Infinity, -Infinity, -1, 0, 2 ** 31] as const;
const bad = [undefined, null, ...numbers, '5', {}, 3n, Symbol('3'), unprintable] as const;
const host = { release: () => 0, adopt: () => {}, apply: () => {} };
const row = { height: 'f32' } as const;

function open(): { part: SharedState; errors: unknown[] } {
  const errors: unknown[] = [];
  return { errors, part: new SharedState(new Hub((error) => errors.push(error)).peer) };
}

interface Call {
  readonly name: string;
  readonly call: (part: SharedState, value: never) => unknown;
  /** Valid values, and values that count as absent. */
  readonly isRight?: (value: unknown) => boolean;
}

const isString = (value: unknown): boolean => typeof value === 'string';
const isAbsent = (value: unknown): boolean => value === undefined;
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const isWhole = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

const calls: readonly Call[] = [
  { name: 'publish: topic', call: (part, value) => part.publish(value, 1), isRight: isString },
  {
    name: 'publish: retention',
    call: (part, value) => part.publish('topic', 1, { retention: value }),
    isRight: isAbsent,
  },
  { name: 'unpublish: topic', call: (part, value) => part.unpublish(value), isRight: isString },
  { name: 'subscribe: topic', call: (part, value) => part.subscribe(value, () => {}), isRight: isString },
  { name: 'subscribe: subscriber', call: (part, value) => part.subscribe('topic', value) },
  { name: 'table: name', call: (part, value) => part.table(value, row), isRight: isString },
  { name: 'schema', call: (part, value) => part.table('rows', value), isRight: isObject },
  { name: 'schema: height', call: (part, value) => part.table('rows', { height: value }) },
  {
    name: 'table: capacity',
    call: (part, value) => part.table('rows', row, { capacity: value }),
    isRight: (value) => isAbsent(value) || value === 0 || value === 2 ** 31, // valid, but there is not enough memory
  },
  { name: 'schema: height', call: (part, value) => part.replica('rows', { height: value }) },
  { name: 'schema: height', call: (part) => part.table('rows', { height: ['f32'] as never }) },
  { name: 'replica: name', call: (part, value) => part.replica(value, row), isRight: isString },
  { name: 'schema', call: (part, value) => part.replica('rows', value), isRight: isObject },
  {
    name: 'replica: within',
    call: (part, value) => part.replica('rows', row, { within: value }),
    isRight: (value) => isAbsent(value) || isObject(value),
  },
  {
    name: 'replica: signal',
    call: (part, value) => part.replica('rows', row, { signal: value }),
    isRight: isAbsent,
  },
  { name: 'entities: kind', call: (part, value) => part.entities(value, host), isRight: isString },
  {
    name: 'entities: host',
    call: (part, value) => part.entities('kind', value),
    isRight: (value) => isAbsent(value) || isObject(value),
  },
  ...(['release', 'adopt', 'apply'] as const).map((name) => ({
    name: `entities: ${name}`,
    call: (part: SharedState, value: never) => part.entities('kind', { ...host, [name]: value }),
  })),
  {
    name: 'entities: died',
    call: (part, value) => part.entities('kind', { ...host, died: value }),
    isRight: isAbsent,
  },
  { name: 'own: id', call: (part, value) => part.entities('kind', host).own(value), isRight: isWhole },
  {
    name: 'mutate: id',
    call: (part, value) => part.entities('kind', host).mutate(value, 1),
    isRight: isWhole,
  },
  {
    name: 'migrate: id',
    call: (part, value) => part.entities('kind', host).migrate(value, 'main'),
    isRight: isWhole,
  },
  {
    name: 'migrate: to',
    call: (part, value) => part.entities('kind', host).migrate(1, value),
    isRight: isWhole,
  },
];

describe.each(calls)('$name', ({ call, isRight = () => false, name }) => {
  test.each(bad.filter((value) => !isRight(value)))(
    '%o is refused with an error that names the parameter, and nothing changes',
    async (value) => {
      const { part, errors } = open();
      const attempt = async (): Promise<unknown> => call(part, value as never);
      const reason = await attempt().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(reason).toBeInstanceOf(Error);
      expect(['TypeError', 'RangeError']).toContain((reason as Error).name);
      expect((reason as Error).message.startsWith(name)).toBe(true);
      // The refused call has opened nothing: the same names can be opened now.
      part.table('rows', row).commit(1);
      await expect(part.replica('rows', row)).resolves.toMatchObject({ name: 'rows' });
      const subscriber = vi.fn<(value: unknown) => void>();
      part.subscribe('topic', subscriber);
      part.publish('topic', 'right', { retention: 'all' });
      await Promise.resolve();
      expect(subscriber.mock.calls).toEqual([['right']]);
      if (!name.includes(': id') && !name.startsWith('migrate')) part.entities('kind', host).own(7);
      expect(errors).toEqual([]);
    },
  );
});

test('a replica refuses a signal without removeEventListener, and nothing changes', async () => {
  const { part } = open();
  const signal = { aborted: false, addEventListener() {} } as unknown as AbortSignal;
  await expect(part.replica('rows', row, { signal })).rejects.toThrow(
    new TypeError('replica: signal must be an AbortSignal, got an object (Object)'),
  );
  part.table('rows', row).commit(1);
  await expect(part.replica('rows', row)).resolves.toMatchObject({ name: 'rows' });
});

test('in a thread that the pool has not started yet, own, mutate and migrate throw an error', () => {
  const part = new SharedState(
    new Peer(
      () => {},
      () => {},
    ),
  );
  const things = part.entities('things', host);
  for (const call of [() => things.own(1), () => things.mutate(1, 1), () => things.migrate(1, 'main')])
    expect(call).toThrow('entities: the pool must have started this thread');
});

test('in a thread that the pool has not started yet, `now`, `nextId()` and `commit()` throw an error', () => {
  const part = new SharedState(
    new Peer(
      () => {},
      () => {},
    ),
  );
  const table = part.table('rows', row);
  expect(() => part.now).toThrow('now: the pool must have started this thread');
  expect(() => table.commit()).toThrow('commit: the pool must have started this thread');
  expect(() => part.nextId()).toThrow('nextId: the pool must have started this thread');
  table.commit(1);
});

describe('after the pool is disposed', () => {
  async function dispose(): Promise<Disposed> {
    const errors: unknown[] = [];
    const { peer } = new Hub((error) => errors.push(error));
    const part = new SharedState(peer);
    const called: string[] = [];
    const table = part.table('rows', row);
    table.commit();
    const replica = await part.replica('rows', row);
    const undoListener = replica.onChange(() => called.push('listener'));
    const died = (): void => void called.push('died');
    const things = part.entities<number, number>('things', { ...host, died });
    things.own(part.nextId());
    const unsubscribe = part.subscribe('topic', () => called.push('subscriber'));
    await Promise.resolve();
    called.length = 0;
    part.publish('topic', 1);
    const pending = part.replica('none', row);
    peer.dispose();
    peer.dispose();
    return { called, part, pending, replica, table, things, errors, undoListener, unsubscribe };
  }

  interface Disposed {
    readonly part: SharedState;
    readonly called: string[];
    readonly errors: unknown[];
    readonly table: PublishedTable<typeof row>;
    readonly replica: Replica<typeof row>;
    readonly pending: Promise<unknown>;
    readonly things: Entities<number, number>;
    readonly undoListener: () => void;
    readonly unsubscribe: () => void;
  }

  const additions: Readonly<Record<string, (disposed: Disposed) => unknown>> = {
    publish: ({ part }) => part.publish('topic', 2),
    subscribe: ({ part }) => part.subscribe('topic', () => {}),
    table: ({ part }) => part.table('others', row),
    commit: ({ table }) => table.commit(),
    'Table.add': ({ table }) => table.add(7),
    nextId: ({ part }) => part.nextId(),
    entities: ({ part }) => part.entities('others', host),
    own: ({ things }) => things.own(7),
    mutate: ({ things }) => things.mutate(1, 1),
    migrate: ({ things }) => things.migrate(1, 'main'),
  };

  test.each(Object.entries(additions))('%s throws', async (name, add) => {
    const disposed = await dispose();
    const { pending, errors } = disposed;
    await expect(pending).rejects.toThrow(TableMissingError);
    expect(() => add(disposed)).toThrow(
      new PoolClosedError(`${name}: the pool is disposed; start a new one`),
    );
    expect(errors).toEqual([]);
  });

  test('no callback is called, methods that remove do nothing, and the time continues', async () => {
    const { called, part, pending, replica, table, things, errors, undoListener, unsubscribe } =
      await dispose();
    await expect(pending).rejects.toThrow(TableMissingError);
    await expect(part.replica('rows', row)).rejects.toThrow('replica: the pool is disposed; start a new one');
    part.unpublish('topic');
    unsubscribe();
    undoListener();
    things.disown(1);
    replica.close();
    table.close();
    expect(replica.advance()).toBe(false);
    expect(part.now).toBeGreaterThanOrEqual(0);
    await Promise.resolve();
    expect([called, errors]).toEqual([[], []]);
  });
});

test('tables and entities accept ids up to 4294967295', () => {
  const { part } = open();
  const things = part.entities('things', host);
  const table = part.table('rows', row);
  const most = 2 ** 32 - 1;
  table.add(most);
  things.own(most);
  for (const call of [
    () => table.add(most + 1),
    () => things.own(most + 1),
    () => things.mutate(most + 1, 1),
  ])
    expect(call).toThrow(/id must be a whole number from 0 to 4294967295/);
});

describe('a listener of a replica', () => {
  test('that changes rows during a commit does not change what other replicas get', async () => {
    const { part, errors } = open();
    const table = part.table('rows', row);
    table.add(1);
    const [first, second] = await Promise.all([part.replica('rows', row), part.replica('rows', row)]);
    first.onChange(() => table.columns.height.fill(9));
    table.columns.height[0] = 5;
    table.commit();
    await Promise.resolve();
    expect(table.columns.height[0]).toBe(9);
    for (const replica of [first, second]) {
      expect(replica.advance()).toBe(true);
      expect(replica.at().columns.height[0]).toBe(5);
    }
    expect(errors).toEqual([]);
  });

  test('may close the table and create it again', async () => {
    const { part, errors } = open();
    const table = part.table('rows', row);
    const [first, second] = await Promise.all([part.replica('rows', row), part.replica('rows', row)]);
    first.onChange(() => {
      if (!first.advance() || first.at().count === 0) return;
      table.close();
      part.table('rows', row).commit();
    });
    table.add(1);
    table.commit();
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    expect(second.advance()).toBe(true);
    expect([first.at().count, second.at().count, errors]).toEqual([0, 0, []]);
  });
});

describe('after it is closed', () => {
  test('a table adds and commits nothing, and its rows can be read in its thread', async () => {
    const { part, errors } = open();
    const table = part.table('rows', row);
    const replica = await part.replica('rows', row);
    table.columns.height[table.add(1)] = 5;
    table.commit();
    table.close();
    table.close();
    expect(() => table.add(2)).toThrow(new Error("Table.add: the table 'rows' must be open, and is closed"));
    expect(() => table.commit()).toThrow(new Error("commit: the table 'rows' must be open, and is closed"));
    expect([table.count, table.rowOf(1), table.columns.height[0]]).toEqual([1, 0, 5]);
    expect(table.remove(1)).toBe(true);
    replica.advance();
    expect([replica.at().count, errors]).toEqual([0, []]);
    part.table('rows', row).commit();
  });

  test('a replica has no rows and accepts no listener, and its other methods have no effect', async () => {
    const { part, errors } = open();
    const table = part.table('rows', row);
    table.add(1);
    table.commit();
    const replica = await part.replica('rows', row);
    replica.advance();
    replica.close();
    table.commit();
    expect(() => replica.onChange(() => {})).toThrow(
      new Error("onChange: the replica 'rows' must be open, and is closed"),
    );
    replica.within = { height: [0, 1] };
    replica.close();
    expect([replica.advance(), replica.at().count, replica.parts, errors]).toEqual([false, 0, [], []]);
  });
});

test('a topic cannot have the internal name of a table', () => {
  const { part, errors } = open();
  part.table('rows', row);
  for (const call of [() => part.publish('\0table rows', 1), () => part.subscribe('\0table rows', () => {})])
    expect(call).toThrow(/topic must be a string that does not begin with U\+0000, got/);
  expect(errors).toEqual([]);
});

test('a row filter is copied when it is passed, and the copy cannot be changed', async () => {
  const hub = new Hub(() => {});
  const part = new SharedState(hub.peer);
  const corner = new Float32Array([0, 0]);
  const within: Record<string, [unknown, unknown]> = { height: [0, 10], place: [corner, [5, 5]] };
  const pending = part.replica('rows', { height: 'f32', place: 'vec2' }, { within: within as never });
  within['height']![0] = 5;
  corner[0] = 9;
  within['speed'] = [0, 1];
  const table = part.table('rows', { height: 'f32', place: 'vec2' });
  for (let id = 0; id < 20; id++) {
    const index = table.add(id);
    table.columns.height[index] = id;
  }
  table.commit();
  const replica = await pending;
  replica.advance();
  expect(replica.at().count).toBe(11);
  expect(replica.within).toEqual({
    height: [0, 10],
    place: [
      [0, 0],
      [5, 5],
    ],
  });
  const narrow: { height: [number, number] } = { height: [0, 3] };
  replica.within = narrow;
  narrow.height[1] = 19;
  expect(() => ((replica.within as unknown as typeof narrow).height[1] = 19)).toThrow(TypeError);
  table.commit();
  replica.advance();
  expect(replica.at().count).toBe(4);
  expect(() => (replica.within = null as never)).toThrow(new TypeError('within must be an object, got null'));
  hub.peer.close();
});

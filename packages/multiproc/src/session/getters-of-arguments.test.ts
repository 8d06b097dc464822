import { expect, test } from 'vitest';
import { Hub } from './hub.ts';
import { SharedState } from './shared-state.ts';
import type { FieldType } from '../tables/schema.ts';
import type { Peer } from './peer.ts';
import { TableMissingError } from '../tables/table-missing-error.ts';

// A getter of an argument is code of the application: it may call any method of the pool to which
// the argument is passed.

const row = { height: 'f32' } as const;
const host = { release: () => 0, adopt: () => {}, apply: () => {} };
const disposed = /: the pool is disposed; start a new one/;

function open(): { part: SharedState; peer: Peer; errors: unknown[] } {
  const errors: unknown[] = [];
  const { peer } = new Hub((error) => errors.push(error));
  return { errors, peer, part: new SharedState(peer) };
}

/** An object with a getter that calls `act` and returns `value`. */
function withGetter<T>(name: string, act: () => void, value: T): Record<string, T> {
  const get = (): T => {
    act();
    return value;
  };
  return Object.defineProperty({}, name, { enumerable: true, get });
}

function signalWith(act: () => void, part: 'aborted' | 'addEventListener'): AbortSignal {
  return {
    get aborted() {
      if (part === 'aborted') act();
      return false;
    },
    addEventListener: () => part === 'addEventListener' && act(),
    removeEventListener() {},
  } as unknown as AbortSignal;
}

test.each([
  ['a getter in within', (act: () => void) => ({ within: withGetter('height', act, [0, 1] as const) })],
  ['the getter signal.aborted', (act: () => void) => ({ signal: signalWith(act, 'aborted') })],
  ['signal.addEventListener', (act: () => void) => ({ signal: signalWith(act, 'addEventListener') })],
])('a replica rejects if %s disposes of the pool', async (_, options) => {
  const { part, peer, errors } = open();
  part.table('rows', row).commit();
  await expect(
    part.replica(
      'rows',
      row,
      options(() => peer.dispose()),
    ),
  ).rejects.toThrow(disposed);
  expect(errors).toEqual([]);
});

test('a replica rejects if a getter of its schema disposes of the pool', async () => {
  const { part, peer } = open();
  const schema = withGetter<FieldType>('height', () => peer.dispose(), 'f32');
  await expect(part.replica('rows', schema)).rejects.toThrow(disposed);
});

test('a replica rejects if a getter of its row filter aborts the signal', async () => {
  const { part } = open();
  const giveUp = new AbortController();
  const within = withGetter('height', () => giveUp.abort(), [0, 1] as const);
  await expect(part.replica('rows', row, { within, signal: giveUp.signal })).rejects.toThrow(
    TableMissingError,
  );
});

test('a replica rejects if its signal is aborted without a reason, like that of a polyfill', async () => {
  const { part } = open();
  const signal = { aborted: true, addEventListener() {}, removeEventListener() {} };
  const pending = part.replica('rows', row, { signal: signal as unknown as AbortSignal });
  await expect(pending).rejects.toThrow(TableMissingError);
});

test('a signal that throws has no effect on later replicas', async () => {
  const { part, peer, errors } = open();
  const fail = (): never => {
    throw new Error('of the signal');
  };
  for (const connection of ['aborted', 'addEventListener'] as const)
    await expect(part.replica('rows', row, { signal: signalWith(fail, connection) })).rejects.toThrow(
      'of the signal',
    );
  part.table('rows', row).commit();
  await expect(part.replica('rows', row)).resolves.toMatchObject({ name: 'rows' });
  peer.dispose();
  expect(errors).toEqual([]);
});

test('each field of a schema is read once, by tables and by replicas', async () => {
  const { part } = open();
  const changing = (): Record<string, FieldType> => {
    const types = ['f32', 'toString'] as FieldType[];
    return Object.defineProperty({}, 'height', { enumerable: true, get: () => types.shift() });
  };
  const table = part.table('rows', changing());
  table.add(1);
  table.commit();
  const replica = await part.replica('rows', changing());
  expect([table.schema, replica.schema]).toEqual([row, row]);
  replica.advance();
  expect(replica.at().count).toBe(1);
});

test('a table is not created if a getter of its schema disposes of the pool, or creates a table of that name', async () => {
  const { part, peer } = open();
  const twin = withGetter<FieldType>('height', () => part.table('rows', row).commit(), 'f32');
  expect(() => part.table('rows', twin)).toThrow(RangeError);
  await expect(part.replica('rows', row)).resolves.toMatchObject({ name: 'rows' });
  const last = withGetter<FieldType>('height', () => peer.dispose(), 'f32');
  expect(() => part.table('others', last)).toThrow(disposed);
});

test('a kind of entities is not opened if a getter of its host disposes of the pool, or opens the kind', () => {
  const { part, peer } = open();
  const died = (): void => {};
  const twin = { ...host, __proto__: withGetter('died', () => part.entities('things', host), died) };
  expect(() => part.entities('things', twin)).toThrow(RangeError);
  const last = { ...host, __proto__: withGetter('died', () => peer.dispose(), died) };
  expect(() => part.entities('others', last)).toThrow(disposed);
});

test('a value is not published if its getter disposes of the pool', () => {
  const { part, peer, errors } = open();
  expect(() =>
    part.publish(
      'topic',
      withGetter('x', () => peer.dispose(), 1),
    ),
  ).toThrow(disposed);
  expect(errors).toEqual([]);
});

test('a mutation whose getter creates the entity is applied once', () => {
  const { part, errors } = open();
  const applied: unknown[] = [];
  const apply = (_: number, mutation: unknown): void => void applied.push(mutation);
  const things = part.entities<number, unknown>('things', { ...host, apply });
  things.mutate(
    7,
    withGetter('x', () => things.own(7), 1),
  );
  things.mutate(7, 2);
  expect([applied, errors]).toEqual([[{ x: 1 }, 2], []]);
});

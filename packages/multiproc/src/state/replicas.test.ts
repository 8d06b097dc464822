import { describe, expect, test, vi } from 'vitest';
import { Replicas } from './replicas.ts';
import { TableMissingError } from './table-missing-error.ts';

const schema = { height: 'f32' } as const;
const wanted = { interest: undefined, signal: undefined };

function open(): { replicas: Replicas; told: string[]; onError: (error: unknown) => void } {
  const told: string[] = [];
  const onError = vi.fn<(error: unknown) => void>();
  const replicas = new Replicas({
    site: () => 1,
    place: () => 3,
    subscribe: (name) => told.push(`subscribe ${name}`),
    unsubscribe: (name) => told.push(`unsubscribe ${name}`),
    send: () => {},
    onError,
    canShare: false,
  });
  return { replicas, told, onError };
}

describe('a replica of a table that nobody has', () => {
  test('rejects when its signal is aborted, names the table, and the name is free again', async () => {
    const { replicas, told } = open();
    const giveUp = new AbortController();
    const pending = replicas.open('typo', schema, { ...wanted, signal: giveUp.signal });
    giveUp.abort('enough');
    await expect(pending).rejects.toThrow(TableMissingError);
    await expect(pending).rejects.toThrow("replica: a thread must open the table 'typo', none has (enough)");
    expect(told).toEqual(['subscribe typo', 'unsubscribe typo']);
    const again = replicas.open('typo', schema, wanted);
    replicas.offer('typo', 2, schema);
    await expect(again).resolves.toMatchObject({ name: 'typo' });
  });

  test('rejects at once if the signal is aborted already', async () => {
    const { replicas, told } = open();
    const pending = replicas.open('typo', schema, { ...wanted, signal: AbortSignal.abort('enough') });
    await expect(pending).rejects.toThrow(TableMissingError);
    expect(told).toEqual([]);
  });

  test('rejects when the session ends, and afterwards until there is another one', async () => {
    const { replicas } = open();
    const pending = ['one', 'two'].map((name) => replicas.open(name, schema, wanted));
    replicas.close(new Error('the session has ended'));
    const late = replicas.open('three', schema, wanted);
    for (const each of [...pending, late]) await expect(each).rejects.toThrow(TableMissingError);
    replicas.introduce();
    const next = replicas.open('one', schema, wanted);
    replicas.offer('one', 2, schema);
    await expect(next).resolves.toMatchObject({ name: 'one' });
  });
});

test('the signal has no effect on a replica that has come', async () => {
  const { replicas, told } = open();
  const giveUp = new AbortController();
  const pending = replicas.open('birds', schema, { ...wanted, signal: giveUp.signal });
  replicas.offer('birds', 2, schema);
  const replica = await pending;
  giveUp.abort();
  replicas.close(new Error('the session has ended'));
  expect(told).toEqual(['subscribe birds']);
  replica.close();
  replica.close();
  expect(told).toEqual(['subscribe birds', 'unsubscribe birds']);
});

test('a table with other fields is reported where another one is read already', async () => {
  const { onError, replicas } = open();
  const pending = replicas.open('birds', schema, wanted);
  replicas.offer('birds', 2, schema);
  const replica = await pending;
  replicas.offer('birds', 3, { height: 'u8' });
  expect(onError).toHaveBeenCalledWith(new TypeError('replica: birds.height must be u8, got f32'));
  expect(replica.part(3)).toBeUndefined();
});

test('who listens for changes within a callback is called once for them', async () => {
  const { replicas } = open();
  const pending = replicas.open('birds', schema, wanted);
  replicas.offer('birds', 2, schema);
  const replica = await pending;
  const added = vi.fn<() => void>();
  const undo = replica.onChange(() => {
    undo();
    replica.onChange(added);
  });
  replica.changed();
  await Promise.resolve();
  expect(added).toHaveBeenCalledTimes(1);
});

test.each([
  ['at', NaN],
  ['at', '5'],
  ['wait', NaN],
  ['wait', -1],
  ['wait', '5'],
  ['wait', undefined],
  ['onChange', undefined],
  ['onChange', {}],
] as const)('%s(%s) of a replica is refused', async (method, value) => {
  const { replicas } = open();
  const pending = replicas.open('birds', schema, wanted);
  replicas.offer('birds', 2, schema);
  const replica = await pending;
  expect(() => replica[method](value as never)).toThrow(new RegExp(`${method}: .* must be`));
});

test.each([
  null,
  5,
  { width: [0, 1] },
  { height: 5 },
  { height: [0] },
  { height: [NaN, 1] },
  { height: ['0', '1'] },
])('rows within %o are refused, and those before stay', async (within) => {
  const { replicas } = open();
  const pending = replicas.open('birds', schema, { ...wanted, interest: { height: [0, 1] } });
  replicas.offer('birds', 2, schema);
  const replica = await pending;
  expect(() => (replica.within = within as never)).toThrow(/^within/);
  expect(replica.within).toEqual({ height: [0, 1] });
});

test('a second replica of a table in one thread is refused with table, thread and remedy, until the first is closed', async () => {
  const { replicas } = open();
  const pending = replicas.open('birds', schema, wanted);
  const text = "replica: worker 3 must have one replica of the table 'birds', and";
  await expect(replicas.open('birds', schema, wanted)).rejects.toThrow(
    new RangeError(`${text} waits for one already; await that one`),
  );
  replicas.offer('birds', 2, schema);
  const replica = await pending;
  await expect(replicas.open('birds', schema, wanted)).rejects.toThrow(
    new RangeError(`${text} has one already; use that one, or close it first`),
  );
  replica.close();
  const again = replicas.open('birds', schema, wanted);
  replicas.offer('birds', 2, schema);
  await expect(again).resolves.toMatchObject({ name: 'birds' });
});

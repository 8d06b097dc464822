import { describe, expect, type Mock, test, vi } from 'vitest';
import type { Replica } from './replica.ts';
import { Replicas } from './replicas.ts';
import { TableMissingError } from './table-missing-error.ts';

const schema = { height: 'f32' } as const;
const wanted = { filter: undefined, signal: undefined };

interface Opened {
  readonly replicas: Replicas;
  readonly calls: string[];
  /** Messages to writers. */
  readonly sent: string[];
  readonly onError: Mock<(error: unknown) => void>;
}

function open(): Opened {
  const calls: string[] = [];
  const sent: string[] = [];
  const onError = vi.fn<(error: unknown) => void>();
  const replicas = new Replicas({
    thread: () => 1,
    subscribe: (name) => calls.push(`subscribe ${name}`),
    unsubscribe: (name) => calls.push(`unsubscribe ${name}`),
    send: (_, name, [, , reader]) => sent.push(`${name} ${String(reader)}`),
    onError,
    canShare: false,
  });
  return { replicas, calls, sent, onError };
}

describe('a replica of a table that does not exist', () => {
  test('rejects with the name of the table when its signal is aborted, and the name can be used again', async () => {
    const { replicas, calls } = open();
    const giveUp = new AbortController();
    const pending = replicas.open('typo', schema, { ...wanted, signal: giveUp.signal });
    giveUp.abort('enough');
    await expect(pending).rejects.toThrow(TableMissingError);
    await expect(pending).rejects.toThrow("replica: no thread has created the table 'typo' (enough)");
    expect(calls).toEqual(['subscribe typo', 'unsubscribe typo']);
    const again = replicas.open('typo', schema, wanted);
    replicas.offer('typo', 2, schema, 1);
    replicas.ready('typo', 2, 2);
    await expect(again).resolves.toMatchObject({ name: 'typo' });
  });

  test('rejects at once if the signal is aborted already', async () => {
    const { replicas, calls } = open();
    const pending = replicas.open('typo', schema, { ...wanted, signal: AbortSignal.abort('enough') });
    await expect(pending).rejects.toThrow(TableMissingError);
    expect(calls).toEqual([]);
  });

  test('rejects when the session ends, and afterwards until the next session begins', async () => {
    const { replicas } = open();
    const pending = ['one', 'two'].map((name) => replicas.open(name, schema, wanted));
    replicas.close(new Error('the session has ended'));
    const late = replicas.open('three', schema, wanted);
    for (const each of [...pending, late]) await expect(each).rejects.toThrow(TableMissingError);
    replicas.beginSession();
    const next = replicas.open('one', schema, wanted);
    replicas.offer('one', 2, schema, 1);
    replicas.ready('one', 2, 4);
    await expect(next).resolves.toMatchObject({ name: 'one' });
  });
});

test('the signal has no effect on a replica that has resolved', async () => {
  const { replicas, calls } = open();
  const giveUp = new AbortController();
  const pending = replicas.open('birds', schema, { ...wanted, signal: giveUp.signal });
  replicas.offer('birds', 2, schema, 1);
  replicas.ready('birds', 2, 1);
  const replica = await pending;
  giveUp.abort();
  replicas.close(new Error('the session has ended'));
  expect(calls).toEqual(['subscribe birds']);
  replica.close();
  replica.close();
  expect(calls).toEqual(['subscribe birds', 'unsubscribe birds']);
});

test('an abort in the turn in which a replica becomes ready is too late: the replica is returned open', async () => {
  const { replicas, calls } = open();
  const giveUp = new AbortController();
  const pending = replicas.open('birds', schema, { ...wanted, signal: giveUp.signal });
  replicas.offer('birds', 2, schema, 1);
  replicas.ready('birds', 2, 1);
  giveUp.abort();
  await expect(pending).resolves.toMatchObject({ isEmpty: false });
  expect(calls).toEqual(['subscribe birds']);
});

test('a table with other fields is reported if the replica reads another table already', async () => {
  const { onError, replicas } = open();
  const pending = replicas.open('birds', schema, wanted);
  replicas.offer('birds', 2, schema, 1);
  replicas.ready('birds', 2, 1);
  const replica = await pending;
  replicas.offer('birds', 3, { height: 'u8' }, 1);
  expect(onError).toHaveBeenCalledWith(
    new TypeError('replica: the field height of the table birds is u8, not f32'),
  );
  expect(replica.part(3)).toBeUndefined();
});

describe('a table without memory for its rows', () => {
  const problem = 'replica of birds: memory for 5 rows must be available, got none';

  test('is reported if the replica reads another table, whichever of the two answers first', async () => {
    for (const answers of [
      ['noMemory', 'ready'],
      ['ready', 'noMemory'],
    ]) {
      const { onError, replicas } = open();
      const pending = replicas.open('birds', schema, wanted);
      for (const from of [2, 3]) replicas.offer('birds', from, schema, 1);
      for (const answer of answers) {
        if (answer === 'ready') replicas.ready('birds', 3, 1);
        else replicas.noMemory('birds', 2, 1, problem);
      }
      const replica = await pending;
      expect(onError.mock.calls).toEqual([[new RangeError(problem)]]);
      expect([replica.part(2), replica.isEmpty]).toEqual([undefined, false]);
    }
  });

  test('rejects the replica if there is no memory for any other table either, and the subscription ends', async () => {
    const { onError, replicas, calls } = open();
    const pending = replicas.open('birds', schema, wanted);
    for (const from of [2, 3]) replicas.offer('birds', from, schema, 1);
    for (const from of [2, 3]) replicas.noMemory('birds', from, 1, problem);
    await expect(pending).rejects.toEqual(new RangeError(problem));
    expect(onError.mock.calls).toEqual([[new RangeError(problem)]]);
    expect(calls).toEqual(['subscribe birds', 'unsubscribe birds']);
  });

  test('does not affect a replica that was closed meanwhile', async () => {
    const { onError, replicas } = open();
    const pending = replicas.open('birds', schema, wanted);
    replicas.offer('birds', 2, schema, 1);
    replicas.ready('birds', 2, 1);
    (await pending).close();
    replicas.noMemory('birds', 3, 1, problem);
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('a table that is created again with other fields', () => {
  const written = { width: 'f32', height: 'u8' } as const;
  const wantedTwo = { height: 'f32', width: 'f32', speed: 'f32' } as const;
  const problem = new TypeError(
    'replica: the field height of the table birds is u8, not f32; the table birds has no field speed, only width, height',
  );

  async function openTwo(): Promise<Opened & { readonly replica: Replica<typeof wantedTwo> }> {
    const opened = open();
    const pending = opened.replicas.open('birds', wantedTwo, wanted);
    opened.replicas.offer('birds', 2, wantedTwo, 1);
    opened.replicas.ready('birds', 2, 1);
    return { ...opened, replica: await pending };
  }

  test('is reported with all fields that do not fit', async () => {
    const { onError, replicas } = await openTwo();
    replicas.closed('birds', 2);
    expect(onError).not.toHaveBeenCalled();
    replicas.offer('birds', 2, written, 2);
    expect(onError.mock.calls).toEqual([[problem]]);
  });

  test('leaves the replica open, so that it can read a later table that fits', async () => {
    const { replica, replicas, sent, calls } = await openTwo();
    replicas.closed('birds', 2);
    replicas.offer('birds', 2, written, 2);
    replicas.closed('birds', 2);
    replicas.offer('birds', 2, wantedTwo, 3);
    bring(replicas, 1, 3);
    expect(replica.advance()).toBe(true);
    expect([sent, calls]).toEqual([['requestRows 1', 'requestRows 1'], ['subscribe birds']]);
  });

  test('rejects a replica that is opened meanwhile', async () => {
    const { onError, replicas } = await openTwo();
    replicas.closed('birds', 2);
    replicas.offer('birds', 2, written, 2);
    await expect(replicas.open('birds', wantedTwo, wanted)).rejects.toEqual(problem);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  test('rejects a replica once the table that it has waited for is closed', async () => {
    const { onError, replicas } = open();
    const pending = replicas.open('birds', wantedTwo, wanted);
    replicas.offer('birds', 2, wantedTwo, 1);
    replicas.offer('birds', 3, written, 1);
    replicas.closed('birds', 2);
    await expect(pending).rejects.toEqual(problem);
    expect(onError.mock.calls).toEqual([[problem]]);
  });

  test('is reported if the row filter no longer fits', async () => {
    const { onError, replica, replicas } = await openTwo();
    replica.within = { speed: [0, 1] };
    replicas.closed('birds', 2);
    replicas.offer('birds', 2, { ...wantedTwo, speed: 'vec2' }, 2);
    expect(onError).toHaveBeenCalledTimes(1);
  });
});

/** Delivers a snapshot without rows. Each of its fields has one number of 4 bytes. */
function bring(replicas: Replicas, reader: number, fields = 1): void {
  replicas.snapshot(reader, 2, new ArrayBuffer(64 * (1 + fields)), 16, 0, 1);
}

test('a listener that is added within a callback is called once for the change', async () => {
  const { replicas } = open();
  const pending = replicas.open('birds', schema, wanted);
  replicas.offer('birds', 2, schema, 1);
  bring(replicas, 1);
  replicas.ready('birds', 2, 1);
  const replica = await pending;
  const added = vi.fn<() => void>();
  const undo = replica.onChange(() => {
    undo();
    replica.onChange(added);
  });
  replica.changed();
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
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
  replicas.offer('birds', 2, schema, 1);
  replicas.ready('birds', 2, 1);
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
  { height: 5n },
  Object.fromEntries([['toString', [0, 1]]]),
])('a row filter %o is refused, and the earlier one stays', async (within) => {
  const { replicas } = open();
  const pending = replicas.open('birds', schema, { ...wanted, filter: { height: [0, 1] } });
  replicas.offer('birds', 2, schema, 1);
  replicas.ready('birds', 2, 1);
  const replica = await pending;
  expect(() => (replica.within = within as never)).toThrow(/^within/);
  expect(replica.within).toEqual({ height: [0, 1] });
});

test('listeners are called only when there is something new, including the end of a table that had rows', async () => {
  const { replicas } = open();
  const pending = replicas.open('birds', schema, wanted);
  replicas.offer('birds', 2, schema, 1);
  replicas.ready('birds', 2, 1);
  const replica = await pending;
  const calls: boolean[] = [];
  replica.onChange(() => calls.push(replica.advance()));
  await Promise.resolve();
  replica.changed();
  await Promise.resolve();
  expect(calls).toEqual([]);
  bring(replicas, 1);
  expect(calls).toEqual([]);
  await Promise.resolve();
  expect(calls).toEqual([true]);
  replica.changed();
  replicas.closed('birds', 2);
  replicas.closed('birds', 2);
  await Promise.resolve();
  expect(calls).toEqual([true, true]);
  expect(replica.advance()).toBe(false);
  replicas.offer('birds', 2, schema, 1);
  replicas.closed('birds', 2); // no snapshot of this table was taken
  await Promise.resolve();
  expect(calls).toEqual([true, true]);
});

test('a replica resolves only after the writer has sent its last commit', async () => {
  const { replicas } = open();
  let isThere = false;
  const pending = replicas.open('birds', schema, wanted).then((replica) => {
    isThere = true;
    return replica.advance();
  });
  replicas.offer('birds', 2, schema, 1);
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  expect(isThere).toBe(false);
  bring(replicas, 1);
  replicas.ready('birds', 2, 1);
  await expect(pending).resolves.toBe(true);
});

describe('several replicas of a table in one thread', () => {
  test('share the subscription, which ends with the last one', async () => {
    const { replicas, sent, calls } = open();
    const first = replicas.open('birds', schema, wanted);
    const second = replicas.open('birds', schema, wanted);
    replicas.offer('birds', 2, schema, 1);
    replicas.ready('birds', 2, 1);
    (await first).close();
    replicas.ready('birds', 2, 2);
    const third = replicas.open('birds', schema, wanted);
    replicas.ready('birds', 2, 3);
    expect(sent).toEqual(['requestRows 1', 'requestRows 2', 'drop 1', 'requestRows 3']);
    expect(calls).toEqual(['subscribe birds']);
    (await second).close();
    (await third).close();
    expect(calls).toEqual(['subscribe birds', 'unsubscribe birds']);
  });

  test('get and lose their rows separately', async () => {
    const { replicas } = open();
    const pending = [1, 2].map(() => replicas.open('birds', schema, wanted));
    replicas.offer('birds', 2, schema, 1);
    for (const reader of [1, 2]) replicas.ready('birds', 2, reader);
    const [first, second] = await Promise.all(pending);
    bring(replicas, 2);
    expect([first!.advance(), second!.advance()]).toEqual([false, true]);
    first!.close();
    bring(replicas, 1);
    bring(replicas, 2);
    expect([first!.advance(), second!.advance()]).toEqual([false, true]);
  });

  test('a writer that still serves a closed replica is told to drop it', async () => {
    const { replicas, sent } = open();
    const pending = replicas.open('birds', schema, wanted);
    replicas.offer('birds', 2, schema, 1);
    replicas.ready('birds', 2, 1);
    (await pending).close();
    void replicas.open('birds', schema, wanted);
    replicas.ready('birds', 2, 1); // the request of the closed replica arrived after the new subscription
    expect(sent).toEqual(['requestRows 1', 'drop 1']);
  });
});

import { afterEach, expect, test } from 'vitest';
import { MultiProc } from '../multi-proc.ts';
import { expose } from '../worker/expose.ts';
import { type SharedPool, type SharingWorker, join, share } from '../shared.ts';

// A module that runs in the calling thread is part of one pool after another.

const schema = { height: 'f32' } as const;
const host = { release: () => 0, adopt: () => {}, apply: () => {} };
const functions = { ping: () => 1 };
type Module = SharingWorker<typeof functions>;
type Pool = SharedPool<typeof functions>;

const pools: Pool[] = [];

async function start(module: Module): Promise<Pool> {
  const proc = await share(
    MultiProc.start<typeof functions>({
      workers: 0,
      inThread: () => module,
      onError: (error) => {
        throw error;
      },
    }),
  );
  pools.push(proc);
  return proc;
}

afterEach(() => {
  for (const proc of pools.splice(0)) proc.dispose();
});

/** Subscribes to a topic in the pool. Returns the values that have arrived when a worker of the pool has answered a call. */
async function valuesOf(proc: Pool, topic: string): Promise<unknown[]> {
  const values: unknown[] = [];
  proc.subscribe(topic, (value) => values.push(value));
  await proc.worker(0).call('ping', []);
  return values;
}

test('a value that is retained in one pool is not retained in the next one', async () => {
  const module = join(expose(functions));
  const first = await start(module);
  module.publish('news', 1);
  expect(await valuesOf(first, 'news')).toEqual([1]);
  module.publish('unsent', 1);
  first.dispose();
  const second = await start(module);
  expect(await valuesOf(second, 'news')).toEqual([]);
  expect(await valuesOf(second, 'unsent')).toEqual([]);
});

test('a value that is published between two pools waits for the second one, also if the topic had another retention in the first one', async () => {
  const module = join(expose(functions));
  const first = await start(module);
  module.publish('news', 1, { retention: 'all' });
  first.dispose();
  module.publish('news', 2);
  const second = await start(module);
  expect(await valuesOf(second, 'news')).toEqual([2]);
});

test('a late subscriber of the module itself gets no value of an earlier pool', async () => {
  const module = join(expose(functions));
  const first = await start(module);
  const early: unknown[] = [];
  module.subscribe('news', (value) => early.push(value));
  module.publish('news', 1);
  await valuesOf(first, 'news');
  first.dispose();
  const second = await start(module);
  const late: unknown[] = [];
  module.subscribe('news', (value) => late.push(value));
  module.publish('news', 2, { retention: 'all' });
  await valuesOf(second, 'news');
  expect([early, late]).toEqual([[1, 2], [2]]);
});

test('a table stays, and its rows can be read in the next pool after its next commit', async () => {
  const module = join(expose(functions));
  const table = module.table('rows', schema);
  table.add(1);
  const first = await start(module);
  table.commit();
  const before = await first.replica('rows', schema);
  const own = await module.replica('rows', schema);
  for (const replica of [before, own]) expect([replica.advance(), replica.at().count]).toEqual([true, 1]);
  first.dispose();
  expect([own.advance(), own.at().count]).toEqual([true, 0]);
  const second = await start(module);
  const after = await second.replica('rows', schema);
  expect([after.advance(), after.at().count]).toEqual([false, 0]);
  table.commit();
  const later = await second.replica('rows', schema);
  expect([later.advance(), later.at().count]).toEqual([true, 1]);
});

test('between two pools the module has no entities, and none can be created or changed', async () => {
  const module = join(expose(functions));
  const things = module.entities<number, number>('things', host);
  const first = await start(module);
  const id = module.nextId();
  things.own(id);
  expect(things.has(id)).toBe(true);
  first.dispose();
  expect(things.has(id)).toBe(false);
  things.disown(id);
  for (const call of [() => things.own(7), () => things.mutate(id, 1), () => things.migrate(id, 'main')])
    expect(call).toThrow('entities: the pool must have started this thread');
  await start(module);
  expect(things.has(id)).toBe(false);
  things.own(id);
  expect(things.has(id)).toBe(true);
});

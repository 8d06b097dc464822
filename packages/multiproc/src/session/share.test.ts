import { expect, test } from 'vitest';
import { MultiProc } from '../multi-proc.ts';
import { expose, type Exposed } from '../worker/expose.ts';
import { join } from './join.ts';
import { share } from './share.ts';

const functions = { double: (n: number): number => 2 * n };
type Functions = typeof functions;

function start(exposed: Exposed<Functions>, errors: unknown[] = []): Promise<MultiProc<Functions>> {
  return MultiProc.start<Functions>({
    workers: 0,
    inThread: () => exposed,
    onError: (error) => errors.push(error),
  });
}

async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setTimeout(resolve));
}

test('a pool without shared state runs tasks in a worker whose module has called join', async () => {
  const exposed = expose(functions);
  const worker = join(exposed);
  const proc = await start(exposed);
  worker.publish('topic', 1);
  expect(() => worker.nextId()).toThrow('nextId: the pool must have started this thread');
  expect(await proc.task('double').submit([2]).result).toEqual({ status: 'done', value: 4 });
  proc.dispose();
});

test('values that a worker has published before the pool is shared arrive afterwards', async () => {
  const exposed = expose(functions);
  const worker = join(exposed);
  const proc = await start(exposed);
  worker.publish('topic', 1);
  await settle();
  const shared = await share(proc);
  const values: unknown[] = [];
  shared.subscribe('topic', (value) => values.push(value));
  await settle();
  expect(values).toEqual([1]);
  expect(shared.pool).toBe(proc);
  expect([shared.backend, shared.workers, shared.stats.active]).toEqual(['thread', 1, 1]);
  shared.dispose();
  expect(() => shared.publish('topic', 1)).toThrow('publish: the pool is disposed');
});

test('subscriptions of a worker are known when share resolves', async () => {
  const exposed = expose(functions);
  const values: unknown[] = [];
  join(exposed).subscribe('topic', (value) => values.push(value));
  const shared = await share(start(exposed));
  shared.publish('topic', 1, { retention: 'all' });
  await settle();
  expect(values).toEqual([1]);
  shared.dispose();
});

test('the state is also shared with workers that start later', async () => {
  const exposed = expose(functions);
  const values: unknown[] = [];
  join(exposed).subscribe('topic', (value) => values.push(value));
  const shared = await share(start(exposed));
  shared.worker(0).terminate();
  shared.publish('topic', 1);
  await settle();
  expect(values).toEqual([1]);
  shared.dispose();
});

test('a worker whose module has not called join runs tasks, and takes no part in the session', async () => {
  const errors: unknown[] = [];
  const shared = await share(start(expose(functions), errors));
  expect(await shared.task('double').submit([3]).result).toEqual({ status: 'done', value: 6 });
  shared.entities<number, number>('things').mutate(7, 1);
  await settle(); // all threads of the session have answered
  expect(errors.splice(0).map(String)).toEqual([
    'RangeError: mutate: no thread has created the entity 7 of the kind things; its mutations wait',
  ]);
  shared.worker(0).subscribe('topic', 'double');
  shared.publish('topic', 1, { retention: 'all' });
  await settle();
  expect(errors.map(String)).toEqual([
    'Error: subscribe: the module of the worker must call join(expose(…))',
  ]);
  shared.dispose();
});

test('a pool can be shared only once, and not after it is disposed of', async () => {
  const exposed = expose(functions);
  const proc = await start(exposed);
  await share(proc);
  await expect(share(proc)).rejects.toThrow('share: the pool must not be shared already');
  proc.dispose();
  await expect(share(proc)).rejects.toThrow('share: the pool is disposed');
});

test.each([undefined, null, 5, {}])(
  'share refuses %o with an error that names the parameter',
  async (pool) => {
    await expect(share(pool as never)).rejects.toThrow('share: pool must be the result of MultiProc.start');
  },
);

test('share rejects with the error of a pool that does not start', async () => {
  await expect(share(MultiProc.start({}))).rejects.toThrow('MultiProc.start: must be given');
});

test('join throws at a second call, and after the pool has started the thread', async () => {
  const exposed = expose(functions);
  join(exposed);
  expect(() => join(exposed)).toThrow('join: it must be called once, when the module is loaded');
  const late = expose(functions);
  const proc = await start(late);
  expect(() => join(late)).toThrow('join: it must be called once');
  proc.dispose();
});

test.each([undefined, null, 5, {}])('join refuses %o with an error that names the parameter', (exposed) => {
  expect(() => join(exposed as never)).toThrow(
    /^join: exposed must be the result of expose, got (undefined|null|5|an object)/,
  );
});

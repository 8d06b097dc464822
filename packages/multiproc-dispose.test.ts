import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { MultiProc, PoolClosedError, WorkerLostError } from '@doha/multiproc';
import { expose } from '@doha/multiproc/worker';
import { join, share } from '@doha/multiproc/shared';
import { agentSchema } from '../e2e/tests/browser/multiproc/pages/agent-schema.ts';
import { until } from '../e2e/tests/browser/multiproc/pages/checks/check.ts';
import { inThread, spawn, start, reportedErrors } from './sample-pools.test.setup.ts';

test('in the calling thread, an acceptor may dispose the pool while a message is read', async () => {
  const exposed = join(expose({ add: (a: number, b: number) => a + b }));
  const proc = await share(MultiProc.start({ workers: 0, inThread: () => exposed }));
  exposed.accept('end', () => proc.dispose());
  const loss = new Promise<Error>((resolve) => proc.worker(0).connect('end', resolve));
  expect(await loss).toBeInstanceOf(WorkerLostError);
  await new Promise((resolve) => setImmediate(resolve)); // an uncaught exception would fail the test
});

test.each([{ spawn }, { inThread }])(
  'dispose rejects the results of the tasks that it ends, and reports no errors: %o',
  async (options) => {
    const proc = await start({ workers: 1, ...options, window: 2 });
    for (let i = 0; i < 20; i++) {
      proc.task('never').post([]);
      proc.task('never').submit([], { color: 'a' });
    }
    const asked = proc.task('never').submit([]).result;
    const sent = proc.worker(0).call('never', []);
    await proc.worker(0).call('add', [1, 1]);
    proc.dispose();
    await expect(asked).rejects.toThrow('no worker had this task: the pool is disposed; start a new one');
    await expect(sent).rejects.toThrow('worker 0 was lost: the pool is disposed; start a new one');
    expect(reportedErrors).toEqual([]);
  },
);

test('dispose ends a worker that blocks until a table changes', async () => {
  let worker!: Worker;
  const proc = await start({ workers: 1, spawn: () => (worker = spawn()) });
  proc.table('agents', agentSchema).commit();
  const marks = new Int32Array(new SharedArrayBuffer(4));
  const blocked = proc.worker(0).call('awaitEnd', [marks]);
  await until(() => Atomics.load(marks, 0) === 1);
  const exited = once(worker, 'exit');
  proc.dispose();
  await expect(blocked).rejects.toThrow(WorkerLostError);
  await exited;
});

test('after dispose, all refused actions have the same error text, which begins with the action', async () => {
  const proc = await start({ workers: 1, inThread });
  const [add, worker] = [proc.task('add'), proc.worker(0)];
  proc.dispose();
  const lost = new Promise<Error>((resolve) => void worker.connect('echo', resolve));
  const refused: Readonly<Record<string, Promise<unknown>>> = {
    submit: add.submit([1, 1]).result,
    call: worker.call('add', [1, 1]),
    connect: lost.then((reason) => Promise.reject(reason)),
    replica: proc.replica('rows', { x: 'f32' }),
    publish: (async () => proc.publish('topic', 1))(),
    subscribe: (async () => worker.subscribe('topic', 'add'))(),
  };
  for (const [action, promise] of Object.entries(refused))
    await expect(promise).rejects.toThrow(
      new PoolClosedError(`${action}: the pool is disposed; start a new one`),
    );
  expect(reportedErrors).toEqual([]);
});

import { Worker } from 'node:worker_threads';
import { describe, expect, test, vi } from 'vitest';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { MultiProc, WorkerLostError } from '@doha/multiproc';
import { expose } from '@doha/multiproc/worker';
import { type SharedPool, join, share } from '@doha/multiproc/shared';
import { until } from '../e2e/tests/browser/multiproc/pages/checks/check.ts';
import type { Samples } from '../e2e/tests/browser/multiproc/pages/samples.worker.ts';
import { advancing, path, spawn, start, startWithClock, reportedErrors } from './sample-pools.test.setup.ts';

async function terminated(proc: SharedPool<Samples>, worker: number): Promise<void> {
  await until(() => proc.worker(worker).terminate());
}

describe('a worker that is lost', () => {
  test('fails only the task that it was running, and is replaced', async () => {
    const proc = await start({ spawn, workers: 1, window: 2 });
    const others = [1, 2, 3].map((n) => proc.task('add').submit([n, n], { priority: -1 }));
    const fatal = proc.task('exit').submit([3]).result;
    const beside = proc.task('spin').submit([5]).result;
    await expect(fatal).rejects.toThrow('worker 0 was lost: it exited with code 3');
    await expect(beside).resolves.toEqual({ status: 'done', value: undefined }); // it had not begun
    const done = await Promise.all(others.map(({ result }) => result));
    expect(done).toEqual([2, 4, 6].map((value) => ({ status: 'done', value })));
    expect(reportedErrors).toEqual([expect.any(WorkerLostError)]);
  });

  test('fails no task that has retries left, and the tasks of a color keep their order', async () => {
    const proc = await start({ spawn, workers: 2, window: 8 });
    const later = proc.task('later', { color: 'a', retries: 2 });
    const ended: number[] = [];
    const all = [0, 1, 2, 3, 4, 5].map((i) => later.submit([i === 1 ? 50 : 1, i]));
    const done = Promise.all(all.map(({ result }, i) => result.then(() => ended.push(i))));
    await all[0]!.result;
    for (const worker of [0, 1])
      await expect(proc.worker(worker).call('exit', [1])).rejects.toThrow(WorkerLostError);
    await done;
    expect(ended).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('is replaced after growing pauses if its replacements are lost, too', async () => {
    const { host, proc } = await startWithClock({ spawn, workers: 1 });
    const exits = [1, 2, 3, 4, 5, 6].map(() => proc.task('exit', { color: 'all' }).submit([1]).result);
    const [add] = [proc.task('add').submit([1, 1], { color: 'all' }).result];
    const losses: number[] = [];
    for (const exit of exits) {
      await expect(advancing(host, exit)).rejects.toThrow('worker 0 was lost: it exited with code 1');
      losses.push(host.now());
    }
    expect(await advancing(host, add)).toEqual({ status: 'done', value: 2 });
    const pauses = losses.map((at, i) => at - (losses[i - 1] ?? 0)).slice(2);
    for (const [i, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(100 * 2 ** i);
  });

  test('is replaced when spawn no longer throws; until then, errors give the reason', async () => {
    let isBroken = false;
    const sometimes = (): Worker => {
      if (isBroken) throw new Error('no memory');
      return spawn();
    };
    const { host, proc } = await startWithClock({ spawn: sometimes, workers: 1 });
    isBroken = true;
    proc.worker(0).terminate();
    const { result } = proc.task('add').submit([1, 1]);
    await until(() => reportedErrors.length === 2);
    expect(String(reportedErrors[0])).toMatch('worker 0 was lost: it was terminated');
    expect(String(reportedErrors[1])).toMatch(
      'worker 0 could not be replaced; the next attempt is in 100 ms (MultiProc: the workers could not be started (worker: no memory))',
    );
    await expect(proc.worker(0).call('add', [1, 1])).rejects.toThrow(
      'the workers could not be started (worker: no memory); the next attempt is in 100 ms',
    );
    host.advanceTo(100);
    await until(() => reportedErrors.length === 3);
    isBroken = false;
    expect(await advancing(host, result)).toEqual({ status: 'done', value: 2 });
  });

  test('is replaced, and tasks expire, even if the application has disposed the loop of the pool', async () => {
    const loop = new EventLoop({ host: new VirtualHost() });
    const proc = await start({ workers: 1, spawn, loop, unresponsiveTimeout: 60_000 });
    loop.dispose();
    proc.worker(0).terminate();
    expect(await proc.task('add').submit([1, 1]).result).toEqual({ status: 'done', value: 2 });
    expect((await proc.task('never').submit([], { expiresIn: 1 }).result).status).toBe('expired');
  });

  test.each(['terminate()', 'an uncaught error'])(
    'by %s loses none of the values and tasks that it has sent to a busy thread',
    async (end) => {
      const marks = new Int32Array(new SharedArrayBuffer(8));
      const proc = await start({ spawn, workers: 1 });
      const values: unknown[] = [];
      proc.subscribe('last words', (value) => values.push(value));
      void proc
        .task('lastWords', { color: 'a' })
        .submit([marks, end !== 'terminate()'])
        .result.catch(() => {});
      await vi.waitUntil(() => Atomics.load(marks, 0) === 1, { timeout: 60_000, interval: 1 });
      Atomics.store(marks, 0, 2); // the worker sends the values while this thread waits
      Atomics.wait(marks, 0, 2, 20_000);
      if (end === 'terminate()') proc.worker(0).terminate();
      await until(() => Atomics.load(marks, 1) === 1);
      expect(values).toEqual(['last', 'words']);
    },
  );

  test('is replaced after each of several terminate() calls, and a task with retries completes', async () => {
    const { host, proc } = await startWithClock({ spawn, workers: 2 });
    const { result } = proc.task('later').submit([50, 'x'], { retries: Infinity });
    for (let round = 0; round < 5; round++) {
      for (const worker of [0, 1]) await advancing(host, terminated(proc, worker));
    }
    expect(await advancing(host, result)).toEqual({ status: 'done', value: 'x' });
  });

  test('because it has closed its parentPort fails its tasks, and is replaced', async () => {
    const proc = await start({ spawn, workers: 1 });
    const beside = proc.task('never').submit([]).result.catch(String);
    const closing = proc.task('closePort').submit([]).result.catch(String);
    const reason = 'WorkerLostError: worker 0 was lost: it called close()';
    expect([await beside, await closing]).toEqual([reason, reason]);
    expect(await proc.task('add').submit([1, 1]).result).toEqual({ status: 'done', value: 2 });
    expect(reportedErrors.map(String)).toEqual([reason]);
  });

  test('because it has closed its parentPort before it was ready makes the start of the pool fail with this reason, although its thread continues', async () => {
    const closing = `import(${JSON.stringify(path)}).then(() => {
      require('node:worker_threads').parentPort.close();
      setInterval(() => {}, 1000);
    })`;
    const starting = start({ spawn: () => new Worker(closing, { eval: true }), workers: 2 });
    await expect(starting).rejects.toThrow(
      'MultiProc: the workers could not be started (worker: it called close() before it had started)',
    );
  });

  test('because it has used up its memory fails its task with this reason', { timeout: 60_000 }, async () => {
    const proc = await start({ spawn, workers: 1 });
    await expect(proc.task('fillMemory').submit([]).result).rejects.toThrow(/memory/);
    expect(await proc.task('add').submit([1, 1]).result).toEqual({ status: 'done', value: 2 });
  });
});

test('without worker threads (workers: 0), terminate() ends the first attempt of a task, which makes no more steps', async () => {
  let steps = 0;
  const counting = join(
    expose({
      *count(): Generator<undefined, number> {
        for (let step = 0; step < 20; step++) {
          steps++;
          yield;
        }
        return steps;
      },
    }),
  );
  const proc = await share(
    MultiProc.start<typeof counting.functions>({
      workers: 0,
      inThread: () => counting,
      onError: () => {},
      loop: new EventLoop(),
    }),
  );
  const task = proc.task('count', { color: 'a', retries: 1 }).submit([]);
  await until(() => steps > 0);
  const before = steps;
  proc.worker(0).terminate();
  await task.result;
  expect(steps).toBeLessThanOrEqual(before + 20);
  proc.dispose();
});

test('the error of a call while a worker is being replaced gives the reason once', async () => {
  const proc = await start({ spawn, workers: 1 });
  proc.worker(0).terminate();
  const error: unknown = await proc
    .worker(0)
    .call('add', [1, 1])
    .catch((reason: unknown) => reason);
  expect(String(error)).toBe(
    'WorkerLostError: worker 0 was lost: it was terminated; another one is being started',
  );
});

import { assert } from 'chai';
import { WorkerLostError } from '@doha/multiproc';
import { type Check, failureOf, isolated, reasonOf, until } from './check.ts';

/** Lost workers, their tasks and their replacements. */
export const lostWorkers: readonly Check[] = [
  {
    name: 'an unresponsive worker is replaced, and the error names its task and the line that submitted the task',
    needsWorkers: true,
    async run({ start }) {
      const proc = await start({ workers: 1, unresponsiveTimeout: 200, traces: true });
      const first = proc.task('hang', { color: 'stuck' }).submit([]);
      const other = proc.task('later', { color: 'stuck' }).submit([1, 0]);
      const hanging = await failureOf(first);
      assert.instanceOf(hanging, WorkerLostError);
      const where = isolated ? '' : 'one of .*';
      assert.match(
        hanging.message,
        new RegExp(
          `it was unresponsive for 200 ms in ${where}hang \\(color stuck, submitted at .+:\\d+:\\d+`,
        ),
      );
      // With shared memory the pool knows that the task has not begun.
      if (isolated) assert.deepEqual(await other.result, { status: 'done', value: 0 });
      else assert.instanceOf(await failureOf(other), WorkerLostError);
      assert.deepEqual(await proc.task('add').submit([1, 1]).result, { status: 'done', value: 2 });
    },
  },
  {
    name: 'a call to a lost worker rejects, and its error is not passed to onError',
    needsWorkers: true,
    async run({ start, reportedErrors }) {
      const proc = await start({ workers: 1 });
      proc.worker(0).terminate();
      assert.instanceOf(await reasonOf(proc.worker(0).call('add', [1, 1])), WorkerLostError);
      assert.equal(proc.worker(0).terminate(), false);
      await until(() => reportedErrors.length > 0);
      await proc.task('add').submit([1, 1]).result;
      assert.deepEqual(
        reportedErrors.map((error) => (error as Error).message),
        ['worker 0 was lost: it was terminated'],
      );
    },
  },
  {
    name: 'waiting tasks of lost workers fail, and the colors of their nested tasks become free',
    needsWorkers: true,
    async run({ start, reportedErrors }) {
      const proc = await start({ workers: 2 });
      const nested = [0, 1, 2, 3].map((i) =>
        proc.task('submitFrom').submit(['endless', [], { color: i }], { color: `outer ${i}` }),
      );
      const failures = nested.map(failureOf);
      const known = (): number => {
        const { waiting, workers } = proc.stats; // an endless task may be queued if a worker has not responded yet
        return workers.reduce((sum, { inFlight }) => sum + inFlight, waiting);
      };
      await until(() => known() === 8);
      for (const worker of [0, 1]) proc.worker(worker).terminate();
      for (const failure of failures) assert.instanceOf(await failure, WorkerLostError);
      await until(() => proc.stats.workers.length === 2);
      for (const i of [0, 1, 2, 3]) {
        const { result } = proc.task('add').submit([i, i], { color: i });
        assert.deepEqual(await result, { status: 'done', value: 2 * i });
      }
      assert.equal(reportedErrors.length, 2);
    },
  },
  {
    name: 'a worker that ends itself is lost with its tasks, and is replaced',
    needsWorkers: true,
    async run({ start, reportedErrors }) {
      const proc = await start({ workers: 1 });
      const other = failureOf(proc.task('never').submit([]));
      const leaving = failureOf(proc.task('leave').submit([]));
      for (const loss of [await leaving, await other]) {
        assert.instanceOf(loss, WorkerLostError);
        assert.match(loss.message, /it called close\(\)|it exited with code 0/);
      }
      assert.deepEqual(await proc.task('add').submit([1, 1]).result, { status: 'done', value: 2 });
      assert.lengthOf(reportedErrors, 1);
    },
  },
  {
    name: 'the color of a lost worker’s task is released only when the thread of the worker has ended',
    needsWorkers: true,
    async run({ start }) {
      if (!isolated) return;
      const proc = await start({ workers: 2 });
      const memory = new Int32Array(new SharedArrayBuffer(32 << 20));
      const failure = failureOf(proc.task('fillForever', { color: 'memory' }).submit([memory]));
      await until(() => Atomics.load(memory, memory.length - 1) === 1);
      const { index } = proc.stats.workers.find(({ inFlight }) => inFlight > 0)!;
      proc.worker(index).terminate();
      const next = proc.task('isAlone', { color: 'memory' }).submit([memory, 50]); // the other worker is idle
      assert.instanceOf(await failure, WorkerLostError);
      assert.deepEqual(await next.result, { status: 'done', value: true });
    },
  },
  {
    name: 'when a worker is lost, only its tasks that have begun fail',
    needsWorkers: true,
    async run({ start }) {
      if (!isolated) return;
      const proc = await start({ workers: 1, window: 300 });
      const counts = new Int32Array(new SharedArrayBuffer(4 * 300));
      const before = [...counts].slice(0, 100).map((_, i) => proc.task('countIn').submit([counts, i]));
      const hangs = new Int32Array(new SharedArrayBuffer(4));
      const hanging = failureOf(proc.task('hang').submit([hangs]));
      const behind = [...counts].slice(100).map((_, i) => proc.task('countIn').submit([counts, 100 + i]));
      const expiring = proc.task('add').submit([1, 1], { priority: -1, expiresIn: 1e6 });
      await until(() => Atomics.load(hangs, 0) === 1); // the worker is now unresponsive
      proc.worker(0).terminate();
      assert.instanceOf(await hanging, WorkerLostError);
      await Promise.allSettled(before.map(({ result }) => result)); // these tasks had begun
      for (const { result } of behind) assert.equal((await result).status, 'done');
      assert.deepEqual(await expiring.result, { status: 'done', value: 2 });
      assert.isTrue(counts.every((count) => count === 1));
    },
  },
  {
    name: 'an error of a loss listener does not affect the pool, and onError may submit tasks',
    needsWorkers: true,
    async run({ start, reportedErrors }) {
      const submitted: Promise<unknown>[] = [];
      const proc = await start({
        workers: 1,
        onError: (error) => {
          reportedErrors.push(error);
          submitted.push(proc.task('add').submit([1, 1]).result);
        },
      });
      proc.worker(0).connect('echo', () => {
        throw new Error('of a listener');
      });
      const task = proc.task('later').submit([1_000_000, 0]);
      const failure = failureOf(task);
      await proc.run('add', [1, 1]); // begins after the other task, so both have begun now
      proc.worker(0).terminate();
      assert.instanceOf(await failure, WorkerLostError);
      assert.equal((reportedErrors[0] as Error).message, 'of a listener');
      assert.deepEqual(await Promise.all(submitted), [
        { status: 'done', value: 2 },
        { status: 'done', value: 2 },
      ]);
    },
  },
  {
    name: 'a message that is unread when its worker is terminated causes no further error, and the worker is replaced',
    needsWorkers: true,
    async run({ start, reportedErrors }) {
      const proc = await start({ workers: 1 });
      proc.subscribe('late', () => {});
      await proc.worker(0).call('publishLater', ['late', 20]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      for (const end = performance.now() + 60; performance.now() < end;); // the message arrives while this thread is busy
      proc.worker(0).terminate();
      assert.equal(
        await proc
          .worker(0)
          .call('add', [1, 1])
          .catch(() => 0),
        0,
      );
      await until(
        async () =>
          (await proc
            .worker(0)
            .call('add', [1, 1])
            .catch(() => 0)) === 2,
      );
      assert.equal(reportedErrors.length, 1);
    },
  },
];

import { assert } from 'chai';
import { WorkerLostError } from '@doha/multiproc';
import { type Check, failureOf, isolated, reasonOf, until } from './check.ts';

/** What goes wrong. */
export const faults: readonly Check[] = [
  {
    name: 'what a function throws is what the result rejects with',
    async run({ start, told }) {
      const proc = await start();
      const failure = await failureOf(proc.task('fail').submit(['no']));
      assert.instanceOf(failure, RangeError);
      assert.equal(failure.message, 'no');
      assert.equal((await failureOf(proc.task('failLater').submit(['late']))).message, 'late');
      assert.equal((await failureOf(proc.task('failAtStep').submit([2]))).message, 'step 2');
      assert.deepEqual(told, []);
    },
  },
  {
    name: 'a failure that nobody waits for is told, once',
    async run({ start, told }) {
      const proc = await start();
      const failed = proc.task('fail').submit(['unseen']);
      proc.task('fail').post(['unseen']);
      await until(() => told.length === 2);
      assert.equal((told[0] as Error).message, 'unseen');
      assert.equal((await failureOf(failed)).message, 'unseen');
    },
  },
  {
    name: 'arguments and results that cannot be copied fail their task only',
    async run({ start }) {
      const proc = await start();
      const good = proc.task('add').submit([1, 1]);
      const bad = proc.task('add').submit([1, (() => {}) as never]);
      const worse = proc.task('giveFunction').submit([]);
      assert.match((await failureOf(bad)).message, /(could|can) not be cloned/);
      assert.match((await failureOf(worse)).message, /(could|can) not be cloned/);
      assert.deepEqual(await good.result, { status: 'done', value: 2 });
      assert.deepEqual(await proc.task('add').submit([2, 2]).result, { status: 'done', value: 4 });
    },
  },
  {
    name: 'what goes wrong in a worker outside of tasks is told, and the worker goes on',
    async run({ start, told }) {
      const proc = await start();
      proc.worker(0).subscribe('trouble', 'fail');
      proc.publish('trouble', 'heard of trouble');
      await until(() => told.length === 1);
      assert.equal((told[0] as Error).message, 'heard of trouble');
      proc.subscribe('words', () => {});
      await proc.worker(0).call('tellSecret', 'words');
      await until(() => told.length === 2);
      assert.match(String(told[1]), /DataCloneError/);
      assert.equal(await proc.worker(0).call('add', 1, 1), 2);
    },
  },
  {
    name: 'what makes no sense is refused by name',
    async run({ start }) {
      const proc = await start();
      assert.throws(() => proc.task('nothing' as 'add'), 'the workers must expose nothing, and expose add');
      assert.throws(() => proc.task('add').submit([1, 1], { priority: NaN }), RangeError, 'got NaN');
      assert.throws(
        () => proc.task('add', { expiresIn: 0 }),
        RangeError,
        'expiresIn must be a number > 0, got 0',
      );
      for (const [options, message] of [
        [{ workers: -1 }, "workers must be a whole number ≥ 0 or 'auto', got -1"],
        [{ window: 0 }, "window must be a number ≥ 1 or 'auto', got 0"],
        [{ hangLimit: NaN }, 'hangLimit must be a number > 0, got NaN'],
      ] as const) {
        assert.include((await reasonOf(start(options))).message, message);
      }
    },
  },
  {
    name: 'a worker that hangs is named with what it does and where that was submitted, and replaced',
    needsWorkers: true,
    async run({ start }) {
      const proc = await start({ workers: 1, hangLimit: 200, traces: true });
      const first = proc.task('hang', { color: 'stuck' }).submit([]);
      const beside = failureOf(proc.task('later', { color: 'stuck' }).submit([1, 0]));
      const hanging = await failureOf(first);
      assert.instanceOf(hanging, WorkerLostError);
      const where = isolated ? '' : 'one of .*';
      assert.match(
        hanging.message,
        new RegExp(`it hangs for 200 ms in ${where}hang \\(color stuck, submitted at .+:\\d+:\\d+`),
      );
      assert.instanceOf(await beside, WorkerLostError);
      assert.deepEqual(await proc.task('add').submit([1, 1]).result, { status: 'done', value: 2 });
    },
  },
  {
    name: 'a call to a worker that is not there rejects, and nobody else is told',
    needsWorkers: true,
    async run({ start, told }) {
      const proc = await start({ workers: 1 });
      proc.worker(0).terminate();
      assert.instanceOf(await reasonOf(proc.worker(0).call('add', 1, 1)), WorkerLostError);
      assert.equal(told.length, 1); // the loss itself
    },
  },
  {
    name: 'tasks that cannot be copied make room for those that can',
    async run({ start }) {
      const proc = await start({ workers: 1, window: 2 });
      const bad = Array.from({ length: 5 }, () => proc.task('add').submit([1, (() => {}) as never]));
      const good = proc.task('add').submit([2, 2]);
      for (const task of bad) assert.match((await failureOf(task)).message, /not be cloned/);
      assert.deepEqual(await good.result, { status: 'done', value: 4 });
    },
  },
  {
    name: 'what a task of a worker gives and cannot be brought there is a failure',
    async run({ start }) {
      const proc = await start();
      assert.match(await proc.worker(0).call('askForPort'), /^Error: (DataCloneError|TypeError)/);
    },
  },
  {
    name: 'a listener that throws when a worker goes keeps nothing from going on, and who is told may submit at once',
    needsWorkers: true,
    async run({ start, told }) {
      const submitted: Promise<unknown>[] = [];
      const proc = await start({
        workers: 1,
        onError: (error) => {
          told.push(error);
          submitted.push(proc.task('add').submit([1, 1]).result);
        },
      });
      proc.worker(0).connect('echo', () => {
        throw new Error('of a listener');
      });
      const task = proc.task('later').submit([5000, 0]);
      const failure = failureOf(task);
      await until(() => task.status === 'sent');
      proc.worker(0).terminate();
      assert.instanceOf(await failure, WorkerLostError);
      assert.equal((told[0] as Error).message, 'of a listener');
      assert.deepEqual(await Promise.all(submitted), [
        { status: 'done', value: 2 },
        { status: 'done', value: 2 },
      ]);
    },
  },
  {
    name: 'what a worker sent before it was ended is of no interest',
    needsWorkers: true,
    async run({ start, told }) {
      const proc = await start({ workers: 1 });
      const heard: unknown[] = [];
      proc.subscribe('late', (value) => heard.push(value));
      await proc.worker(0).call('tellLater', 'late', 20);
      await new Promise((resolve) => setTimeout(resolve, 5));
      for (const end = performance.now() + 60; performance.now() < end;); // it comes, and nobody looks
      proc.worker(0).terminate();
      assert.equal(
        await proc
          .worker(0)
          .call('add', 1, 1)
          .catch(() => 0),
        0,
      );
      await until(
        async () =>
          (await proc
            .worker(0)
            .call('add', 1, 1)
            .catch(() => 0)) === 2,
      );
      assert.equal(told.length, 1);
    },
  },
];

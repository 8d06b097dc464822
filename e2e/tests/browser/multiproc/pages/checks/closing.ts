import { assert } from 'chai';
import { PoolClosedError, QueueFullError, TaskDroppedError } from '@doha/multiproc';
import { type Check, reasonOf, until } from './check.ts';

/** Whether the platform has the symbols that `using` needs. WebKit and Firefox before version 141 do not have them. */
const hasScopes = 'dispose' in Symbol && 'asyncDispose' in Symbol;

/** Results of `run`, limited queues, and the end of a pool. */
export const closing: readonly Check[] = [
  {
    name: 'run resolves to the value of a task, or rejects with an error that says why there is no value',
    async run({ start, reportedErrors }) {
      const proc = await start();
      assert.equal(await proc.run('add', [1, 2]), 3);
      assert.equal(await proc.task('add', { priority: 1 }).run([3, 4]), 7);
      assert.equal(await proc.run('runFrom', ['add', [5, 6]]), 11);
      assert.equal((await reasonOf(proc.run('fail', ['on purpose']))).message, 'on purpose');
      const abort = new AbortController();
      const aborted = proc.run('never', [], { signal: abort.signal });
      abort.abort('not needed');
      const expiresIn = 20;
      const dropped = [
        aborted,
        proc.run('never', [], { expiresIn }),
        proc.run('runFrom', ['never', [], { expiresIn }]),
      ];
      const errors = (await Promise.all(dropped.map(reasonOf))) as TaskDroppedError[];
      for (const error of errors) assert.instanceOf(error, TaskDroppedError);
      assert.deepEqual(
        errors.map(({ cause, message, name, status }) => [name, message, status, cause]),
        [
          ['TaskDroppedError', 'never was cancelled', 'cancelled', 'not needed'],
          ['TaskDroppedError', 'never has expired', 'expired', undefined],
          ['TaskDroppedError', 'never has expired', 'expired', undefined],
        ],
      );
      assert.throws(
        () => void proc.run('nothing' as 'add', [1, 1]),
        RangeError,
        'expose no function nothing',
      );
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'a call is cancelled by its signal and transfers objects',
    async run({ start, reportedErrors }) {
      const proc = await start();
      const numbers = new Float64Array([1, 2]);
      const sum = proc.worker(0).call('sumOf', [[...numbers]], { transfer: [numbers.buffer] });
      assert.equal(numbers.length, 0);
      assert.equal(await sum, 3);
      const abort = new AbortController();
      const aborted = proc.worker(0).call('never', [], { signal: abort.signal });
      abort.abort();
      const late = proc.worker(0).call('never', [], { signal: abort.signal });
      for (const error of await Promise.all([aborted, late].map(reasonOf))) {
        assert.instanceOf(error, TaskDroppedError);
        assert.equal(error.status, 'cancelled');
      }
      assert.equal(await proc.worker(0).call('add', [1, 1]), 2);
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'a task beyond maxQueue fails, nested tasks do not, and ready resolves when the queue has room',
    async run({ start, reportedErrors }) {
      const proc = await start({ workers: 1, window: 1, maxQueue: 2 });
      await proc.ready;
      const first = proc.task('later').submit([20, 0], { color: 1 }); // sent to the worker, so not queued
      const tasks = [1, 2].map((n) => proc.task('later').submit([20, n], { color: 1 }));
      const refused = await Promise.all([
        reasonOf(proc.run('add', [1, 1])),
        reasonOf(proc.task('add').submit([1, 1]).result),
      ]);
      for (const error of refused) assert.instanceOf(error, QueueFullError);
      assert.equal(refused[0]?.message, 'submit: fewer than 2 tasks must be queued (maxQueue)');
      proc.task('add').post([1, 1]);
      await until(() => reportedErrors.length === 1);
      assert.instanceOf(reportedErrors.splice(0)[0], QueueFullError);
      await proc.ready;
      assert.isBelow(proc.stats.waiting, 2);
      for (const { result } of [first, ...tasks]) assert.equal((await result).status, 'done');
      assert.deepEqual(await proc.task('sumOf').submit([Array.from({ length: 32 }, () => 1)]).result, {
        status: 'done',
        value: 32,
      });
      for (let n = 0; n < 20; n++) {
        await proc.ready;
        proc.task('add').post([n, n]);
      }
      await until(() => proc.stats.waiting === 0 && proc.stats.workers[0]!.inFlight === 0);
      const withdrawn = Array.from({ length: 3 }, () => proc.task('never').submit([], { color: 2 }));
      const room = proc.ready;
      withdrawn.at(-1)!.cancel();
      await room;
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'unused promises of ready do not block later ones, and at most maxQueue tasks are queued',
    async run({ start, reportedErrors }) {
      const proc = await start({ workers: 1, window: 1, maxQueue: 2 });
      const occupy = (): AbortController => {
        const abort = new AbortController();
        const options = { color: 1, signal: abort.signal };
        for (let i = 0; i < 3; i++) proc.run('never', [], options).catch(() => {});
        return abort;
      };
      const first = occupy();
      const unused = Array.from({ length: 20 }, () => proc.ready);
      first.abort();
      await Promise.all([...unused, proc.ready]);
      const second = occupy();
      const refused = reasonOf(proc.run('add', [1, 1]));
      assert.instanceOf(await refused, QueueFullError);
      assert.isAtMost(proc.stats.waiting, 2);
      second.abort();
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'close waits for accepted tasks, calls and their nested tasks, and rejects new ones',
    async run({ start, reportedErrors }) {
      const proc = await start({ window: 1 });
      const tasks = Array.from({ length: 10 }, (_, n) => proc.run('later', [1, n]));
      const nested = proc.run('sumOf', [Array.from({ length: 32 }, () => 1)]);
      const call = proc.worker(0).call('later', [10, 'called']);
      proc.task('never').submit([]).cancel();
      const closed = proc.close();
      for (const refused of [proc.run('add', [1, 1]), proc.worker(0).call('add', [1, 1]), proc.ready]) {
        const error = await reasonOf(refused);
        assert.instanceOf(error, PoolClosedError);
        assert.match(error.message, /^(submit|call|ready): the pool is closed; start a new one$/);
      }
      assert.deepEqual(await Promise.all(tasks), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      assert.deepEqual([await nested, await call], [32, 'called']);
      await closed;
      await proc.close();
      assert.equal(
        (await reasonOf(proc.run('add', [1, 1]))).message,
        'submit: the pool is disposed; start a new one',
      );
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'close with a timeout fails all unfinished tasks',
    async run({ start, reportedErrors }) {
      const proc = await start({ workers: 1, window: 1 });
      const never = reasonOf(proc.run('never', [], { color: 1 }));
      const behind = reasonOf(proc.run('add', [1, 1], { color: 1 }));
      assert.equal(await proc.run('add', [1, 1]), 2);
      await proc.close({ timeout: 50 });
      assert.match((await never).message, /was lost: the pool is disposed/);
      assert.match((await behind).message, /: the pool is disposed; start a new one$/); // queued, or sent to the worker
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'a pool is disposed at the end of its scope',
    async run({ start }) {
      const closed = await start();
      const value = closed.run('later', [10, 1]);
      await (hasScopes ? closed[Symbol.asyncDispose]() : closed.close());
      assert.equal(await value, 1);
      const disposed = await start();
      const failure = reasonOf(disposed.run('never', []));
      if (hasScopes) disposed[Symbol.dispose]();
      else disposed.dispose();
      await failure;
      for (const proc of [closed, disposed])
        assert.instanceOf(await reasonOf(proc.run('add', [1, 1])), PoolClosedError);
    },
  },
];

import { assert } from 'chai';
import { EventLoop } from '@doha/loop';
import type { RemoteTask, SubmitOptions } from '@doha/multiproc';
import { type Check, failureOf, isolated, until } from './check.ts';

/** Tasks from their submission to their end. */
export const tasks: readonly Check[] = [
  {
    name: 'dropping a running task does not interrupt it; its result and later tasks of its color wait for its end',
    needsWorkers: true,
    async run({ start }) {
      if (!isolated) return;
      const proc = await start({ workers: 2 });
      for (const drop of ['cancel', 'signal', 'expiresIn'] as const) {
        const memory = new Int32Array(new SharedArrayBuffer(8));
        const abort = new AbortController();
        const begin = async (expiresIn: number): Promise<[RemoteTask<void>, SubmitOptions]> => {
          const options = { cancel: {}, signal: { signal: abort.signal }, expiresIn: { expiresIn } }[drop];
          const task = proc.task('occupy').submit([memory], { color: 'busy', ...options });
          await until(() => Atomics.load(memory, 0) === 1 || task.hasEnded);
          // On a busy machine the task may expire before it begins.
          return task.hasEnded ? begin(2 * expiresIn) : [task, options];
        };
        const [busy, options] = await begin(250);
        const behind = proc.task('add').submit([1, 1], { color: 'busy' });
        if (drop === 'cancel') assert.isFalse(busy.cancel());
        abort.abort();
        if (drop === 'expiresIn') {
          // A task with a later expiry has expired, so the first one has, too.
          const witness = proc.task('never').submit([], options);
          assert.deepEqual(await witness.result, { status: 'expired' });
        }
        assert.deepEqual([busy.status, behind.hasEnded], ['sent', false]);
        Atomics.store(memory, 1, 1);
        Atomics.notify(memory, 1);
        assert.deepEqual(await busy.result, { status: 'done', value: undefined });
        assert.deepEqual(await behind.result, { status: 'done', value: 2 });
      }
    },
  },
  {
    name: 'a task resolves to the value of its function, promise or generator',
    async run({ start }) {
      const proc = await start();
      assert.deepEqual(await proc.task('add').submit([1, 2]).result, { status: 'done', value: 3 });
      assert.deepEqual(await proc.task('later').submit([5, 'x']).result, { status: 'done', value: 'x' });
      assert.deepEqual(await proc.task('sumTo').submit([4]).result, { status: 'done', value: 6 });
      assert.deepEqual(await proc.task('giveTwice').submit([]).result, { status: 'done', value: 1 });
      assert.deepEqual(await proc.task('add').submit([3, 4]).result, { status: 'done', value: 7 });
    },
  },
  {
    name: 'buffers are transferred as arguments and as results',
    async run({ start }) {
      const proc = await start();
      const numbers = new Float64Array([1, 2, 3]);
      const { result } = proc.task('double').submit([numbers], { transfer: [numbers.buffer] });
      assert.deepEqual(await result, { status: 'done', value: new Float64Array([2, 4, 6]) });
      assert.equal(numbers.length, 0);
    },
  },
  {
    name: 'a queued task is cancelled at once, without an error',
    async run({ start }) {
      const proc = await start({ window: 1 });
      const running = [1, 2].map(() => proc.task('spin').submit([20], { priority: 1 }));
      const queued = proc.task('add').submit([1, 2]);
      await Promise.resolve();
      assert.isTrue(queued.cancel());
      assert.isFalse(queued.cancel());
      assert.equal(queued.status, 'cancelled');
      assert.deepEqual(await queued.result, { status: 'cancelled' });
      await Promise.all(running.map(({ result }) => result));
    },
  },
  {
    name: 'a running generator is cancelled at its next yield',
    async run({ start }) {
      const proc = await start();
      const endless = proc.task('endless').submit([]);
      await proc.task('later').submit([20, 0]).result;
      assert.equal(endless.status, 'sent');
      assert.isFalse(endless.cancel());
      assert.deepEqual(await endless.result, { status: 'cancelled' });
      assert.deepEqual(await proc.task('add').submit([1, 1]).result, { status: 'done', value: 2 });
    },
  },
  {
    name: 'a task is dropped when it expires or when its signal aborts',
    async run({ start }) {
      const proc = await start();
      const abort = new AbortController();
      const expiring = proc.task('endless').submit([], { expiresIn: 15 });
      const aborted = proc.task('endless').submit([], { signal: abort.signal });
      const early = proc.task('add').submit([1, 1], { signal: AbortSignal.abort() });
      assert.deepEqual(await early.result, { status: 'cancelled' });
      assert.deepEqual(await expiring.result, { status: 'expired' });
      abort.abort();
      assert.deepEqual(await aborted.result, { status: 'cancelled' });
    },
  },
  {
    name: 'a task whose function never ends is settled by its signal or its expiry, but still blocks its color',
    async run({ start }) {
      const proc = await start();
      const abort = new AbortController();
      const begun = new Promise((resolve) => proc.subscribe('never', resolve));
      const aborted = proc.task('never').submit(['never'], { color: 'never', signal: abort.signal });
      const expiring = proc.task('never').submit([], { expiresIn: 20 });
      const behind = proc.task('add').submit([1, 1], { color: 'never' });
      await begun; // an earlier abort could drop the task and release its color
      assert.equal(await proc.worker(0).call('submitFrom', ['never', [], { expiresIn: 20 }]), 'expired');
      assert.deepEqual(await expiring.result, { status: 'expired' });
      assert.isFalse(behind.hasEnded);
      abort.abort();
      assert.deepEqual(await aborted.result, { status: 'cancelled' });
      assert.deepEqual(await proc.task('add').submit([1, 1]).result, { status: 'done', value: 2 });
      assert.isFalse(behind.hasEnded);
      behind.cancel();
      assert.deepEqual(await behind.result, { status: 'cancelled' });
    },
  },
  {
    name: 'tasks run in the order of their priorities, whether submitted in the same turn or waiting',
    async run({ start }) {
      const proc = await start({ workers: 1, window: 1 });
      const note = proc.task('note');
      await note.submit(['reset']).result;
      const low = note.submit([1], { priority: 1 });
      note.submit([3], { priority: 3 });
      note.submit([2], { priority: 2 });
      low.priority = 4;
      const read = note.submit(['read'], { priority: -1 });
      assert.deepEqual(await read.result, { status: 'done', value: [1, 3, 2] });
    },
  },
  {
    name: 'tasks of a color run one after another, in order, even if they wait asynchronously',
    async run({ start }) {
      const proc = await start();
      const visit = proc.task('visit', { color: 'room' });
      const visits = Array.from({ length: 8 }, (_, i) => visit.submit([8 - i, i], { priority: i % 3 }));
      const ended: number[] = [];
      for (const [i, { result }] of visits.entries()) void result.then(() => ended.push(i));
      for (const [order, { result }] of visits.entries()) {
        assert.deepEqual(await result, { status: 'done', value: { visitors: 1, order } });
      }
      assert.deepEqual(ended, [0, 1, 2, 3, 4, 5, 6, 7]);
    },
  },
  {
    name: 'posted tasks without results run in order',
    async run({ start }) {
      const proc = await start({ workers: 1 });
      const note = proc.task('note', { color: 'notes' });
      note.post(['reset']);
      for (let i = 0; i < 1000; i++) note.post([i]);
      const expected = Array.from({ length: 1000 }, (_, i) => i);
      assert.deepEqual(await note.submit(['read']).result, { status: 'done', value: expected });
    },
  },
  {
    name: 'disposing the pool fails all unfinished tasks and rejects new ones',
    async run({ start }) {
      const proc = await start({ window: 1 });
      const left = [1, 2, 3, 4].map(() => proc.task('endless').submit([]));
      const reasons = Promise.all(left.map(failureOf));
      await proc.task('add').submit([1, 1], { expiresIn: 20 }).result;
      proc.dispose();
      for (const { message } of await reasons) assert.match(message, /the pool is disposed/);
      assert.match((await failureOf(proc.task('add').submit([1, 1]))).message, /the pool is disposed/);
    },
  },
  {
    name: 'nested tasks return their values and errors, and can be cancelled',
    async run({ start, reportedErrors }) {
      const proc = await start();
      const numbers = Array.from({ length: 100 }, (_, i) => i);
      assert.deepEqual(await proc.task('sumOf').submit([numbers]).result, { status: 'done', value: 4950 });
      assert.equal(await proc.worker(0).call('startAndStop', []), 'cancelled');
      assert.equal(await proc.worker(0).call('failFar', ['far']), 'RangeError: far');
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'tasks of a color may wait for nested tasks, and a nested task with the same color rejects',
    async run({ start, reportedErrors }) {
      for (const window of [1, 2, 'auto'] as const) {
        const proc = await start({ window });
        const sum = (color: number): Promise<unknown> =>
          proc.task('sumOf').submit([[1, 2, 3, 4, 5, 6, 7, 8]], { color }).result;
        const sums = await Promise.all(Array.from({ length: 40 }, (_, i) => sum(i % 3)));
        assert.deepEqual(new Set(sums.map((outcome) => JSON.stringify(outcome))).size, 1);
        const own = proc.task('awaitColor').submit(['mine'], { color: 'mine' });
        assert.match(JSON.stringify(await own.result), /WaitCycleError.*must not wait for each other/);
        assert.match(JSON.stringify(await proc.task('awaitColor').submit(['mine']).result), /"done"/);
        proc.dispose();
      }
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'the pool can use the event loop of the application',
    async run({ start }) {
      const loop = new EventLoop();
      const proc = await start({ loop });
      const task = proc.task('endless').submit([], { expiresIn: 20 });
      assert.equal(loop.pendingTimers, 1);
      await task.result;
      assert.equal(loop.pendingTimers, 0);
    },
  },
];

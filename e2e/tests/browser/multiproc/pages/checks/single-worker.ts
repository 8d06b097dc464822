import { assert } from 'chai';
import { releaseProxy } from 'comlink';
import { WorkerLostError } from '@doha/multiproc';
import { wrap } from '@doha/multiproc/comlink';
import type { Counter } from '../samples.worker.ts';
import { type Check, reasonOf, until } from './check.ts';

/** Calls, subscriptions and channels of a specific worker. */
export const singleWorker: readonly Check[] = [
  {
    name: 'a function of a specific worker can be called',
    async run({ start }) {
      const proc = await start();
      assert.equal(await proc.worker(0).call('add', [20, 22]), 42);
      assert.equal((await reasonOf(proc.worker(0).call('fail', ['called']))).message, 'called');
      assert.throws(() => proc.worker(7), RangeError, 'index must be a whole number from 0 to');
      assert.throws(
        () => void proc.worker(0).call('nothing' as 'add', [1, 1]),
        RangeError,
        'expose no function nothing',
      );
    },
  },
  {
    name: 'a worker’s function is called with published values, also in the replacement of a lost worker',
    async run({ start }) {
      const proc = await start();
      const undo = proc.worker(0).subscribe('wind', 'recordValue');
      const before = (await proc.worker(0).call('recorded', ['kept'])).length;
      const received = async (): Promise<readonly unknown[]> =>
        (await proc.worker(0).call('recorded', ['kept'])).slice(proc.backend === 'thread' ? before : 0);
      proc.publish('wind', 1);
      await until(async () => (await received()).length === 1);
      if (proc.backend !== 'thread') {
        proc.worker(0).terminate();
        await until(() => proc.stats.workers.length === proc.workers);
        await until(async () => (await received()).length === 1); // the retained value
      }
      undo();
      await proc.worker(0).call('add', [1, 1]); // the worker has unsubscribed by now
      proc.publish('wind', 2);
      await proc.task('later').submit([20, 0]).result;
      assert.deepEqual(await received(), [1]);
      assert.throws(
        () => proc.worker(0).subscribe('wind', 'nothing' as 'add'),
        RangeError,
        'expose no function nothing',
      );
    },
  },
  {
    name: 'the application can connect its own channels to workers',
    async run({ start }) {
      const proc = await start();
      const losses: string[] = [];
      const port = proc.worker(0).connect('echo', ({ message }) => losses.push(message));
      const answers: unknown[] = [];
      port.onmessage = ({ data }) => answers.push(data);
      port.postMessage('a');
      await until(() => answers.length === 1);
      assert.deepEqual(answers, ['echo of a']);
      proc.worker(0).connect('nobody', ({ message }) => losses.push(message));
      await until(() => losses.length === 1);
      assert.equal(losses[0], 'connect: the worker must accept nobody, and accepts broken, echo, comlink');
      proc.dispose();
      assert.match(losses[1]!, /^worker 0 was lost/);
    },
  },
  {
    name: 'Comlink wraps objects of workers, and pending calls reject when the worker is lost',
    async run({ start }) {
      const proc = await start();
      const counter = wrap<Counter>(proc.worker(0));
      const count = await counter.count;
      assert.equal(await counter.add(2), count + 2);
      assert.equal(await counter.add(3), count + 5);
      assert.equal((await reasonOf(counter.fail('no'))).message, 'no');
      const released = wrap<Counter>(proc.worker(0));
      await released.add(1);
      released[releaseProxy]();
      if (proc.backend === 'thread') return;
      const hanging = reasonOf(counter.hang());
      proc.worker(0).terminate();
      assert.instanceOf(await hanging, WorkerLostError);
      assert.instanceOf(await reasonOf(counter.add(1)), WorkerLostError);
      await until(() => proc.stats.workers.length === proc.workers);
      assert.equal(await wrap<Counter>(proc.worker(0)).add(1), 1);
    },
  },
];

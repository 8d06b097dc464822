import { assert } from 'chai';
import { type Check, until } from './check.ts';

/** What is published, and who hears of it. */
export const topics: readonly Check[] = [
  {
    name: 'what is published comes to those who subscribe, in this thread and in others',
    async run({ start }) {
      const proc = await start();
      const [here, early]: [unknown[], unknown[]] = [[], []];
      proc.subscribe('news', (value) => early.push(value));
      await proc.worker(0).call('listen', 'news');
      await proc.worker(0).call('tell', 'news', [1, 2, 3], 'all');
      proc.publish('news', 4, { retention: 'all' });
      proc.subscribe('news', (value) => here.push(value));
      await until(() => early.length === 4);
      await proc.worker(0).call('tell', 'news', [5], 'all');
      await until(() => early.length === 5);
      assert.sameMembers(early, [1, 2, 3, 4, 5]);
      assert.deepEqual(
        early.filter((value) => value !== 4),
        [1, 2, 3, 5],
      );
      await until(async () => (await proc.worker(0).call('heard', 'news')).length === 5);
    },
  },
  {
    name: 'who subscribes late gets what a topic is, once a turn at the most',
    async run({ start }) {
      const proc = await start();
      await proc.worker(0).call('tell', 'score', [1, 2, 3], 'newest');
      const values: unknown[] = [];
      const undo = proc.subscribe('score', (value) => values.push(value));
      await until(() => values.length === 1);
      await proc.worker(0).call('tell', 'score', [4, 5], 'newest');
      await until(() => values.length === 2);
      assert.deepEqual(values, [3, 5]);
      undo();
      proc.subscribe('table tennis', (value) => values.push(value)); // a topic as any other
      await proc.worker(0).call('tell', 'table tennis', [5], 'newest');
      await until(() => values.length === 3);
      values.pop();
      await proc.worker(0).call('tell', 'score', [6], 'newest');
      await proc.task('later').submit([20, 0]).result;
      assert.deepEqual(values, [3, 5]);
    },
  },
  {
    name: 'who subscribes after a topic is unpublished gets nothing, also beside an earlier subscriber',
    async run({ start, told }) {
      const proc = await start();
      const [early, late, untold]: [unknown[], unknown[], unknown[]] = [[], [], []];
      proc.subscribe('untold', (topic) => untold.push(topic));
      proc.subscribe('goals', (value) => early.push(value));
      await proc.worker(0).call('tell', 'goals', [1], 'newest');
      await until(() => early.length === 1);
      await proc.worker(0).call('untell', 'goals');
      await until(() => untold.length === 1);
      proc.subscribe('goals', (value) => late.push(value));
      await proc.task('later').submit([20, 0]).result;
      assert.deepEqual(late, []);
      proc.publish('goals', 2);
      await until(() => late.length === 1);
      assert.deepEqual([early, late], [[1, 2], [2]]);
      assert.deepEqual(told, []);
    },
  },
  {
    name: 'a topic that retains its newest value and has two publishers is reported with both',
    async run({ start, told }) {
      const proc = await start();
      proc.publish('laps', 1);
      await proc.worker(0).call('tell', 'laps', [2], 'newest');
      await until(() => told.length === 1);
      assert.equal(
        String(told[0]),
        "RangeError: publish: laps must have one publisher, or the retention 'all' in each, got the main thread and worker 0",
      );
      await proc.worker(0).call('untell', 'laps');
    },
  },
  {
    name: 'workers tell one another',
    needsWorkers: true,
    async run({ start }) {
      const proc = await start({ workers: 2 });
      await proc.worker(1).call('listen', 'talk');
      const many = Array.from({ length: 500 }, (_, i) => i);
      await proc.worker(0).call('tell', 'talk', many, 'all');
      await until(async () => (await proc.worker(1).call('heard', 'talk')).length === many.length);
      assert.deepEqual(await proc.worker(1).call('heard', 'talk'), many);
    },
  },
];

import { assert } from 'chai';
import { type Check, isolated, until } from './check.ts';

/** Publishers and subscribers of topics. */
export const topics: readonly Check[] = [
  {
    name: 'published values reach the subscribers in this thread and in others',
    async run({ start }) {
      const proc = await start();
      const [here, early]: [unknown[], unknown[]] = [[], []];
      proc.subscribe('news', (value) => early.push(value));
      await proc.worker(0).call('recordTopic', ['news']);
      await proc.worker(0).call('publishValues', ['news', [1, 2, 3], 'all']);
      proc.publish('news', 4, { retention: 'all' });
      proc.subscribe('news', (value) => here.push(value));
      await until(() => early.length === 4);
      await proc.worker(0).call('publishValues', ['news', [5], 'all']);
      await until(() => early.length === 5);
      assert.sameMembers(early, [1, 2, 3, 4, 5]);
      assert.deepEqual(
        early.filter((value) => value !== 4),
        [1, 2, 3, 5],
      );
      await until(async () => (await proc.worker(0).call('recorded', ['news'])).length === 5);
    },
  },
  {
    name: 'late subscribers get the newest value of a topic, at most one value per turn',
    async run({ start }) {
      const proc = await start();
      await proc.worker(0).call('publishValues', ['score', [1, 2, 3], 'newest']);
      const values: unknown[] = [];
      const undo = proc.subscribe('score', (value) => values.push(value));
      await until(() => values.length === 1);
      await proc.worker(0).call('publishValues', ['score', [4, 5], 'newest']);
      await until(() => values.length === 2);
      assert.deepEqual(values, [3, 5]);
      undo();
      // The names of the internal topics of tables begin with U+0000 and `table `.
      proc.subscribe('table tennis', (value) => values.push(value));
      await proc.worker(0).call('publishValues', ['table tennis', [5], 'newest']);
      await until(() => values.length === 3);
      values.pop();
      await proc.worker(0).call('publishValues', ['score', [6], 'newest']);
      await proc.task('later').submit([20, 0]).result;
      assert.deepEqual(values, [3, 5]);
    },
  },
  {
    name: 'after a topic is unpublished new subscribers get no value, also if there is an earlier subscriber',
    async run({ start, reportedErrors }) {
      const proc = await start();
      const [early, late, unpublished]: [unknown[], unknown[], unknown[]] = [[], [], []];
      proc.subscribe('unpublished', (topic) => unpublished.push(topic));
      proc.subscribe('goals', (value) => early.push(value));
      await proc.worker(0).call('publishValues', ['goals', [1], 'newest']);
      await until(() => early.length === 1);
      await proc.worker(0).call('unpublish', ['goals']);
      await until(() => unpublished.length === 1);
      proc.subscribe('goals', (value) => late.push(value));
      await proc.task('later').submit([20, 0]).result;
      assert.deepEqual(late, []);
      proc.publish('goals', 2);
      await until(() => late.length === 1);
      assert.deepEqual([early, late], [[1, 2], [2]]);
      assert.deepEqual(reportedErrors, []);
    },
  },
  {
    name: 'values that a task publishes arrive before its result or error, also the first value of a topic',
    async run({ start }) {
      const proc = await start();
      const values: unknown[] = [];
      for (const topic of ['steps', 'score', 'bugs'])
        proc.subscribe(topic, (value) => values.push(`${topic} ${String(value)}`));
      const arrived = (): unknown[] => values.splice(0);
      const publishing = proc.task('publishValues');
      await publishing.submit(['steps', [1, 2], 'all']).result;
      assert.deepEqual(arrived(), ['steps 1', 'steps 2']);
      await Promise.all([
        publishing.submit(['steps', [3], 'all']).result,
        publishing.submit(['score', [1], 'newest']).result,
      ]);
      assert.sameMembers(arrived(), ['steps 3', 'score 1']);
      await proc.worker(0).call('publishValues', ['score', [2, 3], 'newest']);
      assert.deepEqual(arrived(), ['score 3']);
      await proc
        .task('publishAndFail')
        .submit(['bugs', [1, 2]])
        .result.catch(() => {});
      assert.deepEqual(arrived(), ['bugs 1', 'bugs 2']);
      await proc.worker(0).call('unpublish', ['score']);
      await proc.worker(0).call('publishValues', ['score', [4], 'all']);
      assert.deepEqual(arrived(), ['score 4']);
      const late: unknown[] = [];
      proc.subscribe('score', (value) => late.push(value));
      await proc.task('later').submit([20, 0]).result;
      assert.deepEqual([arrived(), late], [[], []]);
    },
  },
  {
    name: 'values that a task publishes reach other workers while its worker is busy with the next task',
    needsWorkers: true,
    async run({ start }) {
      if (!isolated) return;
      const memory = new Int32Array(new SharedArrayBuffer(8));
      const proc = await start({ workers: 2 });
      const [busy, other] = [proc.worker(0), proc.worker(1)];
      const hears = (count: number): Promise<void> =>
        until(async () => (await other.call('recorded', ['work'])).length === count);
      await other.call('recordTopic', ['work']);
      await busy.call('publishValues', ['work', [1], 'all']);
      await hears(1);
      void busy.call('publishValues', ['work', [2], 'all']);
      const occupied = busy.call('occupy', [memory]);
      await hears(2);
      Atomics.store(memory, 1, 1);
      Atomics.notify(memory, 1);
      await occupied;
    },
  },
  {
    name: 'tasks and calls see all values that were published before them',
    async run({ start }) {
      const proc = await start();
      for (let round = 0; round < 20; round++) {
        proc.publish('at load', round);
        const task = proc.task('recorded').submit(['at load']).result;
        const last = proc.workers - 1;
        const call = proc.worker(last).call('recorded', ['at load']);
        assert.deepEqual(await task, { status: 'done', value: [round] });
        assert.deepEqual(await call, [round]);
        const before = proc.worker(last).call('retained', ['at load', {}]);
        proc.unpublish('at load');
        const after = proc.worker(last).call('retained', ['at load', {}]);
        assert.deepEqual([await before, await after], [[round], []]);
      }
    },
  },
  {
    name: 'the replacement of a lost worker has the retained values before its first task',
    needsWorkers: true,
    async run({ start }) {
      const proc = await start({ workers: 1 });
      proc.publish('at load', 'kept');
      proc.worker(0).terminate();
      assert.deepEqual(await proc.task('recorded').submit(['at load']).result, {
        status: 'done',
        value: ['kept'],
      });
    },
  },
  {
    name: 'the first value of a topic arrives even if the publishing worker is blocked afterwards',
    needsWorkers: true,
    async run({ start }) {
      if (!isolated) return;
      const proc = await start({ workers: 1 });
      const memory = new Int32Array(new SharedArrayBuffer(8));
      proc.subscribe('blocked', () => {
        Atomics.store(memory, 1, 1);
        Atomics.notify(memory, 1);
      });
      await proc.task('publishAndBlock').submit(['blocked', memory]).result;
    },
  },
  {
    name: 'a subscribed worker gets each value that this thread publishes afterwards',
    async run({ start }) {
      const proc = await start();
      proc.publish('old', 0, { retention: 'all' });
      const { length } = await proc.worker(0).call('recorded', ['kept']); // from earlier checks
      const undo = proc.worker(0).subscribe('old', 'recordValue');
      for (const topic of ['new', 'brief', 'newest']) proc.worker(0).subscribe(topic, 'recordValue');
      for (const topic of ['old', 'new', 'brief'])
        for (const i of [1, 2]) proc.publish(topic, `${topic} ${i}`, { retention: 'all' });
      proc.unpublish('brief');
      proc.publish('newest', 'newest');
      const received = async (): Promise<unknown[]> =>
        (await proc.worker(0).call('recorded', ['kept'])).slice(length);
      await until(async () => (await received()).length === 7);
      const first = ['old 1', 'old 2', 'new 1', 'new 2', 'brief 1', 'brief 2', 'newest'];
      assert.sameOrderedMembers(
        (await received()).filter((value) => value !== 'newest'),
        first.slice(0, 6),
      );
      proc.worker(0).subscribe('old', 'recordValue');
      proc.publish('old', 'old 3', { retention: 'all' }); // both subscriptions receive it
      await until(async () => (await received()).length === 9);
      undo();
      await proc.worker(0).call('add', [1, 1]);
      proc.publish('old', 'old 4', { retention: 'all' });
      await until(async () => (await received()).length === 10);
      assert.sameMembers(await received(), [...first, 'old 3', 'old 3', 'old 4']);
    },
  },
  {
    name: 'a subscriber also gets the values that its own thread publishes afterwards',
    async run({ start }) {
      const proc = await start();
      const call = proc.worker(0);
      for (const [topic, retention] of [
        ['own', 'all'],
        ['own score', 'newest'],
      ] as const) {
        await call.call('publishValues', [topic, [0], retention]);
        await call.call('add', [1, 1]);
        const last = await call.call('subscribeAndPublish', [topic, [1, 2], retention]);
        assert.deepEqual(last, retention === 'all' ? [1, 2] : [0, 2]);
        const first = await call.call('subscribeAndPublish', [`${topic} 2`, [1, 2], retention]);
        assert.deepEqual(first, retention === 'all' ? [1, 2] : [2]);
      }
    },
  },
  {
    name: 'if a topic that retains its newest value gets a second publisher, an error names both threads',
    async run({ start, reportedErrors }) {
      const proc = await start();
      proc.publish('laps', 1);
      await proc.worker(0).call('publishValues', ['laps', [2], 'newest']);
      await until(() => reportedErrors.length === 1);
      assert.equal(
        String(reportedErrors[0]),
        "RangeError: publish: laps must have one publisher, or the retention 'all' in each, got the main thread and worker 0",
      );
      await proc.worker(0).call('unpublish', ['laps']);
    },
  },
  {
    name: 'workers publish values to each other',
    needsWorkers: true,
    async run({ start }) {
      const proc = await start({ workers: 2 });
      await proc.worker(1).call('recordTopic', ['talk']);
      const many = Array.from({ length: 500 }, (_, i) => i);
      await proc.worker(0).call('publishValues', ['talk', many, 'all']);
      await until(async () => (await proc.worker(1).call('recorded', ['talk'])).length === many.length);
      assert.deepEqual(await proc.worker(1).call('recorded', ['talk']), many);
    },
  },
];

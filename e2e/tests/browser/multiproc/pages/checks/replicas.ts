import { TableMissingError } from '@doha/multiproc/shared';
import { assert } from 'chai';

import { agentSchema } from '../agent-schema.ts';
import { stampIn, stampSchema } from '../stamps.ts';
import { type Check, isolated, reasonOf, until } from './check.ts';

/** Tables and their replicas. */
export const replicas: readonly Check[] = [
  {
    name: 'a replica equals its table at the last commit, also after the table grows',
    async run({ start }) {
      const proc = await start();
      await proc.worker(0).call('writeAgents', [3, 7, 100]);
      const agents = await proc.replica('agents', agentSchema);
      await until(() => agents.advance());
      const { columns, count } = agents.at();
      assert.equal(count, 3);
      assert.deepEqual(
        [...columns.position.subarray(0, 6), ...columns.health.subarray(0, 3)],
        Array(9).fill(7),
      );
      for (let turn = 1; turn <= 40; turn++)
        await proc.worker(0).call('writeAgents', [10 * turn, turn, 100 + turn]);
      await until(() => agents.advance() && agents.at().count === 400);
      assert.deepEqual([...agents.at().columns.angle.subarray(0, 400)], Array(400).fill(40));
    },
  },
  {
    name: 'a replica may have a subset of the fields, and interpolates them between commits',
    async run({ start }) {
      const proc = await start();
      await proc.worker(0).call('writeAgents', [2, 10, 1000]);
      const agents = await proc.replica('agents', { angle: 'f32' });
      await until(() => agents.advance() && agents.parts[0]!.time === 1000);
      await proc.worker(0).call('writeAgents', [2, 20, 2000]);
      await until(() => agents.advance());
      assert.deepEqual([...agents.at(1500).columns.angle.subarray(0, 2)], [15, 15]);
      assert.notProperty(agents.at().columns, 'position');
      proc.dispose();
      const other = await start();
      await other.worker(0).call('writeAgents', [1, 1, 1]);
      const wrong = await reasonOf(other.replica('agents', { angle: 'vec2' }));
      assert.equal(wrong.message, 'replica: the field angle of the table agents is f32, not vec2');
    },
  },
  {
    name: 'a replica may have a subset of the rows, calls its listeners on changes, and can be closed',
    async run({ start, reportedErrors }) {
      const proc = await start();
      await proc.worker(0).call('spreadAgents', [100]);
      const agents = await proc.replica(
        'agents',
        { angle: 'f32' },
        {
          within: {
            position: [
              [10, 0],
              [19, 99],
            ],
          },
        },
      );
      const counts: number[] = [];
      const undo = agents.onChange(() => {
        if (agents.advance()) counts.push(agents.at().count);
      });
      agents.onChange(() => {
        throw new Error('of a listener');
      });
      await until(() => counts.at(-1) === 10);
      assert.deepEqual(
        [...agents.at().columns.angle.subarray(0, 10)],
        [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
      );
      agents.within = { angle: [95, Infinity] };
      await until(() => counts.at(-1) === 5);
      agents.within = undefined;
      await until(() => counts.at(-1) === 100);
      undo();
      await proc.worker(0).call('spreadAgents', [50]);
      await until(() => agents.advance() && agents.at().count === 50);
      assert.notInclude(counts, 50);
      assert.equal((reportedErrors[0] as Error).message, 'of a listener');
      assert.throws(() => (agents.within = { size: [0, 1] }), TypeError, 'size must be a field');
      assert.throws(
        () => (agents.within = { position: [0, 1] }),
        TypeError,
        'position must be two corners of 2 numbers each',
      );
      agents.close();
      assert.equal(agents.at().count, 0);
      const again = await proc.replica('agents', { angle: 'f32' });
      await until(() => again.advance() && again.at().count === 50);
      await proc.worker(0).call('closeAgents', []);
      await until(() => again.at().count === 0);
      await proc.worker(0).call('spreadAgents', [7]);
      await until(() => again.advance() && again.at().count === 7);
    },
  },
  {
    name: 'rows that a call commits arrive before its result, and rows that this thread commits arrive before its next call',
    async run({ start }) {
      const proc = await start();
      const worker = proc.worker(0);
      await worker.call('writeStamps', [['theirs'], 1]);
      const theirs = await proc.replica('theirs', stampSchema);
      const ours = proc.table('ours', stampSchema);
      ours.add(1);
      ours.commit();
      await worker.call('watchStamps', [['ours']]);
      for (let round = 1; round <= 10; round++) {
        const written = await worker.call('writeStamps', [['theirs'], 20]);
        assert.equal(stampIn(theirs), written);
        for (let i = 0; i < 20; i++) {
          ours.columns.stamp[0] = 100 * round + i;
          ours.commit();
        }
        assert.deepEqual(await worker.call('readStamps', []), [100 * round + 19]);
      }
    },
  },
  {
    name: 'a worker may block until a table of another worker has changed',
    needsWorkers: true,
    async run({ start }) {
      const proc = await start({ workers: 2 });
      await proc.worker(0).call('spreadAgents', [1]);
      if (!isolated) {
        const reason = await reasonOf(proc.worker(1).call('awaitAgents', [2]));
        assert.include(reason.message, 'memory must be shared');
        return;
      }
      await proc.worker(1).call('awaitAgents', [1]);
      const counted = proc.worker(1).call('awaitAgents', [2]);
      await proc.worker(0).call('spreadAgents', [2]);
      assert.equal(await counted, 2);
    },
  },
  {
    name: 'a blocked worker continues when its table is closed by the main thread or a worker, or when the writing worker is lost',
    needsWorkers: true,
    async run({ start }) {
      if (!isolated) return;
      const proc = await start({ workers: 2 });
      const writer = proc.worker(0);
      const own = proc.table('agents', agentSchema);
      own.add(1);
      own.commit();
      const writesAgents = () =>
        writer.call('spreadAgents', [3]).then(
          () => true,
          () => false, // the worker is being replaced
        );
      const ends: readonly (() => unknown)[] = [
        () => own.close(),
        () => writer.call('closeAgents', []),
        () => writer.call('leave', []).catch(() => {}),
        () => writer.terminate(),
      ];
      for (const [turn, end] of ends.entries()) {
        if (turn > 0) await until(writesAgents);
        const marks = new Int32Array(new SharedArrayBuffer(4));
        const rows = proc.worker(1).call('awaitEnd', [marks]);
        await until(() => Atomics.load(marks, 0) === 1);
        await end();
        assert.equal(await rows, 0);
      }
    },
  },
  {
    name: 'Replica.wait throws in the main thread of a page, and the error names the method',
    async run({ start }) {
      if (!('document' in globalThis)) return;
      const proc = await start();
      await proc.worker(0).call('spreadAgents', [1]);
      const agents = await proc.replica('agents', agentSchema);
      const problem = isolated ? 'the thread must be allowed to block' : 'memory must be shared';
      assert.throws(() => agents.wait(1), isolated ? TypeError : Error, `Replica.wait: ${problem}`);
      assert.equal(agents.advance(), true);
    },
  },
  {
    name: 'a worker waits exactly until the next commit, after any sequence of calls',
    needsWorkers: true,
    async run({ start }) {
      if (!isolated) return;
      const proc = await start({ workers: 1 });
      const table = proc.table('agents', agentSchema);
      table.add(1);
      table.commit();
      const sequences: Readonly<Record<string, readonly boolean[]>> = {
        wan: [true, true, false],
        twan: [true, true, false],
        wtwan: [true, true, true, false],
        watntna: [true, true, false, false, false],
        atn: [true, false],
        wwtwa: [true, true, true, true],
      };
      for (const [steps, expected] of Object.entries(sequences))
        assert.deepEqual(await proc.worker(0).call('readAgents', [steps]), expected, steps);
    },
  },
  {
    name: 'a new replica of an old table has its rows at once, and calls its listeners only for later commits',
    async run({ start }) {
      const proc = await start();
      await proc.worker(0).call('writeAgents', [0, 0, 1]);
      await proc.worker(0).call('writeAgents', [3, 7, 2]);
      const agents = await proc.replica('agents', { angle: 'f32' });
      assert.isTrue(agents.advance());
      assert.equal(agents.at().count, 3);
      const changes: boolean[] = [];
      agents.onChange(() => changes.push(agents.advance()));
      await proc.worker(0).call('add', [1, 1]);
      assert.deepEqual(changes, []);
      await proc.worker(0).call('writeAgents', [5, 7, 3]);
      await until(() => agents.at().count === 5);
      assert.notInclude(changes, false);
      await proc.worker(0).call('closeAgents', []);
      await until(() => agents.at().count === 0);
      assert.notInclude(changes, false);
    },
  },
  {
    name: 'a second replica of a table may be opened before the first one is closed',
    async run({ start }) {
      const proc = await start();
      await proc.worker(0).call('writeAgents', [0, 0, 1]);
      await proc.worker(0).call('writeAgents', [3, 7, 2]);
      const open = () => proc.replica('agents', { angle: 'f32' });
      const first = open();
      const closed = first.then((replica) => replica.close());
      const second = await open();
      await closed;
      assert.isTrue(second.advance());
      await proc.worker(0).call('writeAgents', [5, 7, 3]);
      await until(() => second.advance() && second.at().count === 5);
      assert.equal((await first).at().count, 0);
    },
  },
  {
    name: 'a replica contains the rows of this thread and of other threads',
    async run({ start }) {
      const proc = await start();
      const own = proc.table('agents', agentSchema);
      own.columns.angle[own.add(1)] = 3;
      own.commit();
      const agents = await proc.replica('agents', { angle: 'f32' });
      await until(() => agents.advance() && agents.at().count === 1);
      await proc.worker(0).call('writeAgents', [2, 7, 100]);
      await until(() => agents.advance() && agents.at().count === 3);
      assert.sameMembers([...agents.at().columns.angle.subarray(0, 3)], [3, 7, 7]);
      await proc.worker(0).call('closeAgents', []);
    },
  },
  {
    name: 'after the pool is disposed its methods throw an error, and no listener is called',
    async run({ start }) {
      const proc = await start();
      const events: string[] = [];
      await proc.worker(0).call('writeAgents', [3, 7, 1]);
      await proc.worker(0).call('makeRobot', []);
      const agents = await proc.replica('agents', { angle: 'f32' });
      agents.onChange(() => events.push('listener'));
      await until(() => events.length > 0);
      const table = proc.table('own', agentSchema);
      const robots = proc.entities('robots', { died: () => events.push('died') });
      const unsubscribe = proc.subscribe('topic', () => events.push('subscriber'));
      events.length = 0;
      proc.publish('topic', 1);
      proc.dispose();
      const additions: Readonly<Record<string, () => unknown>> = {
        publish: () => proc.publish('topic', 1),
        commit: () => table.commit(),
        nextId: () => proc.nextId(),
        mutate: () => robots.mutate(1, 1),
        subscribe: () => proc.worker(0).subscribe('topic', 'recordValue'),
      };
      for (const [name, add] of Object.entries(additions))
        assert.throws(add, Error, `${name}: the pool is disposed; start a new one`);
      assert.include((await reasonOf(proc.task('add').submit([1, 1]).result)).message, 'dispose');
      unsubscribe();
      agents.close();
      table.close();
      await new Promise((resolve) => setTimeout(resolve));
      assert.deepEqual(events, []);
    },
  },
  {
    name: 'waiting for a missing table ends when its signal is aborted or the pool is disposed',
    async run({ start }) {
      const proc = await start();
      const abort = new AbortController();
      const [byHand, byEnd] = ['typo', 'other typo'].map((name) =>
        reasonOf(
          proc.replica(name, { angle: 'f32' }, { signal: name === 'typo' ? abort.signal : undefined }),
        ),
      );
      abort.abort('enough');
      assert.instanceOf(await byHand, TableMissingError);
      assert.equal((await byHand!).message, "replica: no thread has created the table 'typo' (enough)");
      proc.dispose();
      assert.equal(((await byEnd) as TableMissingError).table, 'other typo');
      assert.equal(
        (await reasonOf(proc.replica('late', { angle: 'f32' }))).message,
        'replica: the pool is disposed; start a new one',
      );
    },
  },
];

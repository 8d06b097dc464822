import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MultiProc } from '@doha/multiproc';
import { type SharedPool, share } from '@doha/multiproc/shared';
import { agentSchema } from '../e2e/tests/browser/multiproc/pages/agent-schema.ts';
import { until } from '../e2e/tests/browser/multiproc/pages/checks/check.ts';
import type { Samples } from '../e2e/tests/browser/multiproc/pages/samples.worker.ts';
import { stampIn, stampSchema } from '../e2e/tests/browser/multiproc/pages/stamps.ts';
import { bundleForNode } from './bundle-for-node.ts';

// The order of tasks, published values, mutations and table rows between real threads, where
// messages of different channels often overtake one another.

const ROUNDS = 50;

let path: string; // of the workers' module
let proc: SharedPool<Samples>;
let reportedErrors: unknown[];
let execArgv: string[]; // of the workers

const tables = ['a', 'b', 'c'];
const notIsolated = ['--import', 'data:text/javascript,globalThis.crossOriginIsolated = false'];

beforeAll(async () => {
  path = await bundleForNode('e2e/tests/browser/multiproc/pages/samples.worker.ts');
});

async function start(workers: number): Promise<void> {
  proc = await share(
    MultiProc.start<Samples>({
      workers,
      spawn: () => new Worker(path, { execArgv }),
      onError: (error) => void reportedErrors.push(error),
    }),
  );
}

beforeEach(() => {
  reportedErrors = [];
  execArgv = [];
});
afterEach(() => proc.dispose());

async function valueOf(topic: string): Promise<unknown> {
  const outcome = await proc.task('recorded').submit([topic]).result;
  return outcome.status === 'done' ? outcome.value.at(-1) : outcome.status;
}

describe.each([
  ['with shared memory', true],
  ['without shared memory', false],
])('%s', (_, shares) => {
  beforeEach(() => {
    if (shares) return;
    vi.stubGlobal('crossOriginIsolated', false);
    execArgv = notIsolated;
  });
  afterEach(() => void vi.unstubAllGlobals());

  test('a task and a call see the value that was published before them in the same turn, even if it is the first value of the topic', async () => {
    await start(2);
    for (let round = 0; round < ROUNDS; round++) {
      proc.publish('at load', round);
      const seen = [valueOf('at load'), valueOf('at load')];
      const calls = [0, 1].map((index) => proc.worker(index).call('recorded', ['at load']));
      expect(await Promise.all(seen)).toEqual([round, round]);
      expect(await Promise.all(calls)).toEqual([[round], [round]]);
    }
  });

  test('a call with an object as argument, which is sent immediately, sees the value published before it', async () => {
    await start(1);
    for (let round = 0; round < ROUNDS; round++) {
      proc.publish('at load', round);
      const seen = proc.worker(0).call('recordedForObject', ['at load', {}]);
      proc.publish('at load', 'later');
      expect(await seen).toEqual([round]);
    }
  });

  test('a call after `unpublish` finds no retained value, and a call before it finds the value', async () => {
    await start(1);
    for (let round = 0; round < ROUNDS; round++) {
      proc.publish('at load', round);
      const before = proc.worker(0).call('retained', ['at load', {}]);
      proc.unpublish('at load');
      const after = proc.worker(0).call('retained', ['at load', {}]);
      expect(await Promise.all([before, after])).toEqual([[round], []]);
    }
  });

  test('the replacement of a lost worker has the retained values before its first task', async () => {
    await start(1);
    proc.publish('at load', 'kept');
    for (let round = 0; round < 5; round++) {
      proc.worker(0).terminate();
      expect(await valueOf('at load')).toBe('kept');
    }
    expect(reportedErrors).toHaveLength(5);
  });

  test('a task sees the mutations and the rows that were sent before it', async () => {
    await start(1);
    const agents = proc.table('agents', agentSchema, { capacity: 1 });
    const robots = proc.entities<unknown[], unknown>('robots', {});
    const id = await proc.worker(0).call('makeRobot', []);
    await proc.worker(0).call('watchAgents', []);
    for (let round = 1; round <= ROUNDS; round++) {
      robots.mutate(id, round);
      const robot = proc.task('robot').submit([id]).result;
      agents.add(round);
      agents.commit();
      const count = proc.task('countAgents').submit([]).result;
      expect(await robot).toMatchObject({ value: { length: round } });
      expect(await count).toMatchObject({ value: round });
    }
  });

  test('when the result of a task settles, the main thread has the values, mutations and rows that the task has sent', async () => {
    await start(1);
    const [id, values, states]: [number, unknown[], unknown[]] = [proc.nextId(), [], []];
    const robots = proc.entities<unknown[], unknown>('robots', {
      release: () => [],
      adopt: () => {},
      apply: (_id, change) => states.push(change),
    });
    robots.own(id);
    await proc.worker(0).call('writeAgents', [0, 0, 0]);
    const agents = await proc.replica('agents', { angle: 'f32' });
    proc.subscribe('steps', (value) => values.push(value));
    await proc.worker(0).call('changeRobot', [id, [0]]); // the worker learns where the robot is
    await until(() => states.length === 1);
    for (let round = 1; round <= ROUNDS; round++) {
      const done = [
        proc.task('publishValues').submit(['steps', [round], 'all']).result,
        proc.task('changeRobot').submit([id, [round]]).result,
        proc.task('writeAgents').submit([round, round, round]).result,
      ];
      await Promise.all(done);
      agents.advance();
      expect([values.at(-1), states.at(-1), agents.at().count]).toEqual([round, round, round]);
    }
  });

  test.each([1, 3, 20])(
    'when the result of a call settles, each replica of each table in the main thread has the last of %d commits',
    async (commits) => {
      await start(1);
      await proc.worker(0).call('writeStamps', [tables, 1]);
      const replicas = await Promise.all(
        [...tables, ...tables].map((name) => proc.replica(name, stampSchema)),
      );
      for (let round = 0; round < ROUNDS; round++) {
        const written = await proc.worker(0).call('writeStamps', [tables, commits]);
        expect(replicas.map(stampIn)).toEqual(replicas.map(() => written));
      }
    },
  );

  test('when the results of several short tasks settle, the main thread has their last commits', async () => {
    await start(1);
    await proc.worker(0).call('writeStamps', [tables, 1]);
    const replicas = await Promise.all(tables.map((name) => proc.replica(name, stampSchema)));
    for (let round = 0; round < ROUNDS; round++) {
      const late = Array.from({ length: 20 }, async () => {
        const outcome = await proc.task('writeStamps').submit([tables, 1]).result;
        const written = outcome.status === 'done' ? outcome.value : NaN;
        return replicas.filter((replica) => stampIn(replica) < written);
      });
      expect((await Promise.all(late)).flat()).toEqual([]);
    }
  });

  test.each([1, 3, 20])(
    'tasks and calls see the last of %d earlier commits of each table, in each worker and replica',
    async (commits) => {
      await start(2);
      const own = tables.map((name) => proc.table(name, stampSchema, { capacity: 1 }));
      for (const table of own) table.add(1);
      for (const table of own) table.commit();
      const workers = [0, 1].map((index) => proc.worker(index));
      for (const worker of [...workers, ...workers]) await worker.call('watchStamps', [tables]);
      for (let round = 1; round <= ROUNDS; round++) {
        const stamps = Array<number>(6).fill(round);
        for (let i = commits - 1; i >= 0; i--) {
          for (const table of own) table.columns.stamp[0] = round - i / 100;
          for (const table of own) table.commit();
        }
        const calls = workers.map((worker) => worker.call('readStamps', []));
        const tasks = workers.map(() => proc.task('readStamps').submit([]).result);
        expect(await Promise.all(calls)).toEqual([stamps, stamps]);
        expect(await Promise.all(tasks)).toMatchObject([{ value: stamps }, { value: stamps }]);
      }
    },
  );
});

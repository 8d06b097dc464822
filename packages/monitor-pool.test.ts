import { Worker } from 'node:worker_threads';
import { Collector, Recorder, type Recording, type RemoteEvent, traceEvents } from '@doha/monitor';
import { MultiProc, type MultiProcOptions } from '@doha/multiproc';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bundleForNode } from './bundle-for-node.ts';
import type { RecordedFunctions } from './recorded-worker.test.setup.ts';

const script = await bundleForNode('packages/recorded-worker.test.setup.ts');

interface Stage {
  readonly proc: MultiProc<RecordedFunctions>;
  readonly collector: Collector;
  readonly errors: unknown[];
}

async function start(options: Partial<MultiProcOptions<RecordedFunctions>> = {}): Promise<Stage> {
  const errors: unknown[] = [];
  const onError = (error: unknown): unknown => errors.push(error);
  const recorder = new Recorder();
  const proc = await MultiProc.start<RecordedFunctions>({
    spawn: () => new Worker(script),
    workers: 2,
    probe: recorder.pool(),
    onError,
    ...options,
  });
  const collector = new Collector({ recorder, onError });
  collector.addPool(proc);
  onTestFinished(() => {
    collector.dispose();
    proc.dispose();
  });
  return { proc, collector, errors };
}

function remoteEvents({ events }: Recording): RemoteEvent[] {
  return events.filter((event): event is RemoteEvent => event.kind === 'remote');
}

test('each task of a pool is recorded with its worker, and with the calls of its function there', async () => {
  const { collector, errors, proc } = await start();
  await Promise.all([
    ...Array.from({ length: 50 }, (_, n) => proc.run('square', [n], { priority: n })),
    proc.run('later', [1]),
    proc.run('steps', [3]),
    proc.worker(1).call('square', [7]),
    expect(proc.run('fail', [])).rejects.toThrow('on purpose'),
  ]);
  const recording = await collector.recording();
  const tasks = remoteEvents(recording);
  expect(tasks).toHaveLength(54);
  const threads = new Set(tasks.map(({ worker }) => worker));
  expect(threads).toEqual(new Set(['worker 0', 'worker 1']));
  for (const task of tasks) {
    const runs = recording.runsOf(task);
    expect(runs).toHaveLength(task.name === 'steps' ? 3 : 1);
    for (const { name, thread } of runs) expect([name, thread]).toEqual([task.name, task.worker]);
    expect(task.sent).toBeGreaterThanOrEqual(task.start);
    expect(task.end).toBeGreaterThanOrEqual(task.sent!);
    expect(task.status).toBe(task.name === 'fail' ? 'failed' : 'done');
  }
  const squares = recording.events.filter(({ kind, name }) => kind === 'task' && name === 'square');
  expect(squares).toHaveLength(51);
  const arrows = traceEvents(recording).traceEvents.filter(({ ph }) => ph === 's' || ph === 'f');
  expect(arrows).toHaveLength(2 * 54);
  expect(recording.lost).toBe(0);
  expect(errors).toEqual([]);
});

test('dropped tasks, and tasks that wait in the queue, are recorded', async () => {
  const { collector, proc } = await start({ workers: 1, window: 1 });
  const first = proc.task('later').submit([5]);
  const queued = Array.from({ length: 3 }, () => proc.task('square').submit([1]));
  queued[2]!.cancel();
  await Promise.all([first.result, ...queued.map(({ result }) => result)]);
  const recording = await collector.recording();
  const ends = remoteEvents(recording).map(({ status, worker }) => `${status}, ${worker}`);
  const inWorker = 'done, worker 0';
  expect(ends.toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
    'cancelled, undefined',
    inWorker,
    inWorker,
    inWorker,
  ]);
  const queue = recording.events.filter(({ name }) => name === 'worker queue');
  expect(queue.length).toBeGreaterThan(0);
});

test('the records of a lost worker remain, and its replacement is recorded as well', async () => {
  const { collector, errors, proc } = await start({ workers: 1 });
  await proc.run('square', [1]);
  await collector.recording();
  await proc.run('end', []);
  await vi.waitUntil(() => errors.length > 0);
  await proc.run('square', [2]);
  await vi.waitFor(async () => {
    const { events } = await collector.recording();
    const squares = events.filter(
      ({ kind, name, thread }) => kind === 'task' && name === 'square' && thread === 'worker 0',
    );
    expect(squares).toHaveLength(2);
  });
  expect(collector.threads.map(({ answers, name }) => [name, answers])).toEqual([
    ['main', true],
    ['worker 0', false],
    ['worker 0', true],
  ]);
});

test('the last records of a worker that ends while it computes have names', async () => {
  const { collector, errors, proc } = await start({ workers: 1 });
  await proc.run('square', [1]);
  await collector.recording();
  await expect(proc.run('lastWords', ['farewell'])).rejects.toThrow('was lost');
  expect(errors).toHaveLength(1);
  const { events } = await collector.recording();
  expect(events.filter(({ kind }) => kind === 'signal').map(({ name }) => name)).toContain('farewell');
  expect(collector.unseen).toBe(0);
});

test('a pool that was disposed of is no error of its collector', async () => {
  const { collector, errors, proc } = await start({ workers: 1 });
  await proc.run('square', [1]);
  await collector.recording();
  proc.dispose();
  for (let i = 0; i < 3; i++) await collector.recording();
  expect(errors).toEqual([]);
  collector.addPool(proc);
  for (let i = 0; i < 3; i++) await collector.recording();
  expect(errors.map((error) => (error as Error).name)).toEqual(['PoolClosedError']);
});

test('a probe that throws does not disturb the pool', async () => {
  const { errors, proc } = await start({
    workers: 1,
    probe: {
      queued() {
        throw new Error('queued');
      },
      ended() {
        throw new Error('ended');
      },
    },
  });
  expect(await proc.run('square', [3])).toBe(9);
  expect(errors.map((error) => (error as Error).message).slice(0, 2)).toEqual(['queued', 'ended']);
});

test('a Node process ends although a collector collects', async () => {
  const program = await bundleForNode('packages/collect-and-end.test.setup.ts');
  const worker = new Worker(program);
  const code = await new Promise((resolve) => worker.once('exit', resolve));
  expect(code).toBe(0);
});

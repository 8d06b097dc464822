import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '../transport/endpoint.ts';
import { Code, messageOf } from '../transport/message-format.ts';
import { Pool } from './pool.ts';
import { StartedWorker } from './handshake.ts';
import { RemoteTask } from '../task/remote-task.ts';
import { Sizer } from './sizer.ts';
import { Sizing } from './sizing.ts';

// Two workers without shared memory, played by the test. The second one is inactive.

const silent: Endpoint = { post: () => {}, listen: () => {}, close: async () => {} };

let host: VirtualHost;
let pool: Pool;
let workers: readonly StartedWorker[];
let sizing: Sizing;

beforeEach(() => start(1));

/** Starts a pool whose workers have up to `window` tasks. */
function start(window: number): void {
  host = new VirtualHost();
  const loop = new EventLoop({ host });
  pool = new Pool({
    window,
    loop,
    soon: queueMicrotask,
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: false,
    attach: () => ({ receivers: [], detach: () => {} }),
    onError: () => {},
    onSent: (waiting) => sizer.sent(waiting),
  });
  sizing = new Sizing(2);
  for (const rate of [1, 1, 1]) sizing.measured(rate); // one worker has the throughput of two
  const sizer = new Sizer(pool, loop, sizing);
  workers = [0, 1].map((index) => {
    const started = new StartedWorker(silent, ['load']);
    void pool.addWorker(index, started);
    return started;
  });
  pool.scheduler.active = sizing.active;
}

async function submit(count: number): Promise<RemoteTask[]> {
  const tasks = Array.from(
    { length: count },
    () => new RemoteTask({ owner: pool, name: 'load' }, [], {}, true),
  );
  for (const task of tasks) pool.submit(task);
  await Promise.resolve();
  return tasks;
}

async function advance(ms: number): Promise<void> {
  host.advanceTo(host.now() + ms);
  await Promise.resolve();
}

const sentTo = (tasks: readonly RemoteTask[]): readonly (number | undefined)[] =>
  tasks.map(({ worker }) => worker?.index);

test('an inactive worker gets a queued task when the task of the active worker is long', async () => {
  const tasks = await submit(3);
  expect([sizing.active, ...sentTo(tasks)]).toEqual([1, 0, undefined, undefined]);
  await advance(250);
  expect(sentTo(tasks)).toEqual([0, 1, undefined]);
});

test('inactive workers become active when a task waits behind a long one in a worker', async () => {
  start(2);
  const tasks = await submit(2);
  expect(sentTo(tasks)).toEqual([0, 0]);
  await advance(250);
  expect(pool.scheduler.active).toBe(2);
});

test('an inactive worker stays inactive if only one long task runs', async () => {
  await submit(1);
  await advance(1000);
  expect(pool.scheduler.active).toBe(1);
});

test('inactive workers stay inactive while tasks end', async () => {
  const tasks = await submit(100);
  for (let i = 0; i < 20; i++) {
    const task = tasks.find(({ status }) => status === 'sent')!;
    workers[0]!.hear(({ message }) => message(messageOf([Code.runTimes, 0, 1, 20, Code.ended, task.id], [])));
    await advance(20);
  }
  expect(new Set(sentTo(tasks))).toEqual(new Set([undefined, 0]));
});

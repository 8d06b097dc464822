import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '../transport/endpoint.ts';
import { Code, messageOf } from '../transport/message-format.ts';
import { Pool } from './pool.ts';
import { StartedWorker } from './handshake.ts';
import { RemoteTask, type RemoteTaskStatus, type TaskOptions } from '../task/remote-task.ts';

// A worker without shared memory, played by the test. Its window is one task, unless a test says otherwise.

const silent: Endpoint = { post: () => {}, listen: () => {}, close: async () => {} };

let pool: Pool;
let send: (words: readonly number[]) => void;

function start(window: number | 'auto'): void {
  pool = new Pool({
    window,
    loop: new EventLoop({ host: new VirtualHost() }),
    soon: queueMicrotask,
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: false,
    attach: () => ({ receivers: [], detach: () => {} }),
    onError: () => {},
  });
  const started = new StartedWorker(silent, ['load']);
  void pool.addWorker(0, started);
  send = (words) => started.hear(({ message }) => message(messageOf([...words], [])));
}

beforeEach(() => start(1));
afterEach(() => pool.dispose());

function submit(count: number, optionsOf: (i: number) => TaskOptions = () => ({})): RemoteTask[] {
  return Array.from({ length: count }, (_, i) => {
    const task = new RemoteTask({ owner: pool, name: 'load' }, [], optionsOf(i), true);
    pool.submit(task);
    return task;
  });
}

/** Makes each task that begins wait for a promise at once. */
async function waitAll(tasks: readonly RemoteTask[]): Promise<void> {
  for (const task of tasks) {
    await Promise.resolve();
    if (hasBegun(task)) send([Code.waits, task.id, 0.01]);
  }
  await Promise.resolve();
}

const hasBegun = (task: RemoteTask): boolean =>
  task.status === 'sent' && (task.color === undefined || task.color.head === task);

const countOf = (tasks: readonly RemoteTask[], status: RemoteTaskStatus): number =>
  tasks.filter((task) => task.status === status).length;

test('tasks that wait for a promise do not count toward the window', async () => {
  const tasks = submit(20);
  await waitAll(tasks);
  expect(countOf(tasks, 'sent')).toBe(20);
});

test('colors limit the number of tasks that wait at the same time', async () => {
  const tasks = submit(20, (i) => ({ color: i % 4 }));
  await waitAll(tasks);
  expect(tasks.map(hasBegun)).toEqual(tasks.map((_, i) => i < 4));
});

test('when a worker is lost, its waiting tasks fail, and at most as many other tasks as the window allows', async () => {
  const waiting = submit(20);
  await waitAll(waiting);
  const others = submit(3);
  for (const { result } of [...waiting, ...others]) result.catch(() => {});
  await Promise.resolve();
  pool.lose(pool.connections.get(0)!, new Error('gone'));
  expect(countOf(waiting, 'failed')).toBe(20);
  expect(others.map(({ status }) => status)).toEqual(['failed', 'queued', 'queued']);
});

test.each([
  ['short', 0.01, 50],
  ['long', 10, 4],
])(
  'the work of tasks that wait and never end counts for the cost estimate of their function: %s work',
  async (_, ms, sent) => {
    pool.dispose();
    start('auto');
    const tasks = submit(50);
    await Promise.resolve();
    expect(countOf(tasks, 'sent')).toBe(2);
    for (const { id } of tasks.slice(0, 2)) send([Code.waits, id, ms]);
    await Promise.resolve();
    expect(countOf(tasks, 'sent')).toBe(sent);
  },
);

test('a worker that reports a negative run time of a waiting task is lost', async () => {
  const [task] = submit(1) as [RemoteTask];
  task.result.catch(() => {});
  await Promise.resolve();
  send([Code.waits, task.id, -1]);
  expect(task.status).toBe('failed');
});

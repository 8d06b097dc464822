import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import type { Endpoint } from '../transport/endpoint.ts';
import { Code, messageOf } from '../transport/message-format.ts';
import { Pool } from './pool.ts';
import { StartedWorker } from './handshake.ts';
import { blocked, LateThread } from '../../../late-thread.test.setup.ts';
import { RemoteTask } from '../task/remote-task.ts';

function poolOf(
  attach: (index: number) => void,
  onError: (error: unknown) => void = () => {},
  host: VirtualHost | LateThread = new VirtualHost(),
): {
  pool: Pool;
  open: Set<number>;
  start: (index: number) => StartedWorker;
} {
  const open = new Set<number>();
  const pool = new Pool({
    window: 8,
    loop: new EventLoop({ host }),
    soon: queueMicrotask,
    ...(host instanceof LateThread && { afterMessages: (callback) => host.afterMessages(callback) }),
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: false,
    onError,
    attach({ load }) {
      attach(load.index);
      return { receivers: [], detach: () => {} };
    },
  });
  const start = (index: number): StartedWorker => {
    open.add(index);
    const endpoint: Endpoint = {
      post: () => {},
      listen: () => {},
      close: async () => void open.delete(index),
    };
    return new StartedWorker(endpoint, ['add']);
  };
  return { pool, open, start };
}

function failFor(one: number): (index: number) => void {
  return (index) => {
    if (index === one) throw new Error('not attached');
  };
}

test('a worker whose `attach` callback throws is terminated and not added', async () => {
  const { pool, start, open } = poolOf(failFor(0));
  expect(() => pool.addWorker(0, start(0))).toThrow('not attached');
  expect([pool.connections.size, pool.scheduler.workers.length, open.size]).toEqual([0, 0, 0]);
  const task = new RemoteTask({ owner: pool, name: 'add' }, [1, 1], {}, true);
  pool.submit(task);
  await Promise.resolve();
  expect(task.status).toBe('queued');
  pool.dispose();
});

test('all workers are terminated if one of them cannot be added', async () => {
  const { pool, start, open } = poolOf(failFor(1));
  await expect(pool.addWorkers([start(0), start(1), start(2)])).rejects.toThrow('not attached');
  expect(open.size).toBe(0);
  pool.dispose();
});

test.each([
  ['joins the pool if its answer waits while this thread is busy', 40, true],
  ['is lost if it does not answer', 20_000, false],
])('a worker %s', async (_, answer, isThere) => {
  const thread = blocked(30, 1500);
  const { pool, start } = poolOf(() => {}, undefined, thread);
  const started = start(0);
  const answered = pool.addWorker(0, started);
  thread.receive(answer, () => started.hear(({ message }) => message(messageOf([Code.pong], []))));
  thread.advanceTo(5000);
  await answered;
  expect(pool.connections.size).toBe(isThere ? 1 : 0);
  pool.dispose();
});

test('a channel to an absent worker is closed, also when the pool is disposed', async () => {
  const { pool } = poolOf(() => {});
  const reasons: string[] = [];
  const open = (): Promise<unknown> => {
    const port = pool.connect(0, 'files', ({ message }) => reasons.push(message));
    port.onmessage = () => {};
    return new Promise((resolve) => port.addEventListener('close', resolve));
  };
  await open();
  pool.dispose();
  await open();
  pool.connect(0, 'files', ({ message }) => reasons.push(message)).close();
  await Promise.resolve();
  expect(reasons).toEqual([
    'worker 0 was lost: there is no worker of this index',
    'connect: the pool is disposed; start a new one',
  ]);
});

test('a task that is submitted to a disposed pool fails, and onError does not receive the failure', async () => {
  const errors: unknown[] = [];
  const { pool } = poolOf(
    () => {},
    (error) => errors.push(error),
  );
  pool.dispose();
  const unread = new RemoteTask({ owner: pool, name: 'add' }, [1, 1], {}, true);
  const read = new RemoteTask({ owner: pool, name: 'add' }, [1, 1], {}, true);
  pool.submit(unread);
  pool.submit(read);
  await expect(read.result).rejects.toThrow('submit: the pool is disposed; start a new one');
  expect([unread.status, errors]).toEqual(['failed', []]);
});

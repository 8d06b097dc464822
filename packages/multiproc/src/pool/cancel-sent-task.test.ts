import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { NONE } from '../transport/message-format.ts';
import { ComputingPool } from './computing-pool.test.setup.ts';
import { NestedTasks } from '../task/nested-tasks.ts';
import type { RemoteTask, SubmitOptions } from '../task/remote-task.ts';

// On simulated time. Each task computes for 60 ms.

let pool: ComputingPool;

describe('with shared memory, a task that a worker has not begun', () => {
  beforeEach(() => {
    pool = new ComputingPool(8, true);
  });

  const ways: [string, SubmitOptions, (task: RemoteTask) => void, string][] = [
    ['is cancelled', {}, (task) => task.cancel(), 'cancelled'],
    ['expires', { expiresIn: 20 }, () => {}, 'expired'],
  ];

  test.each(ways)('%s at once, while the task before it computes', async (_, options, drop, status) => {
    const { load } = await pool.start();
    const first = pool.submit('first');
    const second = pool.submit('second', options);
    pool.advance(10);
    expect([first.status, second.status, load.inFlight]).toEqual(['sent', 'sent', 2]);
    drop(second);
    pool.advance(20);
    expect([first.status, second.status, load.inFlight]).toEqual(['sent', status, 1]);
    pool.settle();
    expect([first.status, second.status, load.inFlight, pool.begun]).toEqual(['done', status, 0, ['first']]);
  });

  test('is cancelled at once by its signal', async () => {
    await pool.start();
    const controller = new AbortController();
    pool.submit('first');
    const task = pool.submit('second', { signal: controller.signal });
    pool.advance(10);
    controller.abort();
    expect(task.status).toBe('cancelled');
    pool.settle();
    expect(pool.begun).toEqual(['first']);
  });

  test('is dropped at once, and cancel() returns true', async () => {
    await pool.start();
    const [first, second] = [pool.submit('first'), pool.submit('second')];
    pool.advance(10);
    expect([first.cancel(), second.cancel(), second.cancel()]).toEqual([false, true, false]);
    pool.settle();
    expect([first.status, second.status]).toEqual(['done', 'cancelled']);
  });

  test('makes room for a queued task when it is cancelled', async () => {
    await pool.start();
    const tasks = Array.from({ length: 9 }, (__, i) => pool.submit(String(i)));
    pool.advance(10);
    expect(tasks.at(-1)!.status).toBe('queued');
    tasks[3]!.cancel();
    pool.advance(10);
    expect(tasks.at(-1)!.status).toBe('sent');
  });

  test.each([0, 1, 2])(
    'leaves the other tasks of its color in order when it is cancelled: task %i of three',
    async (which) => {
      await pool.start();
      pool.submit('before');
      pool.advance(1);
      const tasks = ['a', 'b', 'c'].map((name) => pool.submit(name, { color: 'red' }));
      pool.advance(10);
      tasks[which]!.cancel();
      pool.submit('d', { color: 'red' });
      pool.settle();
      const left = ['a', 'b', 'c', 'd'].filter((__, i) => i !== which);
      expect(pool.begun).toEqual(['before', ...left]);
      expect([...pool.pool.scheduler.colors.keys()]).toEqual([]);
    },
  );

  test('frees its color when it is cancelled, if no other task has that color', async () => {
    await pool.start();
    pool.submit('before');
    const task = pool.submit('a', { color: 'red' });
    pool.advance(10);
    task.cancel();
    expect([...pool.pool.scheduler.colors.keys()]).toEqual([]);
    expect(task.status).toBe('cancelled');
  });

  test('ends at once if it is a nested task and the worker that submitted it cancels it', async () => {
    const connection = await pool.start();
    const sent: unknown[] = [];
    const nestedTasks = new NestedTasks(pool.pool, connection, (...message) => sent.push(message));
    pool.submit('before');
    nestedTasks.submit(7, 'compute', ['nested'], {}, true, NONE);
    pool.advance(10);
    nestedTasks.cancel(7);
    await setImmediate();
    expect(sent).toEqual([['ended', [7, 'cancelled', undefined]]]);
    pool.settle();
    expect(pool.begun).toEqual(['before']);
  });
});

test('without shared memory the worker decides whether a sent task is cancelled, and cancel() returns false', async () => {
  pool = new ComputingPool(8, false);
  const { load } = await pool.start();
  const [first, second] = [pool.submit('first'), pool.submit('second')];
  pool.advance(10);
  expect([second.cancel(), second.status, load.inFlight]).toEqual([false, 'sent', 2]);
  pool.settle();
  expect([first.status, second.hasEnded]).toEqual(['done', true]);
});

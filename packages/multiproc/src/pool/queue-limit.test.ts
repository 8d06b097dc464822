import { expect, test } from 'vitest';
import { QueueLimit } from './queue-limit.ts';

test('as many promises fulfill as there are free places, the oldest first', async () => {
  const limit = new QueueLimit(3);
  const settled: number[] = [];
  for (const n of [0, 1, 2, 3]) void limit.wait().then(() => settled.push(n));
  limit.tasksLeft(3);
  limit.tasksLeft(5); // nested tasks may exceed the limit
  await Promise.resolve();
  expect([settled, limit.hasWaiters]).toEqual([[], true]);
  limit.tasksLeft(1);
  await Promise.resolve();
  expect(settled).toEqual([0, 1]);
  limit.tasksLeft(0);
  await Promise.resolve();
  expect([settled, limit.hasWaiters]).toEqual([[0, 1, 2, 3], false]);
});

test('a fulfilled promise keeps its place, although the queue is full again', () => {
  const limit = new QueueLimit(2);
  void limit.wait();
  limit.tasksLeft(1);
  expect([true, true, false].map((isFull) => limit.takePlace(isFull))).toEqual([true, false, true]);
});

test('tasks that have come back from a worker take no place until they leave the queue again', async () => {
  const limit = new QueueLimit(2);
  const [one, other] = [{}, {}];
  limit.returned(one);
  limit.returned(other);
  expect([3, 4].map((queued) => limit.isFull(queued))).toEqual([false, true]);
  limit.left(one);
  limit.left({});
  expect([2, 3].map((queued) => limit.isFull(queued))).toEqual([false, true]);
  const promise = limit.wait();
  limit.tasksLeft(2);
  await promise;
});

test('a promise rejects when the pool is closed, whether it is handled or not', async () => {
  const limit = new QueueLimit(1);
  const [promise] = [limit.wait(), limit.wait()];
  limit.close(new Error('closed'));
  await expect(promise).rejects.toThrow('closed');
  expect(limit.hasWaiters).toBe(false);
});

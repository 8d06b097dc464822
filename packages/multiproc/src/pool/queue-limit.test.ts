import { expect, test } from 'vitest';
import { QueueLimit } from './queue-limit.ts';

interface Queue {
  readonly limit: QueueLimit;
  /** Sets the number of queued tasks. */
  readonly set: (queued: number) => void;
  /** Ends the turn. */
  readonly endTurn: () => void;
}

function queueOf(max: number, initially = max): Queue {
  let queued = initially;
  const ending: (() => void)[] = [];
  const limit = new QueueLimit({
    max,
    queued: () => queued,
    afterTurn: (callback) => ending.push(callback),
  });
  const set = (count: number): void => {
    queued = count;
    limit.promiseSlots();
  };
  return { limit, set, endTurn: () => ending.splice(0).forEach((callback) => callback()) };
}

test('as many promises fulfill as there are free slots, the oldest first', async () => {
  const { limit, set } = queueOf(3);
  const settled: number[] = [];
  for (const n of [0, 1, 2, 3]) void limit.wait().then(() => settled.push(n));
  set(5); // nested tasks may exceed the limit
  await Promise.resolve();
  expect([settled, limit.hasWaiters]).toEqual([[], true]);
  set(1);
  set(1);
  await Promise.resolve();
  expect(settled).toEqual([0, 1]);
  set(0);
  await Promise.resolve();
  expect([settled, limit.hasWaiters]).toEqual([[0, 1, 2], true]);
});

test('the slot of a fulfilled promise stays reserved until the end of the turn, even if the queue is full again', () => {
  const { limit, set } = queueOf(2);
  void limit.wait();
  set(1);
  expect([true, true, false].map((isFull) => limit.takeSlot(isFull))).toEqual([true, false, true]);
});

test('a slot that was promised and not taken goes to the next promise at the end of the turn', async () => {
  const { endTurn, limit, set } = queueOf(1);
  const settled: number[] = [];
  for (const n of [0, 1, 2]) void limit.wait().then(() => settled.push(n));
  set(0);
  for (const expected of [[0], [0, 1], [0, 1, 2]]) {
    await Promise.resolve();
    expect(settled).toEqual(expected);
    endTurn();
  }
  expect(limit.takeSlot(true)).toBe(false);
  await limit.wait();
});

test('tasks that have come back from a worker do not count toward the limit while they are queued', async () => {
  const { limit, set } = queueOf(2);
  const isFull = (queued: number): boolean => {
    set(queued);
    return limit.isFull();
  };
  const [one, other] = [{}, {}];
  limit.returned(one);
  limit.returned(other);
  expect([3, 4].map(isFull)).toEqual([false, true]);
  limit.left(one);
  limit.left({});
  expect([2, 3].map(isFull)).toEqual([false, true]);
  const promise = limit.wait();
  set(2);
  await promise;
});

test('a promise rejects when the pool is closed, whether it is handled or not', async () => {
  const { limit } = queueOf(1);
  const [promise] = [limit.wait(), limit.wait()];
  limit.close(new Error('closed'));
  await expect(promise).rejects.toThrow('closed');
  expect(limit.hasWaiters).toBe(false);
});

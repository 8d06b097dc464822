import { expect, test } from 'vitest';
import { SortedQueue } from './sorted-queue.ts';

test('the highest priority comes first, and equal priorities keep their order', () => {
  const queue = new SortedQueue<{ readonly name: string; readonly priority: number }>();
  for (const [name, priority] of Object.entries({ a: 1, b: 3, c: 1, d: 3, e: 2 }))
    queue.push({ name, priority }, 0);
  const taken = Array.from({ length: 6 }, () => queue.pop(0)?.name);
  expect(taken).toEqual(['b', 'd', 'e', 'a', 'c', undefined]);
});

test('expired messages are dropped at any position', () => {
  const queue = new SortedQueue();
  queue.push({ priority: 2, expiresIn: 30 }, 0);
  queue.push({ priority: 1, expiresIn: 10 }, 0);
  queue.push({ priority: 0 }, 0);
  queue.push({ priority: 3, expiresIn: 10 }, 5);
  expect([queue.pop(15), queue.pop(29), queue.pop(31)]).toEqual([
    { priority: 2, expiresIn: 30 },
    { priority: 0 },
    undefined,
  ]);
});

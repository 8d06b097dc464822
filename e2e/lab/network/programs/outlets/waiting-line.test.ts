import { expect, test } from 'vitest';
import { WaitingLine } from './waiting-line.ts';

test('the most important one goes first, equals go in their order', () => {
  const line = new WaitingLine<{ readonly name: string; readonly priority: number }>();
  for (const [name, priority] of Object.entries({ a: 1, b: 3, c: 1, d: 3, e: 2 }))
    line.push({ name, priority }, 0);
  const taken = Array.from({ length: 6 }, () => line.take(0)?.name);
  expect(taken).toEqual(['b', 'd', 'e', 'a', 'c', undefined]);
});

test('what is past its time is dropped, wherever it stands', () => {
  const line = new WaitingLine();
  line.push({ priority: 2, expiresIn: 30 }, 0);
  line.push({ priority: 1, expiresIn: 10 }, 0);
  line.push({ priority: 0 }, 0);
  line.push({ priority: 3, expiresIn: 10 }, 5);
  expect([line.take(15), line.take(29), line.take(31)]).toEqual([
    { priority: 2, expiresIn: 30 },
    { priority: 0 },
    undefined,
  ]);
});

import { expect, test } from 'vitest';
import { UnfinishedTasks } from './unfinished-tasks.ts';

test('`hold` is called at the first unfinished task, and its release function when the last one has ended', () => {
  const events: string[] = [];
  const unfinished = new UnfinishedTasks(() => {
    events.push('hold');
    return () => events.push('release');
  });
  unfinished.began();
  unfinished.began();
  unfinished.ended();
  expect([events, unfinished.count]).toEqual([['hold'], 1]);
  unfinished.ended();
  expect(events).toEqual(['hold', 'release']);
  unfinished.began();
  unfinished.ended();
  expect(events).toEqual(['hold', 'release', 'hold', 'release']);
});

test('`whenNone` resolves at once if there are no unfinished tasks, otherwise when the last one has ended', async () => {
  const unfinished = new UnfinishedTasks();
  await unfinished.whenNone();
  unfinished.began();
  let isOver = false;
  const over = [0, 1].map(() => unfinished.whenNone().then(() => (isOver = true)));
  await Promise.resolve();
  expect(isOver).toBe(false);
  unfinished.ended();
  await Promise.all(over);
});

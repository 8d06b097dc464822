import { expect, test } from 'vitest';
import { Barrier } from './barrier.ts';

function open(threads: number[]): {
  barrier: Barrier;
  asked: number[];
  passed: string[];
  wait: (name: string) => void;
} {
  const asked: number[] = [];
  const passed: string[] = [];
  const barrier = new Barrier(
    () => threads,
    (thread) => asked.push(thread),
  );
  return { barrier, asked, passed, wait: (name) => barrier.after(() => passed.push(name)) };
}

test('a barrier is passed when all threads have answered', () => {
  const { asked, barrier, passed, wait } = open([0, 1, 2]);
  wait('a');
  expect(asked).toEqual([0, 1, 2]);
  barrier.passed(2);
  barrier.passed(0);
  barrier.passed(0);
  expect(passed).toEqual([]);
  barrier.passed(1);
  expect(passed).toEqual(['a']);
});

test('callbacks that are added during a round of answers wait for the next round, which they share', () => {
  const { asked, barrier, passed, wait } = open([1]);
  for (const name of ['a', 'b', 'c']) wait(name);
  barrier.passed(1);
  expect([asked, passed]).toEqual([[1, 1], ['a']]);
  barrier.passed(1);
  barrier.passed(1);
  expect([asked, passed]).toEqual([
    [1, 1],
    ['a', 'b', 'c'],
  ]);
});

test('a thread that starts during a round is asked in the next one', () => {
  const threads = [1];
  const { asked, barrier, passed, wait } = open(threads);
  wait('a');
  threads.push(2);
  barrier.passed(1);
  wait('b');
  expect([asked, passed]).toEqual([[1, 1, 2], ['a']]);
});

test('a thread that answers at once does not end a round before the others are asked', () => {
  const passed: string[] = [];
  const barrier: Barrier = new Barrier(
    () => [0, 1],
    (thread) => thread === 0 && barrier.passed(0),
  );
  barrier.after(() => passed.push('a'));
  expect(passed).toEqual([]);
  barrier.passed(1);
  expect(passed).toEqual(['a']);
});

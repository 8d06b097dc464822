import { expect, test } from 'vitest';
import { Barrier } from './barrier.ts';

function open(threads: number[]): {
  barrier: Barrier;
  pinged: number[];
  called: string[];
  wait: (name: string) => void;
} {
  const pinged: number[] = [];
  const called: string[] = [];
  const barrier = new Barrier(
    () => threads,
    (thread) => pinged.push(thread),
  );
  return { barrier, pinged, called, wait: (name) => barrier.after(() => called.push(name)) };
}

test('a barrier calls back when all threads have answered', () => {
  const { pinged, barrier, called, wait } = open([0, 1, 2]);
  wait('a');
  expect(pinged).toEqual([0, 1, 2]);
  barrier.answered(2);
  barrier.answered(0);
  barrier.answered(0);
  expect(called).toEqual([]);
  barrier.answered(1);
  expect(called).toEqual(['a']);
});

test('callbacks that are added during a round of answers wait for the next round, which they share', () => {
  const { pinged, barrier, called, wait } = open([1]);
  for (const name of ['a', 'b', 'c']) wait(name);
  barrier.answered(1);
  expect([pinged, called]).toEqual([[1, 1], ['a']]);
  barrier.answered(1);
  barrier.answered(1);
  expect([pinged, called]).toEqual([
    [1, 1],
    ['a', 'b', 'c'],
  ]);
});

test('a thread that starts during a round is pinged in the next one', () => {
  const threads = [1];
  const { pinged, barrier, called, wait } = open(threads);
  wait('a');
  threads.push(2);
  barrier.answered(1);
  wait('b');
  expect([pinged, called]).toEqual([[1, 1, 2], ['a']]);
});

test('a thread that answers at once does not end a round before the others are pinged', () => {
  const called: string[] = [];
  const barrier: Barrier = new Barrier(
    () => [0, 1],
    (thread) => thread === 0 && barrier.answered(0),
  );
  barrier.after(() => called.push('a'));
  expect(called).toEqual([]);
  barrier.answered(1);
  expect(called).toEqual(['a']);
});

import { expect, test } from 'vitest';
import { ThreadStates } from './thread-states.ts';

test('a thread is alive until it has left, and forgotten when all threads know that', () => {
  const states = new ThreadStates();
  states.begin(5, [0, 1], [2]);
  expect([0, 1, 2, 3, 5].map((thread) => states.of(thread))).toEqual([
    'alive',
    'alive',
    'gone',
    'forgotten',
    'alive',
  ]);
  states.left(1);
  states.forget(2);
  expect([1, 2].map((thread) => states.of(thread))).toEqual(['gone', 'forgotten']);
});

test('a thread with a greater id than all known threads is starting, so it is alive', () => {
  const states = new ThreadStates();
  states.begin(5, [], []);
  expect([6, 8].map((thread) => states.of(thread))).toEqual(['alive', 'alive']);
  states.joined(8);
  expect([6, 8, 9].map((thread) => states.of(thread))).toEqual(['forgotten', 'alive', 'alive']);
});

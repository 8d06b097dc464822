import { expect, test } from 'vitest';
import { WordList } from './word-list.ts';

function addAll(words: WordList, numbers: readonly number[]): number[] {
  for (const number of numbers) words.add(number);
  return [...words.memory.subarray(0, words.length)];
}

test('a word list has the words that were added since it was cleared, however many', () => {
  const words = new WordList();
  for (const count of [0, 1, 64, 65, 1000, 70_000, 3]) {
    const numbers = Array.from({ length: count }, (_, i) => i / 2 - 7);
    expect(addAll(words, numbers)).toEqual(numbers);
    words.clear();
  }
});

test('a word list reuses its memory for the next message, unless the message was very long', () => {
  const words = new WordList();
  addAll(
    words,
    Array.from({ length: 1000 }, () => 1),
  );
  const { memory } = words;
  words.clear();
  expect(words.memory).toBe(memory);
  addAll(
    words,
    Array.from({ length: 70_000 }, () => 1),
  );
  words.clear();
  expect(words.memory.length).toBeLessThan(1000);
});

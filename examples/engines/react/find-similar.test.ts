import { expect, test } from 'vitest';
import { editDistance, findSimilar } from './find-similar.ts';

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['lamp', 'lamp', 0],
])('the edit distance of %s and %s', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});

test('the most similar word is found with the words beside it', () => {
  const note = { index: 0, words: ['rose', 'lame', 'lamp', 'post'] };
  expect(findSimilar(note, 'lamps')).toEqual({
    query: 'lamps',
    before: 'rose lame',
    word: 'lamp',
    after: 'post',
  });
});

import { expect, test } from 'vitest';
import { similarity } from './similarity.ts';

const letters = new TextEncoder().encode('xxlanternxxrobotx'.padEnd(32, 'z'));

test('a text that occurs has the similarity 1, also with a typing error a high one', () => {
  expect(similarity('lantern', letters, 0, 32)).toBe(1);
  expect(similarity('lamtern', letters, 0, 32)).toBeGreaterThan(0.7);
  expect(similarity('quick', letters, 0, 32)).toBeLessThan(0.3);
  expect(similarity('', letters, 0, 32)).toBe(0);
});

test('only the given letters are compared, in a circle', () => {
  expect(similarity('robot', letters, 0, 8)).toBeLessThan(0.5);
  expect(similarity('robot', letters, 30, 32)).toBe(1);
});

import { expect, test } from 'vitest';
import { conditions } from '../conditions.ts';
import { trials } from './trials.ts';

test('all conditions and trials have different names, which are keys of the results', () => {
  const names = [...conditions, ...trials].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('no two trials differ only in their names', () => {
  const texts = trials.map((trial) => JSON.stringify({ ...trial, name: '' }));
  expect(new Set(texts).size).toBe(texts.length);
});

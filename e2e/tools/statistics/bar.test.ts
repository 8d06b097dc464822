import { expect, test } from 'vitest';
import { judge, judgeInterval } from './bar.ts';

const bar = { bar: 'queue', environment: 'node' };

test('the worst value decides whether a bar is met', () => {
  const most = { ...bar, limit: { most: 3.5 } };
  expect(judge({ ...most, found: { few: 2, many: 3.5 } })).toMatchObject({
    worst: 3.5,
    case: 'many',
    verdict: 'met',
  });
  expect(judge({ ...most, found: { few: 3.6, many: 3 } })).toMatchObject({
    worst: 3.6,
    case: 'few',
    verdict: 'missed',
  });
  const least = { ...bar, limit: { least: 5 } };
  expect(judge({ ...least, found: { few: 5, many: 50 } })).toMatchObject({
    worst: 5,
    case: 'few',
    verdict: 'met',
  });
  expect(judge({ ...least, found: { few: 4, many: 50 } })).toMatchObject({
    worst: 4,
    case: 'few',
    verdict: 'missed',
  });
});

test('a bar without a measured value is missed', () => {
  const most = { ...bar, limit: { most: 3.5 } };
  expect(judge({ ...most, found: {} })).toMatchObject({ verdict: 'missed' });
  expect(judge({ ...most, found: { few: NaN, many: 1 } })).toMatchObject({ case: 'few', verdict: 'missed' });
});

test('a bar is undecided if the confidence interval has values on both sides of the limit', () => {
  expect(judgeInterval({ most: 2 }, { low: 1, high: 2 })).toBe('met');
  expect(judgeInterval({ most: 2 }, { low: 1, high: 3 })).toBe('undecided');
  expect(judgeInterval({ most: 2 }, { low: 2.5, high: 3 })).toBe('missed');
  expect(judgeInterval({ least: 2 }, { low: 2, high: 3 })).toBe('met');
  expect(judgeInterval({ least: 2 }, { low: 1, high: 3 })).toBe('undecided');
  expect(judgeInterval({ least: 2 }, { low: 1, high: 1.5 })).toBe('missed');
  expect(judgeInterval({ least: 2 }, { low: NaN, high: NaN })).toBe('undecided');
});

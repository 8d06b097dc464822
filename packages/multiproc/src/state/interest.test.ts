import { expect, test } from 'vitest';
import { checkInterest } from './interest.ts';

test.each([
  ['height', [NaN, 1], 'two ends of 1 each, got [NaN, 1]'],
  ['height', [1], 'two ends of 1 each, got [1]'],
  ['height', 5, 'two ends of 1 each, got 5'],
  ['position', [[0, 0], [1]], 'two ends of 2 each, got [[0, 0], [1]]'],
  ['position', [[0, NaN], null], 'two ends of 2 each, got [[0, NaN], null]'],
])('the error of a bad range of %s names its values: %j', (field, range, end) => {
  const schema = { height: 'f32', position: 'vec2' } as const;
  expect(() => checkInterest(schema, { [field]: range } as never)).toThrow(
    new TypeError(`within: ${field} must be a range between ${end}`),
  );
});

import { expect, test } from 'vitest';
import { errorMessage, errorText } from './error-text.ts';

const fail = (): never => {
  throw new Error('in a getter');
};
const revocable = Proxy.revocable({}, {});
revocable.revoke();

test.each([
  [new RangeError('no'), 'RangeError: no', 'no'],
  ['text', 'text', 'text'],
  [undefined, 'undefined', 'undefined'],
  [Symbol('s'), 'Symbol(s)', 'Symbol(s)'],
])('errorText and errorMessage return the text of %s', (error, text, message) => {
  expect(errorText(error)).toBe(text);
  expect(errorMessage(error)).toBe(message);
});

test.each([
  ['an object without a prototype', Object.create(null)],
  ['an object whose toString throws', { toString: fail }],
  ['an error whose message throws', Object.defineProperty(new Error(), 'message', { get: fail })],
  ['a revoked proxy', revocable.proxy],
])('%s has a fallback text', (_, error) => {
  expect(errorText(error)).toBe('a value that cannot be converted to a string');
  expect(errorMessage(error)).toBe('a value that cannot be converted to a string');
});

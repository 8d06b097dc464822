import { expect, test } from 'vitest';
import { copyError } from './copy-error.ts';

test('a copy error gets the name of the function', () => {
  const error = copyError('load', new DOMException('() => 1 could not be cloned.', 'DataCloneError'));
  expect(error).toBeInstanceOf(DOMException);
  expect(String(error)).toBe('DataCloneError: load: () => 1 could not be cloned.');
});

test('errors that a getter of the values has thrown stay as they are', () => {
  const trap = new Proxy(
    {},
    {
      getPrototypeOf() {
        throw new Error('trap');
      },
    },
  );
  for (const error of [new Error('a getter'), new DOMException('late', 'AbortError'), trap, undefined])
    expect(copyError('load', error)).toBe(error);
});

import { expect, test } from 'vitest';
import { measureChoice } from './measure-choice.ts';

test.each<[unknown, string]>([
  [5, 'clock must be an object, got 5'],
  [null, 'clock must be an object, got null'],
  [{}, 'clock.now must be a function, got undefined'],
  [{ now: 5 }, 'clock.now must be a function, got 5'],
  [{ now: () => '5' }, "the result of clock.now must be a finite number, got '5'"],
  [{ now: (): void => {} }, 'the result of clock.now must be a finite number, got undefined'],
])('a clock that returns no time is refused with an error that names it: %o', (clock, text) => {
  expect(() => measureChoice(clock as never)).toThrow(new TypeError(`measureChoice: ${text}`));
});

test('measureChoice throws an error if its clock returns a time that is not finite', () => {
  const times = [1, NaN];
  expect(() => measureChoice({ now: () => times.shift()! })).toThrow(
    new RangeError('measureChoice: the result of clock.now must be a finite number, got NaN'),
  );
});

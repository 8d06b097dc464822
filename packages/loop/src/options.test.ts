import { expect, expectTypeOf, test } from 'vitest';
import { EventLoop } from './event-loop/event-loop.ts';
import { checkCallback, checkNumber, checkSignal, mustBe, withDefaults } from './options.ts';

test('an option with the value undefined counts as absent', () => {
  const options: { every?: number | undefined; catchUp?: number | undefined } = {
    every: 5,
    catchUp: undefined,
  };
  const complete = withDefaults({ catchUp: 3 }, options);
  expect(complete).toEqual({ every: 5, catchUp: 3 });
  expectTypeOf(complete.catchUp).toEqualTypeOf<number>();
});

test('without options all values are defaults, and null is a value', () => {
  expect(withDefaults({ a: 1 }, undefined)).toEqual({ a: 1 });
  expect(withDefaults({ a: 1 }, { a: null })).toEqual({ a: null });
});

test('an own key __proto__, as JSON.parse creates it, does not provide options', () => {
  const options = JSON.parse('{"a": 2, "__proto__": {"probe": 5}}') as { probe?: number };
  const complete = withDefaults({ a: 1 }, options);
  expect(Object.getPrototypeOf(complete)).toBe(Object.prototype);
  expect(complete).toEqual({ a: 2 });
  expect(complete.probe).toBeUndefined();
  expect(
    () => new EventLoop(JSON.parse('{"__proto__": {"onError": 5, "probe": 5}}') as object),
  ).not.toThrow();
});

test.each<[unknown, Parameters<typeof checkNumber>[2], string]>([
  [NaN, {}, 'x must be a finite number, got NaN'],
  ['5', {}, "x must be a finite number, got '5'"],
  [undefined, { above: 0 }, 'x must be a finite number > 0, got undefined'],
  [2, { above: 0, max: 1 }, 'x must be a finite number > 0 and ≤ 1, got 2'],
  [0, { above: 0 }, 'x must be a finite number > 0, got 0'],
  [-1, { min: 0 }, 'x must be a finite number ≥ 0, got -1'],
  [Infinity, { min: 0 }, 'x must be a finite number ≥ 0, got Infinity'],
  [NaN, { min: 0, unlimited: true }, 'x must be a finite number ≥ 0 or Infinity, got NaN'],
  [1.5, { min: 1, max: 3, whole: true }, 'x must be a whole number from 1 to 3, got 1.5'],
  [{}, { min: 1, max: 3 }, 'x must be a finite number from 1 to 3, got an object (Object)'],
  [null, {}, 'x must be a finite number, got null'],
  [5n, {}, 'x must be a finite number, got 5n'],
  [Symbol('five'), {}, 'x must be a finite number, got Symbol(five)'],
  [() => 1, {}, 'x must be a finite number, got an anonymous function'],
])('%s with the bounds %j throws an error that states the requirement', (value, bounds, message) => {
  expect(() => checkNumber('x', value, bounds)).toThrow(message);
  expect(() => checkNumber('x', value, bounds)).toThrow(typeof value === 'number' ? RangeError : TypeError);
});

test.each<[unknown, string]>([
  [function simulate() {}, 'the function simulate'],
  [() => {}, 'an anonymous function'],
  [Object.defineProperty(() => {}, 'name', { value: Symbol('name') }), 'an anonymous function'],
  [-5n, '-5n'],
  [Symbol(), 'Symbol()'],
  [new Map(), 'an object (Map)'],
  [new Map().values(), 'an object (Map Iterator)'],
  [
    (function* () {
      yield 1;
    })(),
    'an object (Generator)',
  ],
  [Object.create(null), 'an object (no class)'],
  [{ constructor: 5 }, 'an object (no class)'],
  [[1], 'an array'],
])('%o is displayed as %s', (value, displayed) => {
  expect(mustBe('x', 'y', value)).toBe(`x must be y, got ${displayed}`);
});

test('a number within its bounds is returned', () => {
  expect(checkNumber('x', Infinity, { above: 0, unlimited: true })).toBe(Infinity);
  expect(checkNumber('x', 2 ** 31, { whole: true })).toBe(2 ** 31);
});

test('a value that is not a function throws an error that names the callback', () => {
  expect(() => checkCallback('f', 'g')).toThrow(new TypeError("f must be a function, got 'g'"));
});

test('an object with the members of an AbortSignal is accepted, even if its class is another one', () => {
  const [addEventListener, removeEventListener] = [(): void => {}, (): void => {}];
  const signal = { aborted: false, addEventListener, removeEventListener };
  for (const good of [new AbortController().signal, AbortSignal.abort(), signal])
    expect(() => checkSignal('signal', good)).not.toThrow();
  const incomplete = [
    { aborted: false, addEventListener },
    { aborted: false, removeEventListener },
    { addEventListener, removeEventListener },
  ];
  for (const bad of [null, undefined, 5, new AbortController(), new EventTarget(), ...incomplete])
    expect(() => checkSignal('signal', bad)).toThrow(new TypeError(mustBe('signal', 'an AbortSignal', bad)));
});

class SharedOptions {
  readonly inherited: number = 5;

  get slice(): number {
    return 1;
  }
}

test('inherited options count, and so do getters of a class for options with a default', () => {
  expect(withDefaults({ slice: 4 }, new SharedOptions())).toEqual({ slice: 1, inherited: 5 });
  expect(withDefaults({ slice: 4 }, Object.create({ slice: 1, draw: 'x' }) as object)).toEqual({
    slice: 1,
    draw: 'x',
  });
});

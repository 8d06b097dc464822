import { expect, test } from 'vitest';
import { Parameter, type ParameterOptions, type ParameterValue } from './parameter.ts';
import { ParameterSet } from './parameter-set.ts';

/** A parameter, and the object whose value it changes. */
function stage(
  value: ParameterValue,
  options: Partial<ParameterOptions<ParameterValue>> = {},
): { readonly target: { value: ParameterValue }; readonly parameter: Parameter } {
  const target = { value };
  const get = (): ParameterValue => target.value;
  const set = (given: ParameterValue): void => void (target.value = given);
  return { target, parameter: new Parameter('α', { get, set, ...options }) };
}

test('a parameter writes to the application, and reads what it has made of the value', () => {
  const { parameter, target } = stage(1);
  parameter.write(2);
  expect(target.value).toBe(2);
  target.value = 7; // changed by the application
  parameter.read();
  expect(parameter.value).toBe(7);
});

test('changes are undone one after another, and a reset restores the first value', () => {
  const { parameter, target } = stage(1);
  for (const value of [2, 3, 4]) parameter.write(value);
  parameter.undo();
  expect(target.value).toBe(3);
  parameter.reset();
  expect(target.value).toBe(1);
  parameter.undo();
  expect(target.value).toBe(3);
  for (let i = 0; i < 5; i++) parameter.undo();
  expect(target.value).toBe(1);
  expect(parameter.canUndo).toBe(false);
});

test('the steps of one move of a slider are undone together', () => {
  const { parameter, target } = stage(1);
  parameter.write(2);
  for (const value of [3, 4, 5]) parameter.write(value, value > 3);
  parameter.undo();
  expect(target.value).toBe(2);
});

test('at most 100 changes can be undone', () => {
  const { parameter, target } = stage(0);
  for (let value = 1; value <= 150; value++) parameter.write(value);
  while (parameter.canUndo) parameter.undo();
  expect(target.value).toBe(50);
});

test('if the promise of an asynchronous set rejects, the parameter has the message', async () => {
  const set = (): Promise<never> => Promise.reject(new Error('no worker'));
  const parameter = new Parameter('n', { get: () => 1, set });
  parameter.write(2);
  await Promise.resolve();
  expect(parameter.error).toBe('no worker');
});

test('if set throws, the parameter has the message and the old value', () => {
  const { parameter, target } = stage(1, {
    set: () => {
      throw new RangeError('too heavy');
    },
  });
  parameter.write(2);
  expect([target.value, parameter.value, parameter.error, parameter.canUndo]).toEqual([
    1,
    1,
    'too heavy',
    false,
  ]);
});

test('if get throws, the parameter has the message, and the last value that is known', () => {
  let fails = true;
  const get = (): number => {
    if (fails) throw new Error('no game');
    return 3;
  };
  const parameter = new Parameter('n', { get, set: () => {} });
  expect([parameter.kind, parameter.error, parameter.value]).toEqual(['unknown', 'no game', undefined]);
  fails = false;
  parameter.read();
  expect([parameter.kind, parameter.value, parameter.initial]).toEqual(['number', 3, 3]);
  expect(parameter.error).toBeUndefined();
});

test.each<[ParameterValue, string]>([
  [11, 'must be from 0 to 10'],
  [-1, 'must be from 0 to 10'],
  [NaN, 'must be a number'],
  [Infinity, 'must be a number'],
])('the number %s is refused', (value, message) => {
  const { parameter, target } = stage(1, { min: 0, max: 10 });
  parameter.write(value);
  expect([parameter.error, target.value]).toEqual([message, 1]);
  parameter.write(10);
  expect([parameter.error, target.value]).toEqual([undefined, 10]);
});

test('only the options of a choice are accepted', () => {
  const { parameter, target } = stage('near', { options: ['near', 'far'] });
  parameter.write('up');
  expect([parameter.kind, parameter.error, target.value]).toEqual([
    'choice',
    'not one of the options',
    'near',
  ]);
  expect(stage(true).parameter.kind).toBe('boolean');
});

test('the values of all parameters are given as JSON', () => {
  const set = new ParameterSet();
  const change = (): void => {};
  set.add(new Parameter('alpha', { get: () => 0.5, set: change }));
  const remove = set.add(new Parameter('"quoted"', { get: () => 'ä', set: change }));
  expect(JSON.parse(set.toJson())).toEqual({ alpha: 0.5, '"quoted"': 'ä' });
  for (const value of [10n, Symbol('no value'), undefined, { toJSON: () => 10n }])
    set.add(new Parameter(`wrong ${typeof value}`, { get: () => value as never, set: change }));
  remove();
  remove();
  expect(JSON.parse(set.toJson())).toEqual({ alpha: 0.5 });
});

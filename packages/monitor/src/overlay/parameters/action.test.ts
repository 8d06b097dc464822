import { expect, test } from 'vitest';
import { Action } from './action.ts';
import { NamedSet } from './named-set.ts';

test.each<[string, () => unknown, string | undefined]>([
  ['succeeds', () => 5, undefined],
  [
    'throws',
    () => {
      throw new RangeError('no level 9');
    },
    'no level 9',
  ],
  [
    'throws no error',
    () => {
      throw 'offline';
    },
    'offline',
  ],
  ['resolves', async () => {}, undefined],
  ['rejects', () => Promise.reject(new Error('too late')), 'too late'],
])('an action that %s', async (_, act, message) => {
  expect(await new Action('load', act).run()).toBe(message);
});

test('an action begins in the call of run, as functions need that the browser allows only in a click', () => {
  let calls = 0;
  void new Action('full screen', () => calls++).run();
  expect(calls).toBe(1);
});

test('an item replaces one of the same name, and is removed only by its own function', () => {
  const set = new NamedSet<Action>();
  const [first, second] = [new Action('load', () => {}), new Action('load', () => {})];
  const removeFirst = set.add(first);
  const removeSecond = set.add(second);
  expect(set.all).toEqual([second]);
  removeFirst();
  expect(set.all).toEqual([second]);
  const { changes } = set;
  removeSecond();
  removeSecond();
  expect(set.all).toEqual([]);
  expect(set.changes).toBe(changes + 1);
});

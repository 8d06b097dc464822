import { expect, test } from 'vitest';
import { RemoteTask } from './remote-task.ts';
import { checkName } from './task-kind.ts';

test.each([
  [3n, TypeError, '3n'],
  [Symbol('high'), TypeError, 'Symbol(high)'],
  ['5', TypeError, "'5'"],
  [undefined, TypeError, 'undefined'],
  [NaN, RangeError, 'NaN'],
  [Infinity, RangeError, 'Infinity'],
])('a priority that is no finite number is refused by name, and nothing changes: %o', (value, kind, text) => {
  const ranked: unknown[] = [];
  const owner = { cancel: () => false, rank: (task: RemoteTask) => ranked.push(task) };
  const task = new RemoteTask({ owner, name: 'add' }, [], { priority: 1 }, true);
  expect(() => (task.priority = value as never)).toThrow(
    new kind(`RemoteTask: priority must be a finite number, got ${text}`),
  );
  expect([task.priority, ranked]).toEqual([1, []]);
});

test('a name that is a symbol is refused by name', () => {
  expect(() => checkName('task', Symbol('add'), ['add'])).toThrow(
    new RangeError('task: the workers must expose Symbol(add), and expose add'),
  );
});

import { expect, test } from 'vitest';
import { ComputingPool } from '../pool/computing-pool.test.setup.ts';
import { RemoteTask } from './remote-task.ts';
import { checkName } from './task-kind.ts';

test.each([
  [3n, TypeError, '3n'],
  [Symbol('high'), TypeError, 'Symbol(high)'],
  ['5', TypeError, "'5'"],
  [undefined, TypeError, 'undefined'],
  [NaN, RangeError, 'NaN'],
  [Infinity, RangeError, 'Infinity'],
])(
  'a priority that is not a finite number is refused with an error that names the value, and nothing changes: %o',
  (value, kind, text) => {
    const ranked: unknown[] = [];
    const owner = { cancel: () => false, rank: (task: RemoteTask) => ranked.push(task), report: () => {} };
    const task = new RemoteTask({ owner, name: 'add' }, [], { priority: 1 }, true);
    expect(() => (task.priority = value as never)).toThrow(
      new kind(`task.priority must be a finite number, got ${text}`),
    );
    expect([task.priority, ranked]).toEqual([1, []]);
  },
);

test.each([
  [Symbol('add'), 'Symbol(add)'],
  [{ toString: null }, 'a value that cannot be converted to a string'],
])('a function name that is not a string is refused with an error that names it: %o', (name, text) => {
  expect(() => checkName('task', name, ['add'])).toThrow(
    new RangeError(`task: the workers expose no function ${text}, only add`),
  );
});

test('tasks that the application freezes can be ranked and cancelled, and end as usual', async () => {
  const pool = new ComputingPool(2, true);
  await pool.start();
  const tasks = ['a', 'b', 'c', 'd'].map((name) => pool.submit(name));
  for (const task of tasks) Object.freeze(task);
  const withSignal = pool.submit('e', { signal: new AbortController().signal, expiresIn: 1000 });
  Object.freeze(withSignal);
  const results = tasks.map(({ result }) => result);
  pool.advance(10);
  expect(tasks.map(({ status }) => status)).toEqual(['sent', 'sent', 'queued', 'queued']);
  tasks[3]!.priority = 5;
  expect([tasks[3]!.priority, tasks[1]!.cancel()]).toEqual([5, true]);
  pool.settle();
  expect(pool.begun).toEqual(['a', 'd', 'c', 'e']);
  expect((await Promise.all(results)).map(({ status }) => status)).toEqual([
    'done',
    'cancelled',
    'done',
    'done',
  ]);
});

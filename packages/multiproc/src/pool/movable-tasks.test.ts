import { expect, test } from 'vitest';
import { ComputingPool } from './computing-pool.test.setup.ts';
import type { WorkerConnection } from './worker-connection.ts';
import type { RemoteTask } from '../task/remote-task.ts';

// On simulated time. Each task computes for 60 ms.

const namesOf = ({ movable }: WorkerConnection): Set<unknown> =>
  new Set(movable.map(({ args: [name] }) => name));

test('the movable tasks are those that their worker has not begun, as far as the pool knows', async () => {
  const pool = new ComputingPool(8, true);
  const connection = await pool.start();
  const [a, b, c] = ['a', 'b', 'c'].map((name) => pool.submit(name));
  pool.submit('of a color', { color: 'red' });
  pool.submit('with memory', { transfer: [new ArrayBuffer(1)] });
  pool.advance(10);
  expect(namesOf(connection)).toEqual(new Set(['a', 'b', 'c']));
  pool.pool.waits.suspended(a!);
  expect(namesOf(connection)).toEqual(new Set(['b', 'c']));
  b!.cancel();
  expect(namesOf(connection)).toEqual(new Set(['c']));
  pool.settle();
  expect([c!.status, namesOf(connection).size]).toEqual(['done', 0]);
});

test('the pool tries only once to reclaim a task that has begun, not with each message', async () => {
  const pool = new ComputingPool(8, true);
  const { scheduler } = pool.pool;
  scheduler.active = 1;
  const [connection, other] = [await pool.start(), await pool.start(1)];
  for (const name of ['a', 'b', 'c']) pool.submit(name);
  pool.advance(10);
  expect([pool.begun, namesOf(connection)]).toEqual([['a'], new Set(['a', 'b', 'c'])]);
  scheduler.active = 2; // now the other worker is idle, and the first one is found to be busy for too long
  pool.pool.flushSoon();
  pool.advance(21);
  expect([pool.begun, namesOf(connection), namesOf(other)]).toEqual([
    ['a', 'b'],
    new Set(),
    new Set(['b', 'c']),
  ]);
});

test('reclaimed tasks return to the queue in the order in which they were sent', async () => {
  const pool = new ComputingPool(8, true);
  await pool.start();
  const tasks = Array.from({ length: 7 }, (_, i) => pool.submit(`${i}`));
  pool.advance(10);
  tasks[2]!.cancel(); // the last one takes its place
  await pool.start(1);
  pool.settle();
  expect(pool.begun.filter((_, i) => i > 0)).toEqual(['1', '3', '4', '5', '6']);
});

test('leastImportant finds the last sent task of the lowest priority after any additions and removals', async () => {
  const pool = new ComputingPool(8, true);
  const connection = await pool.start();
  const leastOf = (limit: number): unknown => connection.leastImportant(limit)?.args[0];
  expect(leastOf(Infinity)).toBeUndefined();
  const submit = (name: string, priority: number): RemoteTask => {
    const task = pool.submit(name, { priority });
    pool.advance(0);
    return task;
  };
  submit('a', 5);
  const [b, c] = [submit('b', 2), submit('c', 2)];
  submit('d', 3);
  expect([leastOf(Infinity), leastOf(2.5), leastOf(2)]).toEqual(['c', 'c', undefined]);
  c.cancel();
  expect(leastOf(3)).toBe('b');
  b.cancel();
  expect([leastOf(3), leastOf(4)]).toEqual([undefined, 'd']);
  submit('e', 1);
  expect([leastOf(1), leastOf(2)]).toEqual([undefined, 'e']);
});

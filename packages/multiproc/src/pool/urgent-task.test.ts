import { describe, expect, test } from 'vitest';
import { ComputingPool } from './computing-pool.test.setup.ts';
import type { SubmitOptions } from '../task/remote-task.ts';

/** A pool that knows how long its tasks take. */
async function poolOf(workers: number, sharesMemory = true): Promise<ComputingPool> {
  const pool = new ComputingPool('auto', sharesMemory);
  for (let index = 0; index < workers; index++) await pool.start(index);
  pool.submit('known');
  pool.settle();
  pool.begun.length = 0;
  return pool;
}

describe('a high-priority task', () => {
  test('waits for one long task only, although its worker has two', async () => {
    const pool = await poolOf(1);
    for (const name of ['a', 'b', 'c']) pool.submit(name);
    pool.advance(10);
    expect(pool.pool.scheduler.waiting).toBe(1);
    pool.submit('urgent', { priority: 1 });
    pool.settle();
    expect(pool.begun.slice(0, 2)).toEqual(['a', 'urgent']);
    expect(new Set(pool.begun)).toEqual(new Set(['a', 'b', 'c', 'urgent']));
  });

  test.each([1, 2, 3])(
    'runs before all tasks that have not begun, also if there are five high-priority tasks: %i workers',
    async (workers) => {
      const pool = await poolOf(workers);
      for (let i = 0; i < 3 * workers; i++) pool.submit('lesser');
      pool.advance(10);
      for (let i = 0; i < 5; i++) pool.submit('urgent', { priority: 1 });
      pool.settle();
      const expected = [...Array<string>(workers).fill('lesser'), ...Array<string>(5).fill('urgent')];
      expect(pool.begun.slice(0, workers + 5)).toEqual(expected);
      expect(pool.begun.length).toBe(3 * workers + 5);
    },
  );

  test('of a color that is bound to the worker waits for one long task only', async () => {
    const pool = await poolOf(1);
    pool.submit('a', { color: 'red' });
    for (const name of ['b', 'c']) pool.submit(name);
    pool.advance(10);
    pool.submit('urgent', { priority: 1, color: 'red' });
    pool.settle();
    expect(pool.begun.slice(0, 2)).toEqual(['a', 'urgent']);
  });

  test.each<[string, SubmitOptions, SubmitOptions]>([
    ['of the same priority', {}, {}],
    ['that has a color', { color: 'red' }, { priority: 1 }],
    ['with transferred objects', { transfer: [new ArrayBuffer(1)] }, { priority: 1 }],
  ])('does not take the place of a task %s', async (_, options, urgent) => {
    const pool = await poolOf(1);
    pool.submit('a');
    pool.submit('b', options);
    pool.advance(10);
    pool.submit('urgent', urgent);
    pool.settle();
    expect(pool.begun).toEqual(['a', 'b', 'urgent']);
  });

  test('waits, without shared memory, for both tasks that its worker has', async () => {
    const pool = await poolOf(1, false);
    for (const name of ['a', 'b']) pool.submit(name);
    pool.advance(10);
    pool.submit('urgent', { priority: 1 });
    pool.settle();
    expect(pool.begun).toEqual(['a', 'b', 'urgent']);
  });
});

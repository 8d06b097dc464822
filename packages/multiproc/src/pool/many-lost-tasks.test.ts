import { expect, test } from 'vitest';
import { countMoved } from '../scheduler/count-moved.test.setup.ts';
import { ComputingPool } from './computing-pool.test.setup.ts';

test('losing a worker with many tasks of one color takes linear time', async () => {
  const pool = new ComputingPool(Infinity, true);
  const connection = await pool.start();
  const tasks = Array.from({ length: 2000 }, (_, i) => pool.submit(String(i), { color: 'one' }));
  pool.advance(1);
  expect(pool.begun).toEqual(['0']);
  const moved = countMoved(() => pool.pool.lose(connection, new Error('gone')));
  expect(moved).toBeLessThan(20 * tasks.length);
  await pool.start(1);
  expect(pool.begun.slice(1)).toEqual(tasks.map((_, i) => String(i)).slice(1));
  pool.pool.dispose();
});

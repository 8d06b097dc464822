import { expect, test } from 'vitest';
import { ComputingPool } from './computing-pool.test.setup.ts';

test('a task that comes back from a lost worker does not take the slot of the task that the application submits next', async () => {
  const pool = new ComputingPool(2, true, 1);
  const connection = await pool.start(0);
  const [begun, waiting] = [pool.submit('begun'), pool.submit('waiting')];
  pool.advance(10);
  await pool.pool.ready;
  pool.pool.lose(connection, new Error('lost'));
  const next = pool.submit('next');
  const refused = pool.submit('refused');
  await pool.start(1);
  expect([begun, waiting, next, refused].map(({ status }) => status)).toEqual([
    'failed',
    'done',
    'done',
    'failed',
  ]);
  expect(pool.begun).toEqual(['begun', 'waiting', 'next']);
});

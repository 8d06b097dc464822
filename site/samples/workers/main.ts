// #region start
import { MultiProc } from '@doha/multiproc';
import type { primes } from './primes.worker.ts';

const pool = await MultiProc.start<typeof primes.functions>({
  spawn: () => new Worker(new URL('./primes.worker.ts', import.meta.url), { type: 'module' }),
});
// #endregion start

// #region run
const parts = Array.from({ length: 100 }, (_, i) => [1000 * i, 1000 * (i + 1)] as const);
const counts = await Promise.all(parts.map(([from, to]) => pool.run('count', [from, to])));
console.log(counts.reduce((sum, count) => sum + count)); // prints 9592
// #endregion run

// #region cancel
const task = pool.task('count').submit([0, 1_000_000], { priority: -1 });
const { result } = task;
task.cancel();
const { status } = await result;
console.log(status === 'cancelled' || status === 'done'); // prints true
// #endregion cancel

await pool.close();

import { MultiProc } from '@doha/multiproc';
import { share } from '@doha/multiproc/shared';
import type { crowd } from './crowd.worker.ts';

const pool = await share(
  MultiProc.start<typeof crowd.functions>({
    workers: 1,
    spawn: () => new Worker(new URL('./crowd.worker.ts', import.meta.url), { type: 'module' }),
  }),
);
await pool.run('walk', [1000]);

// #region table
const people = await pool.replica('people', { position: 'vec2' });
people.advance(); // takes the newest commit; call it at the beginning of each frame
const { count } = people.at();
console.log(count); // prints 1000
// #endregion table

// #region topic
const steps = await new Promise<unknown>((resolve) => pool.subscribe('steps', resolve));
console.log(typeof steps); // prints number
// #endregion topic

pool.dispose();

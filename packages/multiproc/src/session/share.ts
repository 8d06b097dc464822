import { checkKind } from '@doha/loop/options';
import type { MultiProc } from '../multi-proc.ts';
import type { Functions } from '../task/task-kind.ts';
import { PoolSession } from './pool-session.ts';
import { SharedPool } from './shared-pool.ts';

/**
 * Adds topics, tables, ids and entities to a pool. Resolves when all workers whose modules have
 * called `join` take part. Call it once, before the pool is used. Rejects with a TypeError if
 * `pool` is not a pool, and with an Error if the pool is shared already or disposed.
 *
 * ```ts
 * const proc = await share(MultiProc.start<typeof worker.functions>({ spawn }));
 * ```
 */
export async function share<F extends Functions>(
  pool: MultiProc<F> | PromiseLike<MultiProc<F>>,
): Promise<SharedPool<F>> {
  const proc = await pool;
  const parts = (proc as Partial<typeof proc> | undefined)?.parts;
  checkKind('share: pool', parts !== undefined, 'the result of MultiProc.start', proc);
  const session = new PoolSession(parts!);
  await parts!.extend({
    attach: (connection) => session.attach(connection),
    beforeTasks: () => session.hub.peer.publishBeforeTasks(),
    dispose: () => session.hub.peer.dispose(),
  });
  return new SharedPool(proc, session);
}

import { describe, expect, test } from 'vitest';
import { type RemoteTask, type SubmitOptions, WorkerLostError } from '@doha/multiproc';
import type { SharedPool } from '@doha/multiproc/shared';
import { until } from '../e2e/tests/browser/multiproc/pages/checks/check.ts';
import type { Samples } from '../e2e/tests/browser/multiproc/pages/samples.worker.ts';
import { advancing, spawn, start, startWithClock } from './sample-pools.test.setup.ts';

describe('a color whose task waits for its own color after an await', () => {
  const two = { spawn, workers: 2 };

  /**
   * Submits a task that waits for a nested task of its own color, and then a second task of this
   * color, `behind`.
   */
  async function block(
    proc: SharedPool<Samples>,
    options: { readonly nested?: SubmitOptions; readonly own?: SubmitOptions } = {},
  ): Promise<{ readonly first: RemoteTask<string>; readonly behind: RemoteTask<number> }> {
    const first = proc
      .task('awaitColorLate')
      .submit(['red', options.nested], { ...options.own, color: 'red' });
    await until(() => proc.stats.workers.some(({ inFlight }) => inFlight > 0));
    await Promise.all([0, 1].map((worker) => proc.worker(worker).call('add', [1, 1])));
    return { first, behind: proc.task('add').submit([2, 2], { color: 'red' }) };
  }
  const done = { status: 'done', value: 4 };

  test('continues when the nested task expires', async () => {
    const { host, proc } = await startWithClock(two);
    const { behind, first } = await block(proc, { nested: { expiresIn: 1000 } });
    expect(await advancing(host, first.result)).toEqual({ status: 'done', value: 'expired' });
    expect(await behind.result).toEqual(done);
  });

  test('continues when the signal of the nested task is aborted', async () => {
    const proc = await start(two);
    const { behind, first } = await block(proc);
    for (const worker of [0, 1]) await proc.worker(worker).call('stopWaiting', []);
    expect(await first.result).toEqual({ status: 'done', value: 'cancelled' });
    expect(await behind.result).toEqual(done);
  });

  test.each<readonly [string, SubmitOptions, (abort: AbortController) => void]>([
    ['expires', { expiresIn: 1000 }, () => {}],
    ['is cancelled', {}, (abort) => abort.abort()],
  ])('stays occupied when the task itself %s, until its worker is terminated', async (_, own, end) => {
    const { host, proc } = await startWithClock(two);
    const abort = new AbortController();
    const { behind, first } = await block(proc, { own: { ...own, signal: abort.signal } });
    end(abort);
    expect(['expired', 'cancelled']).toContain((await advancing(host, first.result)).status);
    expect(await advancing(host, proc.task('add').submit([2, 2], { color: 'blue' }).result)).toEqual(done);
    expect(behind.hasEnded).toBe(false);
    for (const worker of [0, 1]) proc.worker(worker).terminate();
    expect(await advancing(host, behind.result)).toEqual(done);
  });

  test('continues when its worker is terminated, which fails the task', async () => {
    const proc = await start(two);
    const { behind, first } = await block(proc);
    for (const worker of [0, 1]) proc.worker(worker).terminate();
    await expect(first.result).rejects.toThrow(WorkerLostError);
    expect(await behind.result).toEqual(done);
  });
});

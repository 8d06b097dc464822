import { type AnyWorker, MultiProc, type Outcome, type Backend } from '@doha/multiproc';
import { type SharedPool, share } from '@doha/multiproc/shared';
import type { diary } from './diary.worker.ts';

/** What a worker has done. */
export interface WorkersReport {
  readonly backend: Backend;
  /** What it has written, in this order: what matters most first, and what has a color as it was submitted. */
  readonly lines: readonly unknown[];
  /** How long those are, from a replica. */
  readonly letters: readonly number[];
  /** What it answered to the last. */
  readonly answer: Outcome<string>;
}

export async function useWorkers(spawn: () => AnyWorker): Promise<WorkersReport> {
  // One that has one task at a time, so that there is one right order.
  const proc = await share(MultiProc.start<typeof diary.functions>({ workers: 1, window: 1, spawn }));
  const lines: unknown[] = [];
  proc.subscribe('lines', (line) => lines.push(line));

  const write = proc.task('write');
  write.post(['one'], { priority: 1 });
  write.post(['three'], { priority: 3 });
  await write.submit(['zero']).result;

  const morning = proc.task('write', { color: 'morning' });
  morning.post(['first'], { priority: 1 });
  morning.post(['second'], { priority: 2 });
  const answer = await morning.submit(['third'], { priority: 3 }).result;

  await proc.worker(0).call('measure', []);
  const lengths = await proc.replica('lengths', { letters: 'u8' });
  while (lines.length < 6 || !lengths.advance()) await new Promise((resolve) => setTimeout(resolve));
  const { columns, count } = lengths.at();
  proc.dispose();
  return { backend: proc.backend, lines, letters: [...columns.letters.subarray(0, count)], answer };
}

/** Never called: the published types must refuse it. */
export function misuse(proc: SharedPool<typeof diary.functions>): void {
  // @ts-expect-error -- a line is a string
  proc.task('write').post([1]);
  // @ts-expect-error -- the worker has no such function
  proc.task('read').post([]);
}

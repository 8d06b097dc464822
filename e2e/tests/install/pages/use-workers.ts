import { type AnyWorker, MultiProc, type Outcome, type Backend } from '@doha/multiproc';
import { type SharedPool, share } from '@doha/multiproc/shared';
import type { diary } from './diary.worker.ts';

/** Results of a worker. */
export interface WorkersReport {
  readonly backend: Backend;
  /** The lines in the order in which they were written: by priority, and within a color in the order of submission. */
  readonly lines: readonly unknown[];
  /** The lengths of the lines, from a replica. */
  readonly letters: readonly number[];
  /** The outcome of the last task. */
  readonly answer: Outcome<string>;
}

export async function useWorkers(spawn: () => AnyWorker): Promise<WorkersReport> {
  // With one worker and a window of one task, only one order of the tasks is correct.
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

/** Only compiled: the published types must reject these calls. */
export function misuse(proc: SharedPool<typeof diary.functions>): void {
  // @ts-expect-error -- a line is a string
  proc.task('write').post([1]);
  // @ts-expect-error -- the worker has no such function
  proc.task('read').post([]);
}

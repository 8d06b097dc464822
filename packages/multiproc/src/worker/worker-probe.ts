import type { Probe, Task } from '@doha/loop';
import { NONE } from '../transport/message-format.ts';
import { Job } from './job.ts';

/**
 * Callbacks for measurements of a worker, such as those of `@doha/monitor`. They must not submit or cancel tasks. Times are in ms on the clock of
 * `performance`. Their errors go to `onError` of the pool.
 */
export interface WorkerProbe {
  /**
   * Called after the function of a task has returned, and after each step of a generator. An async function counts until its first `await`. `name`: that of
   * the function. `id`: number of the task in this worker, which a later task may get again.
   */
  ran?(name: string, start: number, end: number, priority: number, id: number): void;
  /** Called when the pool has withdrawn a task that had not begun (it was cancelled, or another worker runs it), and when it has dropped the rest of a generator. */
  dropped?(name: string): void;
  /** Called after each turn of the worker's event loop. */
  turned?(start: number, end: number): void;
}

/** Returns the probe of the worker's event loop. `names`: those of the exposed functions. */
export function loopProbe(probe: WorkerProbe, names: readonly string[]): Probe {
  const nameOf = (task: Task): string => (task instanceof Job ? names[task.functionIndex]! : 'unknown');
  const loop: Probe = {};
  if (probe.ran !== undefined || probe.dropped !== undefined)
    loop.ran = (task, start, end, priority) => {
      const { id } = task as Job;
      if (id === NONE) probe.dropped?.(nameOf(task));
      else probe.ran?.(nameOf(task), start, end, priority, id);
    };
  if (probe.dropped !== undefined) loop.dropped = (task) => probe.dropped!(nameOf(task));
  if (probe.turned !== undefined) loop.turned = (start, end) => probe.turned!(start, end);
  return loop;
}

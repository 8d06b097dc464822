import { describe, expect, test } from 'vitest';
import { Code, messageOf } from '../transport/message-format.ts';
import type { VirtualThread } from '../virtual/virtual-thread.ts';
import { type Call, type End, type Exposed, run, startWorker } from './started-worker.test.setup.ts';

describe('a finished result', () => {
  const work = (worker: VirtualThread): Exposed => ({
    short: (ms: number) => worker.spend(ms),
    long: (ms: number) => worker.spend(ms),
  });
  const times = (ends: readonly End[]): number[] => ends.map(({ time }) => Math.round(time));

  test('is sent before a function is called for the first time', () => {
    expect(times(run(startWorker(work), [['short', 0.01], ['long', 1000]]))).toEqual([0, 1000]); // oxfmt-ignore
  });

  test('is sent before a task of a function that takes longer than 1 ms', () => {
    const worker = startWorker(work);
    run(worker, [['short', 0.01], ['long', 1000]]); // oxfmt-ignore
    expect(times(run(worker, [['short', 0.01], ['long', 1000], ['long', 1000]]))).toEqual([0, 1000, 2000]); // oxfmt-ignore
  });

  test('is sent before the second long task of a function that was short before', () => {
    const worker = startWorker(work);
    run(
      worker,
      Array.from({ length: 200 }, (): Call => ['short', 0.001]),
    );
    expect(times(run(worker, [['short', 1000], ['short', 1000], ['short', 1000]]))).toEqual([1000, 2000, 3000]); // oxfmt-ignore
  });

  test('is sent together with others while tasks are short and more will come', () => {
    const worker = startWorker(work);
    const calls = Array.from({ length: 100 }, (): Call => ['short', 0.001]);
    run(worker, calls);
    worker.send(messageOf([Code.more, 1], []));
    expect(new Set(times(run(worker, calls))).size).toBe(1);
  });

  test('is sent after half of the tasks if the pool sends no more tasks before it gets results', () => {
    const worker = startWorker(work);
    const calls = Array.from({ length: 8 }, (): Call => ['short', 0.05]);
    run(worker, calls);
    const reportTimes = run(worker, calls).map(({ time }) => time.toFixed(2));
    expect(reportTimes).toEqual([
      ...Array.from({ length: 4 }, () => '0.20'),
      ...Array.from({ length: 4 }, () => '0.40'),
    ]);
  });
});

import { expect, test } from 'vitest';
import type { RemoteTask } from '../task/remote-task.ts';
import { lostTasks } from './lost-tasks.ts';

/** A task that has begun in a worker and may not run again, unless `properties` say otherwise. */
function task(properties: object = {}): RemoteTask {
  const usual = { worker: {}, options: {}, countLossAndMayRetry: () => false };
  return { ...usual, ...properties } as unknown as RemoteTask;
}

test('tasks that had not begun, or have retries left, may be sent to another worker', () => {
  const [begun, retried, waiting] = [task(), task({ countLossAndMayRetry: () => true }), task()];
  const lost = lostTasks({ tasks: [begun, retried, waiting], withdraw: (one) => one === waiting });
  expect(lost).toEqual({ requeued: [retried, waiting], begun: [begun, retried] });
});

test('calls, dropped tasks and tasks with transferred objects stay lost', () => {
  const tasks = [
    task({ worker: undefined }),
    task({ dropReason: 'cancelled' }),
    task({ options: { transfer: [new ArrayBuffer(1)] } }),
  ];
  expect(lostTasks({ tasks, withdraw: () => true })).toEqual({ requeued: [], begun: [] });
});

import { expect, test } from 'vitest';
import { RemoteTask } from './remote-task.ts';
import { Waits } from './waits.ts';

const owner = { cancel: () => false, rank: () => {} };
const taskOf = (name: string): RemoteTask => new RemoteTask({ owner, name }, [], {}, true);

test('a task that begins again waits for its new nested tasks only', () => {
  const events: string[] = [];
  const waits = new Waits({
    suspended: ({ name }) => events.push(`${name} waits`),
    resumed: ({ name }) => events.push(`${name} goes on`),
  });
  const [task, lost, nested] = [taskOf('task'), taskOf('lost'), taskOf('nested')];
  waits.submitted(task, lost);
  waits.awaited(task, lost);
  waits.suspended(task);
  waits.forget(task);
  waits.submitted(task, nested);
  waits.ended(task, lost);
  waits.ended(task, nested);
  expect(events).toEqual(['task waits', 'task waits', 'task waits', 'task goes on']);
  expect(waits.awaited(lost, task)).toBeUndefined(); // it is no cycle any more
});

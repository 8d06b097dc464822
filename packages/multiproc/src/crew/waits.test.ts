import { expect, test } from 'vitest';
import { countAlive } from '../count-alive.test.setup.ts';
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

test('nested tasks that have ended are not kept, whichever tasks have waited for them', async () => {
  const waits = new Waits({ suspended: () => {}, resumed: () => {} });
  const [task, other] = [taskOf('task'), taskOf('other')];
  const nested = Array.from({ length: 50 }, (_, i) => {
    const one = taskOf('nested');
    const submitter = i % 2 === 0 ? task : undefined;
    if (submitter !== undefined) waits.submitted(submitter, one);
    waits.awaited(task, one);
    waits.awaited(other, one);
    one.end('done');
    waits.ended(submitter, one);
    waits.awaited(other, one); // its worker does not know of the end yet
    return new WeakRef(one);
  });
  expect(await countAlive(nested)).toBe(0);
  expect(waits.awaited(task, other)).toBeUndefined(); // both are alive
});

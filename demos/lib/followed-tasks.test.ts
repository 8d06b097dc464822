import { MultiProc, type RemoteTask } from '@doha/multiproc';
import { expose } from '@doha/multiproc/worker';
import { expect, test } from 'vitest';
import { type FollowedState, FollowedTasks } from './followed-tasks.ts';

/** A task of the probe. The probe reads nothing but the status. */
function taskWith(status: RemoteTask['status']): RemoteTask {
  return { status } as RemoteTask;
}

test('the tasks of a killed worker are lost, are sent again and are done again', () => {
  const followed = new FollowedTasks();
  const { probe } = followed;
  const tasks = [taskWith('done'), taskWith('done'), taskWith('done')];
  followed.begin(3);
  for (const [number, task] of tasks.entries()) followed.follow(task, number);
  probe.sent!(tasks[0]!, 0, 0);
  probe.sent!(tasks[1]!, 0, 1);
  probe.sent!(tasks[2]!, 1, 0);
  probe.ended!(tasks[0]!);
  expect(followed.lose(0)).toEqual([1]);
  probe.queued!(tasks[1]!);
  expect(followed.states).toEqual(['done', 'lost', 'sent']);
  probe.sent!(tasks[1]!, 1, 1);
  expect(followed.states[1]).toBe('sent again');
  probe.ended!(tasks[1]!);
  expect(followed.states).toEqual(['done', 'done again', 'sent']);
});

test('a task that a worker returns waits again, and unknown tasks are ignored', () => {
  const followed = new FollowedTasks();
  const { probe } = followed;
  const task = taskWith('done');
  followed.begin(1);
  followed.follow(task, 0);
  probe.sent!(task, 0, 0);
  probe.queued!(task);
  expect(followed.states).toEqual(['waiting']);
  followed.begin(1);
  probe.sent!(task, 0, 0);
  probe.queued!(task);
  probe.ended!(task);
  expect(followed.states).toEqual(['waiting']);
});

test('a real pool reports each task', async () => {
  const changes: [number, FollowedState][] = [];
  const followed = new FollowedTasks();
  followed.onChange = (number, state) => void changes.push([number, state]);
  const square = expose({ square: (x: number) => x * x });
  using proc = await MultiProc.start<typeof square.functions>({
    workers: 0,
    inThread: () => square,
    probe: followed.probe,
  });
  const kind = proc.task('square');
  followed.begin(2);
  const tasks = [kind.submit([2]), kind.submit([3])];
  for (const [number, task] of tasks.entries()) followed.follow(task, number);
  await Promise.all(tasks.map(({ result }) => result));
  expect(changes.toSorted(([one], [other]) => one - other)).toEqual([
    [0, 'sent'],
    [0, 'done'],
    [1, 'sent'],
    [1, 'done'],
  ]);
});

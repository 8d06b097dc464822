import { expect, test } from 'vitest';
import { countAlive } from '../count-alive.test.setup.ts';
import { RemoteTask } from './remote-task.ts';
import { describeWaits, Waits } from './waits.ts';

const owner = { cancel: () => false, rank: () => {}, report: () => {} };
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

test('a cycle of 50,000 nested tasks is found, and its description is short', () => {
  const waits = new Waits({ suspended: () => {}, resumed: () => {} });
  const tasks = Array.from({ length: 50_000 }, (_, i) => taskOf(`task${i}`));
  const early = tasks.map((task, i) => (i > 0 ? waits.awaited(tasks[i - 1]!, task) : undefined));
  expect(early.every((cycle) => cycle === undefined)).toBe(true);
  const [first, last] = [tasks[0]!, tasks.at(-1)!];
  const cycle = waits.awaited(last, first)!;
  expect([cycle.length, cycle[0], cycle[1], cycle.at(-1)]).toEqual([50_001, last, first, last]);
  const numbers = describeWaits(cycle).matchAll(/task(\d+) waits for /g);
  expect(Array.from(numbers, ([, number]) => Number(number))).toEqual([
    49_999, 0, 1, 2, 3, 4, 5, 6, 7, 8, 49_990, 49_991, 49_992, 49_993, 49_994, 49_995, 49_996, 49_997, 49_998,
  ]);
  expect(describeWaits(cycle)).toContain(' waits for … (49981 tasks) waits for ');
});

import { expect, test } from 'vitest';
import { runsOf } from './counterparts.ts';
import type { RemoteEvent, TaskEvent } from './recorded-event.ts';

function remote(id: number, sent: number, end: number, worker = 'worker 0'): RemoteEvent {
  return {
    kind: 'remote',
    thread: 'main',
    name: 'row',
    start: sent - 1,
    end,
    status: 'done',
    worker,
    sent,
    id,
  };
}

function run(id: number, start: number, end: number, thread = 'worker 0'): TaskEvent {
  return { kind: 'task', thread, name: 'row', start, end, priority: 0, id };
}

test('a callback belongs to the last task of its number that was sent before it', () => {
  const [first, second, other] = [remote(3, 10, 20), remote(3, 30, 50), remote(3, 12, 20, 'worker 1')];
  const [one, two, three] = [run(3, 11, 15), run(3, 31, 35), run(3, 36, 49)];
  const elsewhere = run(3, 14, 16, 'worker 1');
  const runs = runsOf([first, one, other, elsewhere, second, two, three]);
  expect([...runs]).toEqual([
    [first, [one]],
    [other, [elsewhere]],
    [second, [two, three]],
  ]);
});

test('a callback that seems to end after the next task was sent belongs to its own task', () => {
  const [first, second] = [remote(0, 10, 12), remote(0, 12.5, 40)];
  const [one, two] = [run(0, 10.5, 30), run(0, 30.5, 39)]; // the worker was interrupted after it had sent the result
  expect([...runsOf([first, one, second, two])]).toEqual([
    [first, [one]],
    [second, [two]],
  ]);
});

test('small differences of the clocks do not matter', () => {
  const task = remote(0, 10, 20);
  const callback = run(0, 9.9, 15);
  expect(runsOf([task, callback]).get(task)).toEqual([callback]);
});

test('a task whose callback was not recorded has none, and a callback without a task is left out', () => {
  const task = remote(0, 10, 20);
  const queued: RemoteEvent = { ...task, worker: undefined, sent: undefined, id: undefined };
  const runs = runsOf([run(0, 5, 6), task, queued, run(0, 25, 26), run(1, 12, 13)]);
  expect([...runs]).toEqual([[task, []]]);
});

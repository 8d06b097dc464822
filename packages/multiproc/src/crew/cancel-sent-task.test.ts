import { setImmediate } from 'node:timers/promises';
import { EventLoop } from '@doha/loop';
import { beforeEach, describe, expect, test } from 'vitest';
import { NONE } from '../channel/envelope.ts';
import { Timeline } from '../virtual/timeline.ts';
import { virtualChannel } from '../virtual/virtual-channel.ts';
import type { VirtualThread } from '../virtual/virtual-thread.ts';
import { JobRunner } from '../worker/job-runner.ts';
import { Crew } from './crew.ts';
import { Delegate } from './delegate.ts';
import { join } from './join.ts';
import type { Member } from './member.ts';
import { RemoteTask, type SubmitOptions } from './remote-task.ts';

// On simulated time. Each task computes for 60 ms.

let timeline: Timeline;
let main: VirtualThread;
let crew: Crew;
let begun: string[];

function begin(sharesMemory: boolean): void {
  timeline = new Timeline(Infinity);
  main = timeline.thread();
  begun = [];
  crew = new Crew({
    window: 8,
    loop: new EventLoop({ host: main }),
    atEndOfTurn: (callback) => main.at(timeline.now, callback),
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory,
    onError: () => {},
    attach: () => ({ receivers: [], detach: () => {} }),
  });
}

async function hire(): Promise<Member> {
  const thread = timeline.thread();
  const [end, otherEnd] = virtualChannel({ thread: main, envelope: 0 }, { thread, envelope: 0 }, 0.01);
  const compute = (name: string): void => {
    begun.push(name);
    thread.spend(60);
  };
  thread.at(0, () => void new JobRunner(otherEnd, { compute }, [], thread));
  const joining = join(end, 1000);
  timeline.run();
  void crew.enlist(0, await joining);
  timeline.run();
  return crew.members.get(0)!;
}

function submit(name: string, options: SubmitOptions = {}, args: readonly unknown[] = [name]): RemoteTask {
  const task = new RemoteTask({ owner: crew, name: 'compute' }, args, options, true);
  task.result.catch(() => {});
  crew.submit(task);
  return task;
}

function advance(ms: number): void {
  const until = timeline.now + ms;
  main.at(until, () => {});
  while (timeline.step(until));
}

describe('with shared memory a task that a worker has and has not begun', () => {
  beforeEach(() => begin(true));

  const ways: [string, SubmitOptions, (task: RemoteTask) => void, string][] = [
    ['is cancelled', {}, (task) => task.cancel(), 'cancelled'],
    ['expires', { expiresIn: 20 }, () => {}, 'expired'],
  ];

  test.each(ways)('%s at once, while the task before it computes', async (_, options, drop, status) => {
    const { lane } = await hire();
    const first = submit('first');
    const second = submit('second', options);
    advance(10);
    expect([first.status, second.status, lane.inFlight]).toEqual(['sent', 'sent', 2]);
    drop(second);
    advance(20);
    expect([first.status, second.status, lane.inFlight]).toEqual(['sent', status, 1]);
    timeline.run();
    expect([first.status, second.status, lane.inFlight, begun]).toEqual(['done', status, 0, ['first']]);
  });

  test('is cancelled at once by its signal', async () => {
    await hire();
    const controller = new AbortController();
    submit('first');
    const task = submit('second', { signal: controller.signal });
    advance(10);
    controller.abort();
    expect(task.status).toBe('cancelled');
    timeline.run();
    expect(begun).toEqual(['first']);
  });

  test('is dropped at once, which cancel() tells', async () => {
    await hire();
    const [first, second] = [submit('first'), submit('second')];
    advance(10);
    expect([first.cancel(), second.cancel(), second.cancel()]).toEqual([false, true, false]);
    timeline.run();
    expect([first.status, second.status]).toEqual(['done', 'cancelled']);
  });

  test('gives its room to a task that is queued', async () => {
    await hire();
    const tasks = Array.from({ length: 9 }, (__, i) => submit(String(i)));
    advance(10);
    expect(tasks.at(-1)!.status).toBe('queued');
    tasks[3]!.cancel();
    advance(10);
    expect(tasks.at(-1)!.status).toBe('sent');
  });

  test.each([0, 1, 2])('leaves the order of its color as it is: number %i of three', async (which) => {
    await hire();
    submit('before');
    advance(1);
    const tasks = ['a', 'b', 'c'].map((name) => submit(name, { color: 'red' }));
    advance(10);
    tasks[which]!.cancel();
    submit('d', { color: 'red' });
    timeline.run();
    const left = ['a', 'b', 'c', 'd'].filter((__, i) => i !== which);
    expect(begun).toEqual(['before', ...left]);
    expect([...crew.scheduler.colors.keys()]).toEqual([]);
  });

  test('frees its color when it was the only one', async () => {
    await hire();
    submit('before');
    const task = submit('a', { color: 'red' });
    advance(10);
    task.cancel();
    expect([...crew.scheduler.colors.keys()]).toEqual([]);
    expect(task.status).toBe('cancelled');
  });

  test('ends at once if it is nested and its worker cancels it', async () => {
    const member = await hire();
    const told: unknown[] = [];
    const delegate = new Delegate(crew, member, (...message) => told.push(message));
    submit('before');
    delegate.submit(7, 'compute', ['nested'], {}, true, NONE);
    advance(10);
    delegate.cancel(7);
    await setImmediate();
    expect(told).toEqual([['ended', [7, 'cancelled', undefined]]]);
    timeline.run();
    expect(begun).toEqual(['before']);
  });
});

test('without shared memory the worker has the say, and cancel() returns false', async () => {
  begin(false);
  const { lane } = await hire();
  const [first, second] = [submit('first'), submit('second')];
  advance(10);
  expect([second.cancel(), second.status, lane.inFlight]).toEqual([false, 'sent', 2]);
  timeline.run();
  expect([first.status, second.hasEnded]).toEqual(['done', true]);
});

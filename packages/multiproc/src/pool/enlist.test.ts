import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import type { Endpoint } from '../transport/endpoint.ts';
import { Code, envelopeOf } from '../transport/envelope.ts';
import { Crew } from './crew.ts';
import { Joined } from './join.ts';
import { blocked, LateThread } from '../../../late-thread.test.setup.ts';
import { RemoteTask } from '../task/remote-task.ts';

function crewOf(
  attach: (index: number) => void,
  onError: (error: unknown) => void = () => {},
  host: VirtualHost | LateThread = new VirtualHost(),
): {
  crew: Crew;
  open: Set<number>;
  hire: (index: number) => Joined;
} {
  const open = new Set<number>();
  const crew = new Crew({
    window: 8,
    loop: new EventLoop({ host }),
    atEndOfTurn: queueMicrotask,
    ...(host instanceof LateThread && { afterMessages: (callback) => host.afterMessages(callback) }),
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: false,
    onError,
    attach({ lane }) {
      attach(lane.index);
      return { receivers: [], detach: () => {} };
    },
  });
  const hire = (index: number): Joined => {
    open.add(index);
    const endpoint: Endpoint = {
      post: () => {},
      listen: () => {},
      close: async () => void open.delete(index),
    };
    return new Joined(endpoint, ['add']);
  };
  return { crew, open, hire };
}

function failFor(one: number): (index: number) => void {
  return (index) => {
    if (index === one) throw new Error('not attached');
  };
}

test('a worker to which nothing can be attached is none of the pool, and is ended', async () => {
  const { crew, hire, open } = crewOf(failFor(0));
  expect(() => crew.enlist(0, hire(0))).toThrow('not attached');
  expect([crew.members.size, crew.scheduler.lanes.length, open.size]).toEqual([0, 0, 0]);
  const task = new RemoteTask({ owner: crew, name: 'add' }, [1, 1], {}, true);
  crew.submit(task);
  await Promise.resolve();
  expect(task.status).toBe('queued');
  crew.dispose();
});

test('all workers are ended if one of them cannot take part', async () => {
  const { crew, hire, open } = crewOf(failFor(1));
  await expect(crew.enlistAll([hire(0), hire(1), hire(2)])).rejects.toThrow('not attached');
  expect(open.size).toBe(0);
  crew.dispose();
});

test.each([
  ['takes part if its answer waits while this thread is busy', 40, true],
  ['is lost if it does not answer', 20_000, false],
])('a worker %s', async (_, answer, isThere) => {
  const thread = blocked(30, 1500);
  const { crew, hire } = crewOf(() => {}, undefined, thread);
  const joined = hire(0);
  const takesPart = crew.enlist(0, joined);
  thread.receive(answer, () => joined.hear(({ message }) => message(envelopeOf([Code.pong], []))));
  thread.advanceTo(5000);
  await takesPart;
  expect(crew.members.size).toBe(isThere ? 1 : 0);
  crew.dispose();
});

test('a channel to a worker that is not there is closed, also when the pool is disposed of', async () => {
  const { crew } = crewOf(() => {});
  const reasons: string[] = [];
  const open = (): Promise<unknown> => {
    const port = crew.connect(0, 'files', ({ message }) => reasons.push(message));
    port.onmessage = () => {};
    return new Promise((resolve) => port.addEventListener('close', resolve));
  };
  await open();
  crew.dispose();
  await open();
  crew.connect(0, 'files', ({ message }) => reasons.push(message)).close();
  await Promise.resolve();
  expect(reasons).toEqual([
    'worker 0 was lost: there is no worker of this index',
    'connect: the pool is disposed; start a new one',
  ]);
});

test('a task that is submitted to a pool that is disposed of fails, and is reported to nobody else', async () => {
  const errors: unknown[] = [];
  const { crew } = crewOf(
    () => {},
    (error) => errors.push(error),
  );
  crew.dispose();
  const unread = new RemoteTask({ owner: crew, name: 'add' }, [1, 1], {}, true);
  const read = new RemoteTask({ owner: crew, name: 'add' }, [1, 1], {}, true);
  crew.submit(unread);
  crew.submit(read);
  await expect(read.result).rejects.toThrow('submit: the pool is disposed; start a new one');
  expect([unread.status, errors]).toEqual(['failed', []]);
});

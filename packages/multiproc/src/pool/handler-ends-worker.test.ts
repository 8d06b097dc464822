import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import type { Endpoint, EndpointListener } from '../transport/endpoint.ts';
import { Code, type Envelope, envelopeOf, recordsOf } from '../transport/envelope.ts';
import { Crew } from './crew.ts';
import { Joined } from './join.ts';
import { RemoteTask } from '../task/remote-task.ts';

// The application ends a worker, or cancels a task, when it is told of the first failure, while others of the same message are still to be handled.

interface Fixture {
  readonly tasks: readonly RemoteTask[];
  readonly told: unknown[];
  readonly crew: Crew;
  /** A worker joins. Returns what was posted to it. */
  readonly hire: () => { readonly posted: Envelope[]; readonly listener: () => EndpointListener };
}

function start(args: readonly unknown[], handle: (fixture: Fixture) => void = endWorker): Fixture {
  const told: unknown[] = [];
  const crew: Crew = new Crew({
    window: 8,
    loop: new EventLoop({ host: new VirtualHost() }),
    atEndOfTurn: queueMicrotask,
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: true,
    attach: () => ({ receivers: [], detach: () => {} }),
    onError(error) {
      if (told.push(error) === 1) handle(fixture);
    },
  });
  const hire: Fixture['hire'] = () => {
    const posted: Envelope[] = [];
    const joined = new Joined(endpoint(posted), ['add']);
    void crew.enlist(0, joined);
    joined.hear((to) => to.message(envelopeOf([Code.pong], []))); // it has started
    return {
      posted,
      listener: () => ({
        message: (message) => joined.hear((to) => to.message(message as Envelope)),
        lost: () => {},
      }),
    };
  };
  const tasks = [0, 1, 2].map(() => new RemoteTask({ owner: crew, name: 'add' }, args, {}, false));
  const fixture = { tasks, told, crew, hire };
  return fixture;
}

function endWorker({ crew }: Fixture): void {
  crew.lose(crew.members.get(0)!, new Error('ended by a handler'));
}

function endpoint(posted: Envelope[]): Endpoint {
  return {
    post: (message) => void posted.push(structuredClone(message) as Envelope),
    listen: () => {},
    close: async () => {},
  };
}

test('of tasks that cannot be copied each fails once', async () => {
  const { crew, hire, tasks, told } = start([() => {}]);
  hire();
  for (const task of tasks) crew.submit(task);
  await Promise.resolve();
  expect(tasks.map(({ status }) => status)).toEqual(['failed', 'queued', 'queued']);
  hire();
  await Promise.resolve();
  expect(tasks.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
  expect(told.map((error) => (error as Error).name).toSorted()).toEqual([
    'DataCloneError',
    'DataCloneError',
    'DataCloneError',
    'WorkerLostError',
  ]);
  expect(crew.scheduler.waiting).toBe(0);
  crew.dispose();
});

test('a task that a handler cancels meanwhile is cancelled, and the others fail', async () => {
  const { crew, hire, tasks, told } = start([() => {}], (fixture) => fixture.tasks[1]!.cancel());
  hire();
  for (const task of tasks) crew.submit(task);
  await Promise.resolve();
  expect(tasks.map(({ status }) => status)).toEqual(['failed', 'cancelled', 'failed']);
  expect(told.map((error) => (error as Error).name)).toEqual(['DataCloneError', 'DataCloneError']);
  for (const error of told) expect((error as Error).message).toMatch(/^add: /);
  crew.dispose();
});

test('of the tasks of a message that the worker cannot read each fails once, by name', async () => {
  const { crew, hire, tasks, told } = start([1, 1]);
  const { listener, posted } = hire();
  for (const task of tasks) crew.submit(task);
  await Promise.resolve();
  const index = posted.findIndex((message) =>
    recordsOf(message).some(({ words: [code] }) => code === Code.run),
  );
  listener().message(envelopeOf([Code.telegram, 1], ['unreadable', index]));
  expect(tasks.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
  expect(crew.scheduler.waiting).toBe(0);
  const named = told.filter((error) =>
    String(error).includes('cannot read the message that holds this task'),
  );
  expect(named).toHaveLength(3);
  crew.dispose();
});

test('an exception of this thread while it reads a message is reported, and costs no worker and no other record', () => {
  const { crew, hire, tasks, told } = start([1, 1], () => {});
  const { listener } = hire();
  const member = crew.members.get(0)!;
  crew.call(0, tasks[0]!);
  const failure = new Error('of this thread');
  member.ping(() => {
    throw failure;
  });
  listener().message(envelopeOf([Code.pong, Code.ended, tasks[0]!.id], []));
  expect(told).toEqual([failure]);
  expect(tasks[0]!.status).toBe('done');
  expect(crew.members.get(0)).toBe(member);
  crew.dispose();
});

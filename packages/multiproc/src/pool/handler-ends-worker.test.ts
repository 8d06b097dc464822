import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import type { Endpoint, EndpointListener } from '../transport/endpoint.ts';
import { Code, type Message, messageOf, recordsOf } from '../transport/message-format.ts';
import { Pool } from './pool.ts';
import { StartedWorker } from './handshake.ts';
import { RemoteTask } from '../task/remote-task.ts';

// In all tests but the last one, `onError` terminates the worker or cancels a task when it receives
// the first failure. At that time, other failures of the same message are still to be handled.

interface Fixture {
  readonly tasks: readonly RemoteTask[];
  readonly errors: unknown[];
  readonly pool: Pool;
  /** Starts a worker. Returns the messages that were posted to it. */
  readonly start: () => { readonly posted: Message[]; readonly listener: () => EndpointListener };
}

function open(args: readonly unknown[], handle: (fixture: Fixture) => void = endWorker): Fixture {
  const errors: unknown[] = [];
  const pool: Pool = new Pool({
    window: 8,
    loop: new EventLoop({ host: new VirtualHost() }),
    soon: queueMicrotask,
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: true,
    attach: () => ({ receivers: [], detach: () => {} }),
    onError(error) {
      if (errors.push(error) === 1) handle(fixture);
    },
  });
  const start: Fixture['start'] = () => {
    const posted: Message[] = [];
    const started = new StartedWorker(endpoint(posted), ['add']);
    void pool.addWorker(0, started);
    started.hear((to) => to.message(messageOf([Code.pong], []))); // it has started
    return {
      posted,
      listener: () => ({
        message: (message) => started.hear((to) => to.message(message as Message)),
        lost: () => {},
      }),
    };
  };
  const tasks = [0, 1, 2].map(() => new RemoteTask({ owner: pool, name: 'add' }, args, {}, false));
  const fixture = { tasks, errors, pool, start };
  return fixture;
}

function endWorker({ pool }: Fixture): void {
  pool.lose(pool.connections.get(0)!, new Error('ended by a handler'));
}

function endpoint(posted: Message[]): Endpoint {
  return {
    post: (message) => void posted.push(structuredClone(message) as Message),
    listen: () => {},
    close: async () => {},
  };
}

test('each of several tasks whose arguments cannot be copied fails once, although onError terminates the worker', async () => {
  const { pool, start, tasks, errors } = open([() => {}]);
  start();
  for (const task of tasks) pool.submit(task);
  await Promise.resolve();
  expect(tasks.map(({ status }) => status)).toEqual(['failed', 'queued', 'queued']);
  start();
  await Promise.resolve();
  expect(tasks.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
  expect(errors.map((error) => (error as Error).name).toSorted()).toEqual([
    'DataCloneError',
    'DataCloneError',
    'DataCloneError',
    'WorkerLostError',
  ]);
  expect(pool.scheduler.waiting).toBe(0);
  pool.dispose();
});

test('if onError cancels one of several tasks whose arguments cannot be copied, this task is cancelled and the others fail', async () => {
  const { pool, start, tasks, errors } = open([() => {}], (fixture) => fixture.tasks[1]!.cancel());
  start();
  for (const task of tasks) pool.submit(task);
  await Promise.resolve();
  expect(tasks.map(({ status }) => status)).toEqual(['failed', 'cancelled', 'failed']);
  expect(errors.map((error) => (error as Error).name)).toEqual(['DataCloneError', 'DataCloneError']);
  for (const error of errors) expect((error as Error).message).toMatch(/^add: /);
  pool.dispose();
});

test('each task in a message that the worker cannot read fails once, with an error that says so', async () => {
  const { pool, start, tasks, errors } = open([1, 1]);
  const { listener, posted } = start();
  for (const task of tasks) pool.submit(task);
  await Promise.resolve();
  const index = posted.findIndex((message) =>
    recordsOf(message).some(({ words: [code] }) => code === Code.run),
  );
  listener().message(messageOf([Code.call, 1], ['unreadable', index]));
  expect(tasks.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
  expect(pool.scheduler.waiting).toBe(0);
  const named = errors.filter((error) =>
    String(error).includes('cannot read the message that holds this task'),
  );
  expect(named).toHaveLength(3);
  pool.dispose();
});

test('an exception of a handler of this thread goes to onError, and affects neither the worker nor other records of the message', () => {
  const { pool, start, tasks, errors } = open([1, 1], () => {});
  const { listener } = start();
  const connection = pool.connections.get(0)!;
  pool.call(0, tasks[0]!);
  const failure = new Error('of this thread');
  connection.ping(() => {
    throw failure;
  });
  listener().message(messageOf([Code.pong, Code.ended, tasks[0]!.id], []));
  expect(errors).toEqual([failure]);
  expect(tasks[0]!.status).toBe('done');
  expect(pool.connections.get(0)).toBe(connection);
  pool.dispose();
});

import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '../transport/endpoint.ts';
import { Code, type Message, type MessageRecord, messageOf, recordsOf } from '../transport/message-format.ts';
import { Pool } from './pool.ts';
import { StartedWorker } from './handshake.ts';
import type { WorkerConnection } from './worker-connection.ts';
import { RemoteTask } from '../task/remote-task.ts';

// A worker that has answered the hello, and has not yet reported the topics to which its module subscribes.

let pool: Pool;
let connection: WorkerConnection;
let started: StartedWorker;
let received: MessageRecord[];
let refused: unknown[];

beforeEach(() => {
  [received, refused] = [[], []];
  pool = new Pool({
    window: 8,
    loop: new EventLoop({ host: new VirtualHost() }),
    soon: queueMicrotask,
    afterMessages: (callback) => callback(),
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: false,
    attach: () => ({ receivers: [], refused: ([name]) => refused.push(name), detach: () => {} }),
    onError: () => {},
  });
  const endpoint: Endpoint = {
    post(message, transfer) {
      const copy = structuredClone(message, { transfer: [...transfer] as Transferable[] }) as Message;
      received.push(...recordsOf(copy));
    },
    listen: () => {},
    close: async () => {},
  };
  started = new StartedWorker(endpoint, ['read']);
  void pool.addWorker(0, started);
  connection = pool.connections.get(0)!;
});

function call(...args: readonly unknown[]): RemoteTask {
  const task = new RemoteTask({ owner: pool, name: 'read' }, args, {}, true);
  void task.result.catch(() => {});
  pool.call(0, task);
  return task;
}

/** The worker reports the subscription of its module, gets the retained value, and answers. */
function answer(): void {
  connection.send('value', ['newest', 7]);
  started.hear((to) => to.message(messageOf([Code.pong], [])));
}

/** The content of each received record, by its code. */
function content(): readonly (readonly [code: number | undefined, values: readonly unknown[]])[] {
  return received.map(({ values, words: [code] }) => [code, values]);
}

function submit(...args: readonly unknown[]): RemoteTask {
  const task = new RemoteTask({ owner: pool, name: 'read' }, args, {}, true);
  void task.result.catch(() => {});
  pool.submit(task);
  return task;
}

test('a starting worker gets no task before its retained values', async () => {
  submit(1);
  await Promise.resolve();
  expect(content()).toEqual([[Code.ping, []]]);
  answer();
  // The task and the value are in one message, which a worker reads completely before it begins a task.
  expect(content()).toEqual([
    [Code.ping, []],
    [Code.run, [1]],
    [Code.call, ['value', 'newest', 7]],
  ]);
});

test('calls to a starting worker reject until it has answered, because its topics are not known', async () => {
  await expect(call(1).result).rejects.toThrow('worker 0 was lost');
  answer();
  call(2);
  await Promise.resolve();
  expect(content().slice(1)).toEqual([
    [Code.call, ['value', 'newest', 7]],
    [Code.run, [2]],
  ]);
});

test('a starting worker gets its retained values before its first task even if another task cannot be copied', async () => {
  for (const arg of [1, () => {}]) submit(arg);
  await Promise.resolve();
  answer();
  expect(content()).toEqual([
    [Code.ping, []],
    [Code.call, ['value', 'newest', 7]],
    [Code.run, [1]],
  ]);
});

test('a starting worker gets no task before its answer even if an entity or a mutation with objects is sent to it', async () => {
  submit(1);
  await Promise.resolve();
  const state = { bytes: new Uint8Array([5]), x: 3 };
  connection.sendNow('take', [state], [state.bytes.buffer]);
  state.x = 4;
  expect([content(), state.bytes.length]).toEqual([[[Code.ping, []]], 0]);
  answer();
  expect(content().slice(1, 3)).toEqual([
    [Code.run, [1]],
    [Code.call, ['take', { bytes: new Uint8Array([5]), x: 3 }]],
  ]);
});

test('a message to a starting worker is refused at once if it cannot be copied', async () => {
  const other = submit(1);
  await Promise.resolve();
  connection.sendNow('mutate', [{ run() {} }]);
  expect(refused).toEqual(['mutate']);
  answer();
  expect(content()).toHaveLength(3);
  expect(other.status).toBe('sent');
});

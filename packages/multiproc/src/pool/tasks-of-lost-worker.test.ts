import { setImmediate } from 'node:timers/promises';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { beforeEach, expect, test } from 'vitest';
import type { EndpointListener } from '../transport/endpoint.ts';
import { Code, type Message, messageOf, NONE, recordsOf } from '../transport/message-format.ts';
import { packThrown } from '../transport/thrown.ts';
import { Pool } from './pool.ts';
import { NestedTasks } from '../task/nested-tasks.ts';
import { StartedWorker } from './handshake.ts';
import type { RemoteTask } from '../task/remote-task.ts';

/** A worker whose messages are sent by the test. */
interface Peer {
  readonly nestedTasks: NestedTasks;
  /** Remote calls that were sent to the worker. */
  readonly sent: unknown[];
  /** Ids and first arguments of the tasks that were sent to the worker. */
  readonly runs: () => [id: number, name: unknown][];
  readonly cancels: () => number[];
  readonly send: (message: Message) => void;
  readonly lose: () => void;
}

let pool: Pool;
let errors: [error: unknown, task: RemoteTask | undefined][];
let attached: { nestedTasks: NestedTasks; sent: unknown[] };

beforeEach(() => {
  errors = [];
  pool = new Pool({
    window: 1,
    loop: new EventLoop({ host: new VirtualHost() }),
    soon: queueMicrotask,
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: false,
    onError: (error, task) => errors.push([error, task]),
    attach(connection) {
      const sent: unknown[] = [];
      const nestedTasks = new NestedTasks(pool, connection, (...message) => sent.push(message));
      attached = { nestedTasks, sent };
      return { receivers: [], detach: () => nestedTasks.close() };
    },
  });
});

function start(index: number): Peer {
  const posted: Message[] = [];
  const started = new StartedWorker(
    { post: (message) => void posted.push(message as Message), listen: () => {}, close: async () => {} },
    ['work'],
  );
  void pool.addWorker(index, started);
  const listener: EndpointListener = {
    message: (message) => started.hear((to) => to.message(message as Message)),
    lost: (reason) => started.hear((to) => to.lost(reason)),
  };
  listener.message(messageOf([Code.pong], [])); // it has started
  const records = (code: number) =>
    posted.flatMap((message) => recordsOf(message)).filter(({ words }) => words[0] === code);
  return {
    ...attached,
    runs: () => records(Code.run).map(({ values, words }) => [words[1]!, values[0]]),
    cancels: () => records(Code.cancel).map(({ words }) => words[1]!),
    send: (message) => listener.message(message),
    lose: () => listener.lost(new Error('on purpose')),
  };
}

function submit({ nestedTasks }: Peer, id: number, wantsResult: boolean): void {
  nestedTasks.submit(id, 'work', [id], {}, wantsResult, NONE);
}

test('posted tasks of a lost worker run, and its submitted tasks are cancelled', async () => {
  const [lost, other] = [start(0), start(1)];
  for (let id = 0; id < 4; id++) submit(lost, id, id % 2 === 0);
  lost.lose();
  for (let step = 0; step < 4; step++) {
    await setImmediate();
    other.send(messageOf([Code.ended, 0], []));
  }
  await setImmediate();
  expect(other.runs().map(([, name]) => name)).toEqual([1, 3]);
  expect(pool.scheduler.waiting).toBe(0);
  pool.dispose();
});

test('a submitted task that another worker has is cancelled there, and a posted one is not', async () => {
  const [lost, other, third] = [start(0), start(1), start(2)];
  pool.scheduler.active = 3;
  submit(lost, 0, true);
  submit(lost, 1, false);
  submit(lost, 2, true);
  await setImmediate();
  const has = [lost, other, third].map((peer) => peer.runs().map(([, name]) => name));
  expect(new Set(has.flat())).toEqual(new Set([0, 1, 2]));
  lost.lose();
  await setImmediate();
  const dropped = [other, third].flatMap((peer) => {
    const names = new Map(peer.runs());
    return peer.cancels().map((id) => names.get(id));
  });
  const wanted = [...has[1]!, ...has[2]!].filter((name) => name !== 1);
  expect(dropped).toEqual(wanted);
  pool.dispose();
});

test.each([
  ['continues', false],
  ['is lost', true],
])('the failure of a posted task is reported once if the worker that posted it %s', async (_, isLost) => {
  const [submitter, other] = [start(0), start(1)];
  pool.scheduler.active = 2;
  submit(submitter, 0, false);
  submit(submitter, 1, false);
  if (isLost) submitter.lose();
  await setImmediate();
  const runner = [other, submitter].find((peer) => peer.runs().length > 0);
  errors.length = 0;
  runner!.send(messageOf([Code.failed, 0], [packThrown(new RangeError('on purpose'))]));
  await setImmediate();
  expect(errors.map(([error, task]) => [String(error), task?.status])).toEqual([
    ['RangeError: on purpose', 'failed'],
  ]);
  expect(JSON.stringify(submitter.sent)).not.toContain('failed');
  pool.dispose();
});

test('posted tasks of a lost worker that are still queued when the pool is disposed are not reported', async () => {
  const lost = start(0);
  submit(lost, 0, false);
  lost.lose();
  errors.length = 0;
  pool.dispose();
  await setImmediate();
  expect(errors).toEqual([]);
});

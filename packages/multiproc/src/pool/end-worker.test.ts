import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '../transport/endpoint.ts';
import { Code, messageOf } from '../transport/message-format.ts';
import { Pool } from './pool.ts';
import { StartedWorker } from './handshake.ts';
import type { WorkerConnection } from './worker-connection.ts';
import { RemoteTask } from '../task/remote-task.ts';

// These tests terminate a worker on a platform that still delivers the messages that it has sent
// (Node).

const reason = new Error('it sent worker 1 a message that cannot be read');

let pool: Pool;
let connection: WorkerConnection;
let host: VirtualHost;
let started: StartedWorker;
let ended: Error[]; // reasons that `end` of the endpoint received
let errors: unknown[];

beforeEach(() => {
  [ended, errors] = [[], []];
  host = new VirtualHost();
  pool = new Pool({
    window: 8,
    loop: new EventLoop({ host }),
    soon: queueMicrotask,
    afterMessages: (callback) => callback(),
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: false,
    attach: () => ({ receivers: [], detach: () => {} }),
    onError: (error) => errors.push(error),
  });
  const endpoint: Endpoint = {
    post: () => {},
    listen: () => {},
    close: async () => {},
    end: (given) => void ended.push(given),
  };
  started = new StartedWorker(endpoint, ['add']);
  void pool.addWorker(0, started);
  connection = pool.connections.get(0)!;
  started.hear((to) => to.message(messageOf([Code.pong], [])));
});

test('the messages of a terminated worker still arrive, and it is lost with the given reason when its thread has ended', async () => {
  const [done, unfinished] = [call(), call()];
  pool.end(connection, reason);
  pool.end(connection, new Error('again'));
  expect([ended, errors]).toEqual([[reason], []]);
  started.hear((to) => to.message(messageOf([Code.done, 0], [2])));
  expect(await done.result).toEqual({ status: 'done', value: 2 });
  started.hear((to) => to.lost(reason));
  await expect(unfinished.result).rejects.toThrow(`worker 0 was lost: ${reason.message}`);
  expect(errors.map(String)).toEqual([`WorkerLostError: worker 0 was lost: ${reason.message}`]);
});

test('a call to a worker that is being terminated rejects with the reason', async () => {
  pool.end(connection, reason);
  await expect(call().result).rejects.toThrow(`${reason.message}; another one is being started`);
});

test('a terminated worker whose thread continues counts as lost after a second', () => {
  pool.end(connection, reason);
  host.advanceTo(999);
  expect(pool.connections.get(0)).toBe(connection);
  host.advanceTo(1000);
  expect(pool.connections.get(0)).toBeUndefined();
});

test('terminating a lost worker has no effect', () => {
  pool.lose(connection, new Error('crashed'));
  pool.end(connection, reason);
  expect(ended).toEqual([]);
});

function call(): RemoteTask {
  const task = new RemoteTask({ owner: pool, name: 'add' }, [1, 1], {}, true);
  void task.result.catch(() => {});
  pool.call(0, task);
  return task;
}

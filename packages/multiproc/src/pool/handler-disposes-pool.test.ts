import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { expect, test } from 'vitest';
import type { Endpoint } from '../transport/endpoint.ts';
import { Code, messageOf } from '../transport/message-format.ts';
import { Pool } from './pool.ts';
import { StartedWorker } from './handshake.ts';
import { RemoteTask } from '../task/remote-task.ts';

// The application disposes of the pool in one of the callbacks that report the loss of a worker.

type Callback = 'onError' | 'detach' | 'lost';

/**
 * Loses a worker that has two tasks and two channels. The first call of the callback `disposing`
 * disposes of the pool. Returns the names of the called callbacks in order, with 'disposed' where
 * `dispose` returned.
 */
async function loseWorker(disposing: Callback): Promise<string[]> {
  const log: string[] = [];
  const called = (callback: Callback): void => {
    log.push(callback);
    if (callback !== disposing || pool.isDisposed) return;
    pool.dispose();
    log.push('disposed');
  };
  const pool: Pool = new Pool({
    window: 8,
    loop: new EventLoop({ host: new VirtualHost() }),
    soon: queueMicrotask,
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: false, // so the tasks may have begun, and fail
    attach: () => ({ receivers: [], detach: () => called('detach') }),
    onError: () => called('onError'),
  });
  const started = new StartedWorker(silent, ['add']);
  void pool.addWorker(0, started);
  started.hear((to) => to.message(messageOf([Code.pong], []))); // it has started
  for (let i = 0; i < 2; i++) {
    pool.submit(new RemoteTask({ owner: pool, name: 'add' }, [], {}, false));
    pool.connect(0, 'files', () => called('lost'));
  }
  await Promise.resolve();
  pool.lose(pool.connections.get(0)!, new Error('on purpose'));
  for (let i = 0; i < 5; i++) await Promise.resolve();
  pool.dispose();
  return log;
}

const silent: Endpoint = { post: () => {}, listen: () => {}, close: async () => {} };

test('when a `detach` callback disposes of the pool, channels end before dispose returns, and onError is not called', async () => {
  expect(await loseWorker('detach')).toEqual(['detach', 'lost', 'lost', 'disposed']);
});

test('when the `lost` callback of a channel disposes of the pool, the other channels end before dispose returns, and onError is not called', async () => {
  expect(await loseWorker('lost')).toEqual(['detach', 'lost', 'lost', 'disposed']);
});

test('when onError disposes of the pool, it is not called again', async () => {
  expect(await loseWorker('onError')).toEqual(['detach', 'lost', 'lost', 'onError', 'disposed']);
});

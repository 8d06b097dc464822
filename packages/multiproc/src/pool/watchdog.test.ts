import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '../transport/endpoint.ts';
import { Code, messageOf } from '../transport/message-format.ts';
import { Pool } from './pool.ts';
import { StartedWorker } from './handshake.ts';
import { blocked, busy, LateThread, throttled } from '../../../late-thread.test.setup.ts';
import { RemoteTask } from '../task/remote-task.ts';
import { Watchdog } from './watchdog.ts';
import { WorkerHandle } from './worker-handle.ts';

// The worker answers when it starts, and never again.

const mute: Endpoint = { post: () => {}, listen: () => {}, close: async () => {} };

let host: VirtualHost;
let pool: Pool;

beforeEach(() => {
  host = new VirtualHost();
  const loop = new EventLoop({ host });
  pool = new Pool({
    window: 8,
    loop,
    soon: queueMicrotask,
    replace: () => new Promise(() => {}),
    startLimit: 100,
    sharesMemory: false,
    attach: () => ({ receivers: [], detach: () => {} }),
    onError: () => {},
  });
  void new Watchdog(pool, loop, 200);
  const started = new StartedWorker(mute, ['hang']);
  void pool.addWorker(0, started);
  started.hear(({ message }) => message(messageOf([Code.pong], [])));
});
afterEach(() => pool.dispose());

function handle(traces: boolean): WorkerHandle<{ hang: () => void }> {
  return new WorkerHandle(pool, 0, { names: ['hang'], traces });
}

async function failureOf(result: Promise<unknown>): Promise<string> {
  await Promise.resolve();
  host.advanceTo(1000);
  return result.then(String, String);
}

test('a call that makes its worker unresponsive is named as a call', async () => {
  const failure = await failureOf(handle(false).call('hang', []));
  expect(failure).toMatch(/ it was unresponsive for 200 ms in hang \(called by a worker handle\)$/);
});

test('with traces, the line of the call is named', async () => {
  const failure = await failureOf(handle(true).call('hang', []));
  expect(failure).toMatch(/ in hang \(called at .*watchdog\.test\.ts:\d+:\d+\)?\)$/);
});

test('a nested task that makes its worker unresponsive is named as submitted by a worker', async () => {
  const task = new RemoteTask({ owner: pool, name: 'hang' }, [], {}, true);
  const { result } = task;
  pool.submit(task);
  expect(await failureOf(result)).toMatch(/ in hang \(submitted by a worker\)$/);
});

/**
 * Returns the time at which a worker with a task counts as lost; undefined if that never happens. `answerTo` returns the time of the answer to a ping that was sent
 * at the given time.
 */
function lossOn(thread: LateThread, limit: number, answerTo: (pinged: number) => number): number | undefined {
  let lostAt: number | undefined;
  const loop = new EventLoop({ host: thread });
  const ownPool = new Pool({
    window: 8,
    loop,
    soon: (callback) => thread.afterMessages(callback),
    afterMessages: (callback) => thread.afterMessages(callback),
    replace: () => new Promise(() => {}),
    startLimit: Infinity,
    sharesMemory: false,
    attach: () => ({ receivers: [], detach: () => (lostAt ??= thread.now()) }),
    onError: () => {},
  });
  const answer = (): void => started.hear(({ message }) => message(messageOf([Code.pong], [])));
  const post = (): void => {
    const at = answerTo(thread.now());
    if (at < Infinity) thread.receive(at, answer);
  };
  const started = new StartedWorker({ ...mute, post }, ['wait']);
  void ownPool.addWorker(0, started);
  ownPool.submit(new RemoteTask({ owner: ownPool, name: 'wait' }, [], {}, true));
  const watchdog = new Watchdog(ownPool, loop, limit);
  thread.advanceTo(400_000);
  watchdog.stop();
  const lost = lostAt;
  ownPool.dispose();
  return lost;
}

describe.each<[string, () => LateThread, number]>([
  ['whose timers are on time', () => new LateThread(), 0],
  ['whose timers fire once per second', () => throttled(1000), 1000],
  ['whose timers fire once per minute', () => throttled(60_000), 60_000],
  ['that is busy 40 of 50 ms', () => busy(40, 50), 50],
  ['that is busy 120 of 130 ms', () => busy(120, 130), 130],
  ['that is busy 5,900 of 6,000 ms', () => busy(5900, 6000), 6000],
  ['that is busy for a minute', () => blocked(1040, 61_000), 61_000],
])('in a thread %s', (_, thread, lateness) => {
  test.each([200, 5000])(
    'an unresponsive worker is lost after %d ms at the earliest, and at the latest after twice that time plus the lateness of four timers',
    (limit) => {
      const lostAt = lossOn(thread(), limit, () => Infinity);
      expect(lostAt).toBeGreaterThanOrEqual(limit);
      expect(lostAt).toBeLessThanOrEqual(2 * limit + 4 * lateness);
    },
  );

  test.each([200, 5000])('a worker that answers within %d ms is never lost', (limit) => {
    for (const time of [0, 1, limit / 4, limit / 2, limit - 1])
      expect(lossOn(thread(), limit, (pinged) => pinged + time)).toBeUndefined();
  });

  test('a worker that is frozen with its page is not lost', () => {
    for (let from = 0; from < 70_000; from += 4999) {
      const to = from + 100_000;
      const { tasks, timers } = thread();
      const page = new LateThread({ timers, tasks: (due) => tasks(due > from && due < to ? to : due) });
      const answer = (pinged: number): number => (pinged >= from && pinged < to ? to + 1 : pinged + 1);
      expect(lossOn(page, 200, answer)).toBeUndefined();
    }
  });
});

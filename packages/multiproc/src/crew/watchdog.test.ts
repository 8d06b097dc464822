import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '../channel/endpoint.ts';
import { Code, envelopeOf } from '../channel/envelope.ts';
import { Crew } from './crew.ts';
import { Joined } from './join.ts';
import { RemoteTask } from './remote-task.ts';
import { Watchdog } from './watchdog.ts';
import { WorkerHandle } from './worker-handle.ts';

// The worker answers when it starts, and never again.

const mute: Endpoint = { post: () => {}, listen: () => {}, close: async () => {} };

let host: VirtualHost;
let crew: Crew;

beforeEach(() => {
  host = new VirtualHost();
  const loop = new EventLoop({ host });
  crew = new Crew({
    window: 8,
    loop,
    atEndOfTurn: queueMicrotask,
    replace: () => new Promise(() => {}),
    startLimit: 100,
    sharesMemory: false,
    attach: () => ({ receivers: [], detach: () => {} }),
    onError: () => {},
  });
  void new Watchdog(crew, loop, 200);
  const joined = new Joined(mute, ['hang']);
  void crew.enlist(0, joined);
  joined.hear(({ message }) => message(envelopeOf([Code.pong], [])));
});
afterEach(() => crew.dispose());

function handle(traces: boolean): WorkerHandle<{ hang: () => void }> {
  return new WorkerHandle(crew, 0, { names: ['hang'], traces });
}

async function failureOf(result: Promise<unknown>): Promise<string> {
  await Promise.resolve();
  host.advanceTo(1000);
  return result.then(String, String);
}

test('a call that makes its worker unresponsive is named as a call', async () => {
  const failure = await failureOf(handle(false).call('hang'));
  expect(failure).toMatch(/ it was unresponsive for 200 ms in hang \(called by a worker handle\)$/);
});

test('with traces the line of the call is named', async () => {
  const failure = await failureOf(handle(true).call('hang'));
  expect(failure).toMatch(/ in hang \(called at .*watchdog\.test\.ts:\d+:\d+\)?\)$/);
});

test('a nested task that makes its worker unresponsive is named as one of a worker', async () => {
  const task = new RemoteTask({ owner: crew, name: 'hang' }, [], {}, true);
  const { result } = task;
  crew.submit(task);
  expect(await failureOf(result)).toMatch(/ in hang \(submitted by a worker\)$/);
});

import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint, EndpointListener } from '../transport/endpoint.ts';
import {
  Code,
  type Message,
  messageOf,
  formatVersion,
  NONE,
  recordsOf,
} from '../transport/message-format.ts';
import { hello } from '../transport/hello.ts';
import { expose } from '../worker/expose.ts';
import { Pool } from './pool.ts';
import { handshake } from './handshake.ts';
import { RemoteTask } from '../task/remote-task.ts';
import { WorkerLostError } from './worker-lost-error.ts';

// Other code may exchange messages over a `Worker` of the pool. These tests send such messages in
// both directions, and damaged messages in the format of the pool.

const numbers = fc.array(fc.integer({ min: -1, max: 16 }), { maxLength: 12 });
const foreign = fc.oneof(
  numbers,
  fc.string(),
  fc.jsonValue(),
  fc.uint8Array(),
  fc.float64Array(),
  numbers.map((words) => [new Float64Array(words), words]),
  numbers.map((words) => ({ '@doha/multiproc': words })),
);

const mark = messageOf([], [])[0];
const content = fc.oneof(fc.integer({ min: -1, max: 16 }), fc.double(), fc.jsonValue(), fc.float64Array());
const damaged = fc
  .tuple(fc.integer({ min: 0, max: 64 }), fc.array(content, { maxLength: 12 }))
  .map(([count, rest]): unknown[] => [mark + count].concat(rest as number[]));

/** The other end of a channel, played by the test. */
interface Peer {
  readonly endpoint: Endpoint;
  /** Messages that were sent to this peer. */
  readonly posted: unknown[];
  readonly isClosed: () => boolean;
  readonly send: (message: unknown) => void;
}

function fakePeer(): Peer {
  const posted: unknown[] = [];
  let listener: EndpointListener | undefined;
  let isClosed = false;
  const endpoint: Endpoint = {
    post: (message) => posted.push(message),
    listen: (given) => (listener = given),
    close: async () => void (isClosed = true),
  };
  return { endpoint, posted, isClosed: () => isClosed, send: (message) => listener!.message(message) };
}

function codesIn({ posted }: Peer): (number | undefined)[] {
  return (posted as Message[]).flatMap(recordsOf).map(({ words }) => words[0]);
}

const here = messageOf([Code.ready, formatVersion], [['add']]);

describe('a pool', () => {
  let worker: Peer;
  let pool: Pool;
  let errors: unknown[];

  beforeEach(begin);
  afterEach(() => pool.dispose());

  function begin(): void {
    worker = fakePeer();
    errors = [];
    pool = new Pool({
      window: 8,
      loop: new EventLoop({ host: new VirtualHost() }),
      soon: queueMicrotask,
      replace: () => new Promise(() => {}),
      startLimit: 1000,
      sharesMemory: false,
      onError: (error) => errors.push(error),
      attach: () => ({ receivers: [], detach: () => {} }),
    });
  }

  async function runTask(foreigners: readonly unknown[]): Promise<RemoteTask> {
    const joining = handshake(worker.endpoint, 1000);
    for (const message of foreigners) worker.send(message);
    worker.send(here);
    for (const message of foreigners) worker.send(message);
    void pool.addWorker(0, await joining);
    const task = new RemoteTask({ owner: pool, name: 'add' }, [1, 1], {}, true);
    pool.submit(task);
    await Promise.resolve();
    return task;
  }

  test('ignores messages of other code in the worker', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(foreign, { minLength: 1 }), async (foreigners) => {
        begin();
        const task = await runTask(foreigners);
        for (const message of foreigners) worker.send(message);
        worker.send(messageOf([Code.done, 0], [2]));
        expect(await task.result).toEqual({ status: 'done', value: 2 });
        expect(errors).toEqual([]);
      }),
    );
  });

  test('reports a worker as lost, with its index, if a message of the worker cannot be read, and continues', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(damaged, { minLength: 1 }), async (messages) => {
        begin();
        const task = await runTask([]);
        const { result } = task;
        const end = result.catch((error: unknown) => error);
        for (const message of messages) worker.send(message);
        const isLost = pool.connections.size === 0;
        const losses = errors.filter((error) => error instanceof WorkerLostError);
        expect(losses.map(String)).toEqual(
          isLost ? ['WorkerLostError: worker 0 was lost: it sent a message that cannot be read'] : [],
        );
        if (!isLost) worker.send(messageOf([Code.ended, 0], []));
        expect(task.hasEnded).toBe(true);
        await end;
        expect(pool.scheduler.workers.length).toBe(isLost ? 0 : 1);
      }),
    );
  });

  test.each([
    ['that ends too early', [mark + 3, Code.done, 0]],
    ['of an unknown code', [mark + 1, 99]],
    ['without its value', [mark + 2, Code.done, 0]],
    ['whose words are no numbers', [mark + 2, 'done', '0']],
    ['without words', [mark + 64]],
    ['that only pools send', [mark + 2, Code.cancel, 0]],
    ['about a function that the worker does not expose', [mark + 4, Code.runTimes, 7, 1, 1]],
    ['with a run time of NaN', [mark + 4, Code.runTimes, 0, 1, NaN]],
    ['with an infinite run time', [mark + 4, Code.runTimes, 0, 1, Infinity]],
    ['with a negative run time', [mark + 4, Code.runTimes, 0, 1, -1]],
    ['with the run time of 0 tasks', [mark + 4, Code.runTimes, 0, 0, 1]],
    ['with the run time of NaN tasks', [mark + 4, Code.runTimes, 0, NaN, 1]],
  ])('fails the tasks of a worker that sends a message %s', async (_, message) => {
    const task = await runTask([]);
    worker.send(message);
    await expect(task.result).rejects.toThrow('worker 0 was lost: it sent a message that cannot be read');
    expect(worker.isClosed()).toBe(true);
  });

  test.each([
    ['another record', messageOf([Code.pong], []), 'its first message did not come from expose()'],
    ['another version', messageOf([Code.ready, 1], [['add']]), 'another version'],
    ['an empty message', [mark], 'must hold whole records'],
    [
      'a list of functions that is not an array',
      messageOf([Code.ready, formatVersion], [5]),
      'must be an array of names, got 5',
    ],
  ])('does not start with a worker that answers with %s', async (_, answer, reason) => {
    const joining = handshake(worker.endpoint, 1000);
    worker.send(answer);
    await expect(joining).rejects.toThrow(reason);
    expect(worker.isClosed()).toBe(true);
  });
});

describe('a worker', () => {
  function serve(): { pool: Peer; stop: () => void } {
    const pool = fakePeer();
    const stop = expose({ add: (a: number, b: number) => a + b }).serve(pool.endpoint);
    pool.send(hello());
    return { pool, stop: () => void stop() };
  }

  test('ignores messages of other code in the page', () => {
    fc.assert(
      fc.property(fc.array(foreign, { minLength: 1 }), (foreigners) => {
        const { pool, stop } = serve();
        for (const message of foreigners) pool.send(message);
        expect(codesIn(pool)).toEqual([Code.ready]);
        pool.send(messageOf([Code.run, 0, 0, 0, NONE, 1, 2], [1, 1]));
        stop();
        expect(codesIn(pool)).toContain(Code.done);
      }),
    );
  });

  test('reports which message it cannot read', () => {
    const { pool, stop } = serve();
    pool.send(messageOf([Code.ping], []));
    for (const message of [
      [mark + 3, Code.run, 0],
      [mark + 1, Code.pong],
      [mark + 64, 0],
    ])
      pool.send(message);
    const records = (pool.posted as Message[]).flatMap(recordsOf);
    const unreadable = records.filter(({ values }) => values[0] === 'unreadable');
    expect(unreadable.map(({ values }) => values[1])).toEqual([1, 2, 3]);
    stop();
  });

  test.each([
    ['a call of an unknown method', messageOf([Code.call, 0, Code.ping], ['nobody'])],
    ['memory that cannot be used', messageOf([Code.share, Code.ping], [-1])],
  ])('reports an error if a record contains %s, and reads the following records', (_, message) => {
    const { pool, stop } = serve();
    pool.send(message);
    const names = (pool.posted as Message[]).flatMap(recordsOf).map(({ values }) => values[0]);
    expect(names).toContain('report');
    expect(names).not.toContain('unreadable');
    expect(codesIn(pool)).toContain(Code.pong);
    stop();
  });

  test('never throws when it receives damaged messages', () => {
    fc.assert(
      fc.property(fc.array(damaged, { minLength: 1 }), (messages) => {
        const { pool, stop } = serve();
        expect(() => messages.forEach(pool.send)).not.toThrow();
        stop();
      }),
    );
  });
});

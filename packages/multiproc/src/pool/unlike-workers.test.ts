import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { beforeEach, expect, test } from 'vitest';
import { Code, type Message, messageOf, recordsOf } from '../transport/message-format.ts';
import { Listeners } from '../pubsub/listeners.ts';
import { Pool } from './pool.ts';
import { StartedWorker } from './handshake.ts';
import { RemoteTask } from '../task/remote-task.ts';

// Workers whose modules expose different functions. This happens if hot module replacement has
// changed the module before a worker was replaced, or if `spawn` alternates between modules.

interface Peer {
  /** Ends the tasks that were sent to the worker. */
  readonly work: () => Promise<void>;
}

let pool: Pool;
let errors: unknown[];

beforeEach(() => {
  errors = [];
  pool = new Pool({
    window: 2,
    loop: new EventLoop({ host: new VirtualHost() }),
    soon: queueMicrotask,
    replace: () => new Promise(() => {}),
    startLimit: 1000,
    sharesMemory: true,
    onError: (error) => errors.push(error),
    attach: () => ({ receivers: [], detach: () => {} }),
  });
});

/**
 * Starts a worker that exposes these functions. The result of each of its tasks is the name of the
 * function.
 */
function start(index: number, functions: readonly string[]): Peer {
  const posted: Message[] = [];
  const endpoint = {
    post: (message: unknown) => void posted.push(message as Message),
    listen: () => {},
    close: () => Promise.resolve(),
  };
  const started = new StartedWorker(endpoint, functions);
  void pool.addWorker(index, started);
  started.hear(({ message }) => message(messageOf([Code.pong], []))); // it has started
  const work = async (): Promise<void> => {
    await Promise.resolve();
    const runs = posted.flatMap(recordsOf).filter(({ words }) => words[0] === Code.run);
    posted.length = 0;
    const ends = runs.map(({ words: [, id, place] }) => ({ id, value: functions[place!] }));
    const words = ends.flatMap(({ id }) => [Code.done, id!]);
    const values = ends.map(({ value }) => value);
    started.hear(({ message }) => message(messageOf(words, values)));
  };
  return { work };
}

function submit(name: string, color?: string): RemoteTask {
  const task = new RemoteTask({ owner: pool, name }, [], { color }, true);
  pool.submit(task);
  return task;
}

const outcomes = (tasks: readonly RemoteTask[]): Promise<unknown[]> =>
  Promise.all(
    tasks.map(({ result }) =>
      result.then(
        (outcome) => (outcome as { value: unknown }).value,
        (error: unknown) => error,
      ),
    ),
  );

const missing = new RangeError('worker 1 must expose b, and exposes a');

test('a task whose worker does not expose its function fails with an error that names the worker and the function, and no other task fails', async () => {
  const [first, second] = [start(0, ['a', 'b']), start(1, ['a'])];
  const tasks = ['b', 'b', 'a', 'a', 'b', 'b'].map((name) => submit(name));
  const ended = outcomes(tasks);
  for (let i = 0; i < 6; i++) {
    await first.work();
    await second.work();
  }
  const values = await ended;
  for (const [i, { name }] of tasks.entries()) expect([name, missing]).toContainEqual(values[i]);
  expect(values).toContainEqual(missing);
  expect(values.slice(2, 4)).toEqual(['a', 'a']);
  expect(pool.connections.size).toBe(2);
  expect(pool.scheduler.workers.map(({ inFlight, running }) => [inFlight, running])).toEqual([[0, 0], [0, 0]]); // oxfmt-ignore
  expect(errors).toEqual([]);
  pool.dispose();
});

test('a task or call fails if its worker does not expose the function, and later tasks of the color run', async () => {
  const only = start(1, ['a']);
  const ended = outcomes([submit('a', 'red'), submit('b', 'red'), submit('a', 'red')]);
  const call = new RemoteTask({ owner: pool, name: 'b' }, [], {}, true);
  const { result } = call;
  pool.call(1, call);
  await expect(result).rejects.toEqual(missing);
  for (let i = 0; i < 4; i++) await only.work();
  expect(await ended).toEqual(['a', missing, 'a']);
  submit('b');
  await only.work();
  expect(errors).toEqual([missing]); // its result was not read
  pool.dispose();
});

test('a subscription with a function that the worker does not expose is reported', () => {
  const listeners = new Listeners({
    functions: { a: () => {} },
    subscribe: () => () => {},
    listening: () => {},
    onError: () => {},
  });
  expect(() => listeners.listen(0, 'news', 'b')).toThrow(
    new RangeError('subscribe: the workers expose no function b, only a'),
  );
});

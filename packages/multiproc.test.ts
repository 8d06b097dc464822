import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import type { MultiProcOptions } from '@doha/multiproc';
import { type Given, until } from '../e2e/tests/browser/multiproc/pages/checks/check.ts';
import { checks } from '../e2e/tests/browser/multiproc/pages/conformance.ts';
import type { Samples } from '../e2e/tests/browser/multiproc/pages/samples.worker.ts';
import {
  advancing,
  inThread,
  spawn,
  start,
  startWithClock,
  reportedErrors,
} from './sample-pools.test.setup.ts';

function given(usual: MultiProcOptions<Samples>): Given {
  return { start: (options) => start({ ...usual, ...options }), reportedErrors };
}

describe('in workers of Node', () => {
  test.each(checks)('$name', async ({ run }) => {
    await expect(run(given({ workers: 2, spawn }))).resolves.toBeUndefined();
  });
});

describe('in the calling thread', () => {
  const here = checks.filter(({ needsWorkers }) => needsWorkers !== true);
  test.each(here)('$name', async ({ run }) => {
    await expect(run(given({ inThread }))).resolves.toBeUndefined();
  });
});

describe('a task', () => {
  const occupy = async (memory: Int32Array, options: MultiProcOptions<Samples>): Promise<typeof running> => {
    const running = await startWithClock({ spawn, workers: 2, window: 8, ...options });
    running.proc.task('occupy').post([memory]);
    await until(() => Atomics.load(memory, 0) === 1);
    return running;
  };
  const newMemory = (): Int32Array => new Int32Array(new SharedArrayBuffer(8));

  test('is not sent to a worker with an endless task while another worker completes its tasks', async () => {
    const memory = newMemory();
    const { host, proc } = await occupy(memory, {});
    host.advanceTo(1000);
    const all = Array.from({ length: 20 }, (_, n) => proc.task('add').submit([n, n], { priority: n }));
    const last = (await Promise.all(all.map(({ result }) => result))).at(-1);
    expect(last).toEqual({ status: 'done', value: 38 });
    Atomics.store(memory, 1, 1);
    Atomics.notify(memory, 1);
  });

  test('is reclaimed from a worker with an endless task when another worker is idle', async () => {
    const memory = newMemory();
    const { host, proc } = await occupy(memory, {});
    const all = Array.from({ length: 9 }, (_, n) => proc.task('add').submit([n, n]));
    await Promise.all(all.map(({ result }) => advancing(host, result)));
    Atomics.store(memory, 1, 1);
    Atomics.notify(memory, 1);
    const later = Array.from({ length: 20 }, (_, n) => proc.task('add').submit([n, n]));
    for (const [n, { result }] of later.entries()) {
      expect(await advancing(host, result)).toEqual({ status: 'done', value: 2 * n });
    }
  });
});

test.each([undefined, null, NaN, 5, {}])(
  'a worker refuses %s as a topic, a name and a callback',
  async (bad) => {
    const proc = await start({ inThread });
    const worker = proc.worker(0);
    expect(() => worker.subscribe(bad as never, 'add')).toThrow('subscribe: topic must be a string');
    expect(() => worker.subscribe('topic', bad as never)).toThrow(/the workers expose no/);
    expect(() => worker.connect(bad as never, () => {})).toThrow('connect: name must be a string');
    expect(() => worker.connect('files', bad as never)).toThrow('connect: lost must be a function');
  },
);

test('one signal cancels many tasks with one listener, which is removed when they have ended', async () => {
  const proc = await start({ spawn, workers: 1 });
  const abort = new AbortController();
  const add = vi.spyOn(abort.signal, 'addEventListener');
  const remove = vi.spyOn(abort.signal, 'removeEventListener');
  const submit = (name: 'add' | 'never'): Promise<{ status: string }>[] =>
    Array.from({ length: 50 }, () => {
      return proc.task(name).submit([1, 1] as never, { signal: abort.signal }).result;
    });
  await Promise.all(submit('add'));
  expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([1, 1]);
  const outcomes = submit('never');
  expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([2, 1]);
  abort.abort();
  for (const { status } of await Promise.all(outcomes)) expect(status).toBe('cancelled');
});

test('arguments and results have the types of the functions', async () => {
  const proc = await start({ inThread, workers: 0 });
  const sum = await proc.task('add').submit([1, 2]).result;
  if (sum.status === 'done') expectTypeOf(sum.value).toEqualTypeOf<number>();
  const steps = await proc.task('sumTo').submit([1]).result;
  if (steps.status === 'done') expectTypeOf(steps.value).toEqualTypeOf<number>();
  expectTypeOf(proc.worker(0).call('add', [1, 2])).toEqualTypeOf<Promise<number>>();
  // @ts-expect-error a string is no number
  proc.task('add').submit(['1', 2]).cancel();
  // @ts-expect-error there is no such function
  expect(() => proc.task('subtract')).toThrow(RangeError);
});

test('a signal that cannot remove its listeners is refused with an error that names the option', async () => {
  const proc = await start({ inThread });
  const signal = { aborted: false, addEventListener() {} } as unknown as AbortSignal;
  expect(() => proc.task('add').submit([1, 1], { signal })).toThrow('signal must be an AbortSignal');
});

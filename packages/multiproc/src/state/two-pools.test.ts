import { afterEach, expect, test, vi } from 'vitest';
import { MultiProc } from '../multi-proc.ts';
import { expose, type Exposed } from '../worker/expose.ts';

// Several pools in one thread, which run their tasks in it.

const pools: { dispose(): void }[] = [];
const told: unknown[] = [];

async function start<F extends Readonly<Record<string, (...args: never[]) => unknown>>>(
  module: Exposed<F>,
): Promise<MultiProc<F>> {
  const proc = await MultiProc.start<F>({
    workers: 0,
    inThread: () => module,
    onError: (error) => told.push(error),
  });
  pools.push(proc);
  return proc;
}

afterEach(() => {
  for (const proc of pools.splice(0)) proc.dispose();
  if (told.length > 0) throw new Error(told.splice(0).map(String).join(', '));
});

/** The next value of a topic. */
const next = (part: { subscribe: MultiProc<never>['subscribe'] }, topic: string): Promise<unknown> =>
  new Promise((resolve) => part.subscribe(topic, resolve));

test('each call of expose has functions and shared state of its own', async () => {
  const modules = [1, 2].map((number) => expose({ name: () => number, nested: (): unknown => number }));
  const procs = await Promise.all(modules.map((module) => start(module)));
  for (const [index, proc] of procs.entries()) {
    const { result } = proc.task('name').submit([]);
    expect(await result).toEqual({ status: 'done', value: index + 1 });
    expect(await proc.worker(0).call('name')).toBe(index + 1);
  }
  const heard = procs.map((proc) => next(proc, 'news'));
  for (const [index, module] of modules.entries()) module.publish('news', `of ${index}`);
  expect(await Promise.all(heard)).toEqual(['of 0', 'of 1']);
  procs[0]!.dispose();
  expect(await procs[1]!.worker(0).call('name')).toBe(2);
});

test('a module in two pools runs the tasks of both, and its shared state is in the one that was started last', async () => {
  const module: Exposed<{ add(a: number, b: number): number; twice(a: number): Promise<unknown> }> = expose({
    add: (a: number, b: number): number => a + b,
    twice: async (a: number): Promise<unknown> => module.task('add').submit([a, a]).result,
  });
  const first = await start(module);
  const second = await start(module);
  for (const proc of [first, second]) {
    expect(await proc.task('add').submit([1, 1]).result).toEqual({ status: 'done', value: 2 });
    expect(await proc.task('twice').submit([2]).result).toEqual({
      status: 'done',
      value: { status: 'done', value: 4 },
    });
  }
  const heard = next(second, 'news');
  first.subscribe('news', () => told.push('the first pool hears of it'));
  module.publish('news', 1);
  expect(await heard).toBe(1);
  first.dispose();
  const later = next(second, 'later');
  module.publish('later', 2);
  expect(await later).toBe(2);
  expect(await second.task('add').submit([1, 1]).result).toEqual({ status: 'done', value: 2 });
});

test('a module in two pools is in none when the one that was started last is disposed of, and runs the tasks of the other', async () => {
  const module = expose({ add: (a: number, b: number): number => a + b });
  const first = await start(module);
  const second = await start(module);
  second.dispose();
  expect(await first.task('add').submit([1, 1]).result).toEqual({ status: 'done', value: 2 });
  expect(() => module.nextId()).toThrow('nextId');
  const third = await start(module);
  const heard = next(third, 'news');
  module.publish('news', 1);
  expect(await heard).toBe(1);
});

test('what a pool tells a module that has become part of another pool has no effect there', async () => {
  const module = expose({
    add: (a: number, b: number): number => a + b,
    hear: () => told.push('it heard that'),
  });
  const first = await start(module);
  module.publish('score', 1);
  await next(first, 'score');
  const second = await start(module);
  const values: unknown[] = [];
  second.subscribe('score', (value) => values.push(value));
  const heard = next(second, 'score');
  module.publish('score', 2);
  await heard;
  const before: unknown[] = [];
  first.subscribe('score', (value) => before.push(value));
  first.worker(0).subscribe('score', 'hear');
  await first.worker(0).call('add', 1, 1);
  const last = next(second, 'last');
  module.publish('last', 3);
  await last;
  expect([before, values]).toEqual([[1], [2]]);
});

test('a pool whose module has become part of another one still learns that nobody has created an entity', async () => {
  const module = expose({ add: (a: number, b: number): number => a + b });
  const first = await start(module);
  await start(module);
  first.entities<number, number>('things', {}).mutate(7, 1);
  await vi.waitUntil(() => told.length > 0);
  expect(told.splice(0).map(String)).toEqual([expect.stringContaining('7')]);
});

test('a channel to a module that has become part of another pool is refused', async () => {
  const module = expose({});
  module.accept('files', () => told.push('it is accepted'));
  const first = await start(module);
  await start(module);
  const reason = await new Promise<Error>((resolve) => first.worker(0).connect('files', resolve));
  expect(reason.message).toContain('files');
});

import { afterEach, expect, test, vi } from 'vitest';
import { MultiProc } from '../multi-proc.ts';
import { expose } from '../worker/expose.ts';
import { type SharedPool, type SharingWorker, join, share } from '../shared.ts';

// Several pools of one thread run their tasks in this thread.

const pools: { dispose(): void }[] = [];
const errors: unknown[] = [];

async function start<F extends Readonly<Record<string, (...args: never[]) => unknown>>>(
  module: SharingWorker<F>,
): Promise<SharedPool<F>> {
  const proc = await share(
    MultiProc.start<F>({
      workers: 0,
      inThread: () => module,
      onError: (error) => errors.push(error),
    }),
  );
  pools.push(proc);
  return proc;
}

afterEach(() => {
  for (const proc of pools.splice(0)) proc.dispose();
  if (errors.length > 0) throw new Error(errors.splice(0).map(String).join(', '));
});

/** The next value of a topic. */
const next = (part: { subscribe: SharedPool<never>['subscribe'] }, topic: string): Promise<unknown> =>
  new Promise((resolve) => part.subscribe(topic, resolve));

test('a module that is part of one pool after another gets no id twice, and its table keeps its rows', async () => {
  const module = join(expose({ spawn: (): number => table.add(module.nextId()) }));
  const table = module.table('mobs', { x: 'f32' });
  const ids = new Set<number>();
  for (let pool = 0; pool < 3; pool++) {
    const [proc, other] = [await start(module), await start(join(expose({})))];
    const outcomes = [1, 2].map(() => proc.task('spawn').submit([]).result);
    await expect(Promise.all(outcomes)).resolves.toMatchObject([
      { value: 2 * pool },
      { value: 2 * pool + 1 },
    ]);
    for (const id of [proc.nextId(), other.nextId()]) ids.add(id);
    proc.dispose();
  }
  for (const id of table.ids.subarray(0, table.count)) ids.add(id);
  expect(ids.size).toBe(12);
});

test('each call of expose has functions and shared state of its own', async () => {
  const modules = [1, 2].map((number) => join(expose({ name: () => number, nested: (): unknown => number })));
  const procs = await Promise.all(modules.map((module) => start(module)));
  for (const [index, proc] of procs.entries()) {
    const { result } = proc.task('name').submit([]);
    expect(await result).toEqual({ status: 'done', value: index + 1 });
    expect(await proc.worker(0).call('name', [])).toBe(index + 1);
  }
  const received = procs.map((proc) => next(proc, 'news'));
  for (const [index, module] of modules.entries()) module.publish('news', `of ${index}`);
  expect(await Promise.all(received)).toEqual(['of 0', 'of 1']);
  procs[0]!.dispose();
  expect(await procs[1]!.worker(0).call('name', [])).toBe(2);
});

test('a second pool of one module starts when the first one is disposed', async () => {
  const module: SharingWorker<{ add(a: number, b: number): number; twice(a: number): Promise<unknown> }> =
    join(
      expose({
        add: (a: number, b: number): number => a + b,
        twice: async (a: number): Promise<unknown> => module.task('add').submit([a, a]).result,
      }),
    );
  const first = await start(module);
  const starting = start(module);
  expect(await first.task('twice').submit([2]).result).toEqual({
    status: 'done',
    value: { status: 'done', value: 4 },
  });
  const unfinished = module.task('add').submit([1, 1]).result;
  first.dispose();
  await expect(unfinished).rejects.toThrow('the pool has ended in this thread');
  const second = await starting;
  const received = next(second, 'news');
  module.publish('news', 1);
  expect(await received).toBe(1);
  expect(await second.task('twice').submit([3]).result).toEqual({
    status: 'done',
    value: { status: 'done', value: 6 },
  });
});

test('pools of one module follow one another in the order of their starts', async () => {
  const module = join(expose({ add: (a: number, b: number): number => a + b }));
  const started: number[] = [];
  const starts = Array.from({ length: 4 }, async (_, i) => {
    const proc = await start(module);
    started.push(i);
    return proc;
  });
  for (const starting of starts) {
    const proc = await starting;
    expect(await proc.worker(0).call('add', [1, 2])).toBe(3);
    proc.dispose();
  }
  expect(started).toEqual([0, 1, 2, 3]);
});

test('the start of a pool rejects if another pool uses its module for too long, and later pools start', async () => {
  const module = join(expose({}));
  const first = await start(module);
  const tooLate = share(MultiProc.start({ workers: 0, inThread: () => module, startLimit: 20 }));
  await expect(tooLate).rejects.toThrow('in use by another pool for 20 ms');
  const third = start(module);
  first.dispose();
  const id = (await third).nextId();
  expect(id).toBeGreaterThan(0);
});

test('a pool continues with its module after its worker in this thread was terminated', async () => {
  const module = join(expose({ add: (a: number, b: number): number => a + b }));
  const proc = await start(module);
  expect(proc.worker(0).terminate()).toBe(true);
  expect(await proc.task('add').submit([1, 1]).result).toEqual({ status: 'done', value: 2 });
  expect(errors.splice(0).map(String)).toEqual([expect.stringContaining('terminated')]);
});

test('a color waits for a function that continues in this thread after its worker was terminated', async () => {
  let end!: () => void;
  const log: string[] = [];
  const module = join(
    expose({
      async work(name: string): Promise<void> {
        log.push(`${name} begins`);
        if (name === 'a') await new Promise<void>((resolve) => (end = resolve));
        log.push(`${name} ends`);
      },
    }),
  );
  const proc = await start(module);
  const [a, b] = ['a', 'b'].map((name) => proc.task('work').submit([name], { color: 'red' }).result);
  await vi.waitUntil(() => log.length > 0, { timeout: 60_000 });
  proc.worker(0).terminate();
  await expect(a).rejects.toThrow('terminated');
  await proc.task('work').submit(['c']).result;
  expect(log).toEqual(['a begins', 'c begins', 'c ends']);
  end();
  await b;
  expect(log.slice(3)).toEqual(['a ends', 'b begins', 'b ends']);
  expect(errors.splice(0).map(String)).toEqual([expect.stringContaining('terminated')]);
});

import { describe, expect, expectTypeOf, test } from 'vitest';
import { MultiProc } from '../multi-proc.ts';
import { expose } from './expose.ts';
import { type SharedPool, join, share } from '../shared.ts';

class Counter {
  #step = 1;
  total = 0;
  double = (n: number): number => 2 * n;

  get size(): number {
    throw new Error('a getter must not be called');
  }

  add(n: number): number {
    this.#next();
    return (this.total += n * this.#step);
  }

  name(): string {
    return 'a counter';
  }

  #next(): void {}
}

class NamedCounter extends Counter {
  override name(): string {
    return `${super.name()} with a name`;
  }
}

describe('in an exposed function, this is the exposed object', () => {
  let hear: (heard: unknown[]) => void;
  const functions = join(
    expose({
      total: (a: number, b: number): number => a + b,
      twice(n: number): number {
        return this.total(n, n);
      },
      *steps(n: number): Generator<undefined, number> {
        yield;
        return this.total(n, n);
      },
      async later(n: number): Promise<number> {
        await Promise.resolve();
        return this.total(n, n);
      },
      heard(value: unknown): void {
        hear([this === functions.functions, value]);
      },
    }),
  );

  test.each(['twice', 'steps', 'later'] as const)('as a task and in a call: %s', async (name) => {
    const proc = await share(
      MultiProc.start<typeof functions.functions>({ workers: 0, inThread: () => functions }),
    );
    await expect(proc.task(name).submit([4]).result).resolves.toEqual({ status: 'done', value: 8 });
    await expect(proc.worker(0).call(name, [4])).resolves.toBe(8);
    await expect(functions.task(name).submit([4]).result).resolves.toEqual({ status: 'done', value: 8 });
    proc.dispose();
  });

  test('as a subscriber', async () => {
    const proc = await share(
      MultiProc.start<typeof functions.functions>({ workers: 0, inThread: () => functions }),
    );
    const heard = new Promise((resolve) => (hear = resolve));
    proc.worker(0).subscribe('topic', 'heard');
    proc.publish('topic', 5);
    await expect(heard).resolves.toEqual([true, 5]);
    proc.dispose();
  });
});

describe('of an instance', () => {
  const start = (): Promise<SharedPool<(typeof counter)['functions']>> =>
    share(MultiProc.start<typeof counter.functions>({ workers: 0, inThread: () => counter }));
  const counter = join(expose(new NamedCounter()));

  test('all methods are exposed, also inherited ones', async () => {
    const proc = await start();
    const worker = proc.worker(0);
    await expect(worker.call('add', [3])).resolves.toBe(3);
    await expect(worker.call('add', [4])).resolves.toBe(7);
    await expect(worker.call('double', [4])).resolves.toBe(8);
    await expect(worker.call('name', [])).resolves.toBe('a counter with a name');
    proc.dispose();
  });

  test('fields, getters and the constructor are not exposed, in the type as well', async () => {
    const proc = await start();
    const names = 'only double, name, add';
    // @ts-expect-error a number is no function
    expect(() => proc.task('total')).toThrow(
      new RangeError(`task: the workers expose no function total, ${names}`),
    );
    // @ts-expect-error a getter is no method
    expect(() => proc.task('size')).toThrow(RangeError);
    expect(() => proc.task('constructor' as never)).toThrow(RangeError);
    expect(() => proc.task('toString' as never)).toThrow(RangeError);
    proc.dispose();
  });
});

test('getters and setters of an instance are not called when it is exposed, and hide inherited methods', async () => {
  const counter = new NamedCounter();
  const called: string[] = [];
  for (const name of ['own', 'add'])
    Object.defineProperty(counter, name, { enumerable: true, get: () => called.push(name), set: () => {} });
  const exposed = join(expose(counter));
  const proc = await share(
    MultiProc.start<typeof exposed.functions>({ workers: 0, inThread: () => exposed }),
  );
  await expect(proc.worker(0).call('double', [4])).resolves.toBe(8);
  expect(() => proc.task('own' as never)).toThrow(
    'task: the workers expose no function own, only double, name',
  );
  expect(called).toEqual([]);
  proc.dispose();
});

test('a module namespace that a bundler has built from getters is exposed', async () => {
  const namespace = { __proto__: null } as unknown as { add: (a: number, b: number) => number };
  Object.defineProperty(namespace, 'add', { enumerable: true, get: () => (a: number, b: number) => a + b });
  const exposed = join(expose(namespace));
  const proc = await share(
    MultiProc.start<typeof exposed.functions>({ workers: 0, inThread: () => exposed }),
  );
  await expect(proc.worker(0).call('add', [1, 2])).resolves.toBe(3);
  proc.dispose();
});

test('an object without a prototype exposes its functions', async () => {
  const functions = { __proto__: null, add: (a: number, b: number): number => a + b };
  const exposed = join(expose(functions as Omit<typeof functions, '__proto__'>));
  const proc = await share(
    MultiProc.start<typeof exposed.functions>({ workers: 0, inThread: () => exposed }),
  );
  await expect(proc.worker(0).call('add', [1, 2])).resolves.toBe(3);
  proc.dispose();
});

test('the types of exposed functions are checked', () => {
  // @ts-expect-error a plain object must have functions only
  expect(() => join(expose({ count: 5 }))).toThrow(new TypeError('expose: count must be a function, got 5'));
  const exposed = join(
    expose({
      add: (a: number, b: number): number => a + b,
      wrong(): number {
        // @ts-expect-error a string is no number
        return this.add('1', 2);
      },
    }),
  );
  expectTypeOf(exposed.functions.add).toEqualTypeOf<(a: number, b: number) => number>();
});

import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import type { EndpointListener } from '../transport/endpoint.ts';
import { type Message, recordsOf } from '../transport/message-format.ts';
import { hello } from '../transport/hello.ts';
import { MultiProc } from '../multi-proc.ts';
import { join } from '../session/join.ts';
import { expose } from './expose.ts';

describe('expose', () => {
  test.each([
    [undefined, 'expose: functions must be an object, got undefined'],
    [null, 'expose: functions must be an object, got null'],
    [5, 'expose: functions must be an object, got 5'],
    [() => {}, 'expose: functions must be an object, got an anonymous function'],
    [{ add: () => 1, a: 5 }, 'expose: a must be a function, got 5'],
    [{ a: undefined }, 'expose: a must be a function, got undefined'],
    [[() => 1], 'expose: functions must be an object with methods, got an array'],
    [
      Promise.resolve({ a: () => 1 }),
      'expose: functions must be an object, not a promise of one, got an object (Promise)',
    ],
    [{ a: {} }, 'expose: a must be a function, got an object (Object)'],
  ])('refuses %s', (functions, message) => {
    expect(() => expose(functions as never)).toThrow(new TypeError(message));
  });

  test('without functions serves a pool, whose `task` throws an error for any name', async () => {
    const proc = await MultiProc.start({ workers: 0, inThread: () => expose({}) });
    expect(() => proc.task('a' as never)).toThrow(
      new RangeError('task: the workers expose no function a, and no other one'),
    );
    proc.dispose();
  });

  test('returns an object with a chainable method accept, also after join', () => {
    const exposed = expose({ add: (a: number, b: number): number => a + b });
    const chained = exposed.accept('echo', () => {});
    expect(chained).toBe(exposed);
    expectTypeOf(chained).toEqualTypeOf(exposed);
    const joined = join(chained);
    const joinedChained = joined.accept('other', () => {});
    expect(joinedChained).toBe(joined);
    expectTypeOf(joinedChained).toEqualTypeOf(joined);
  });

  test('in a worker that a pool has started, serves no other pool, and its nested tasks stay with that pool', async () => {
    const posted: unknown[] = [];
    let listener: EndpointListener | undefined;
    const parent = {
      post: (message: unknown) => void posted.push(message),
      listen: (given: EndpointListener) => (listener = given),
      close: () => Promise.resolve(),
    };
    const worker = expose({ add: (a: number, b: number): number => a + b });
    const stop = worker.serve(parent, () => {});
    listener!.message(hello());
    const start = MultiProc.start({ workers: 0, inThread: () => worker });
    await expect(start).rejects.toThrow(
      'inThread: its result must not be the module of a worker that a pool has started',
    );
    posted.length = 0;
    worker.task('add').post([{}, 1] as never);
    const records = (posted as Message[]).flatMap(recordsOf);
    expect(records.map(({ values: [name] }) => name)).toEqual(['submit']);
    void stop();
  });

  test('does not serve the pool that started the worker if the worker has used the module in a pool of its own, because ids could be repeated', async () => {
    let listener: EndpointListener | undefined;
    const parent = {
      post: () => {},
      listen: (given: EndpointListener) => (listener = given),
      close: () => Promise.resolve(),
    };
    const worker = expose({});
    const stop = worker.serve(parent, () => {});
    const own = await MultiProc.start({ workers: 0, inThread: () => worker });
    own.dispose();
    expect(() => listener!.message(hello())).toThrow(
      'expose: a worker whose module is used by inThread of its own pool cannot join another pool',
    );
    void stop();
  });
});

test('a service worker, which has no parent and cannot be closed, may expose functions', async () => {
  function Scope(): void {}
  Object.defineProperty(Scope, Symbol.hasInstance, { value: () => true });
  vi.stubGlobal('WorkerGlobalScope', Scope);
  const exposed = expose({ square: (x: number) => x * x });
  const proc = await MultiProc.start<typeof exposed.functions>({ workers: 0, inThread: () => exposed });
  expect(await proc.run('square', [3])).toBe(9);
  await proc.close();
  vi.unstubAllGlobals();
});

import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import {
  MultiProc,
  type MultiProcOptions,
  PoolClosedError,
  type RemoteTask,
  type SubmitOptions,
  WorkerLostError,
} from '@doha/multiproc';
import { expose } from '@doha/multiproc/worker';
import { type SharedPool, join, share } from '@doha/multiproc/shared';
import { agentSchema } from '../e2e/tests/browser/multiproc/pages/agent-schema.ts';
import { type Given, until } from '../e2e/tests/browser/multiproc/pages/checks/check.ts';
import { checks } from '../e2e/tests/browser/multiproc/pages/conformance.ts';
import { samples, type Samples } from '../e2e/tests/browser/multiproc/pages/samples.worker.ts';
import { bundleForNode } from './bundle-for-node.ts';

let path: string; // of the workers' module
let started: SharedPool<Samples>[] = [];
let told: unknown[] = [];

beforeAll(async () => {
  path = await bundleForNode('e2e/tests/browser/multiproc/pages/samples.worker.ts');
});

const spawn = (): Worker => new Worker(path, { resourceLimits: { maxOldGenerationSizeMb: 64 } });

afterEach(() => {
  for (const proc of started) proc.dispose();
  started = [];
  told = [];
});

const inThread = (): typeof samples => samples;

async function start(options: MultiProcOptions<Samples>): Promise<SharedPool<Samples>> {
  const proc = await share(MultiProc.start<Samples>({ onError: (error) => told.push(error), ...options }));
  started.push(proc);
  return proc;
}

function given(usual: MultiProcOptions<Samples>): Given {
  return { start: (options) => start({ ...usual, ...options }), told };
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

// Starts a pool whose timers run on simulated time.
async function startWithClock(
  options: MultiProcOptions<Samples>,
): Promise<{ host: VirtualHost; proc: SharedPool<Samples> }> {
  const host = new VirtualHost();
  const proc = await start({ loop: new EventLoop({ host }), ...options });
  return { host, proc };
}

/** Lets simulated time pass until a promise has settled. */
async function advancing<T>(host: VirtualHost, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = (): boolean => (isSettled = true);
  promise.then(settle, settle);
  await vi.waitUntil(() => (host.advanceTo(host.now() + 20), isSettled), { timeout: 60_000, interval: 5 });
  return promise;
}

async function terminated(proc: SharedPool<Samples>, worker: number): Promise<void> {
  await until(() => proc.worker(worker).terminate());
}

describe('a worker that is lost', () => {
  test('fails only the task that it was running, and is replaced', async () => {
    const proc = await start({ spawn, workers: 1, window: 2 });
    const others = [1, 2, 3].map((n) => proc.task('add').submit([n, n], { priority: -1 }));
    const fatal = proc.task('exit').submit([3]).result;
    const beside = proc.task('spin').submit([5]).result;
    await expect(fatal).rejects.toThrow('worker 0 was lost: it exited with code 3');
    await expect(beside).resolves.toEqual({ status: 'done', value: undefined }); // it had not begun
    const done = await Promise.all(others.map(({ result }) => result));
    expect(done).toEqual([2, 4, 6].map((value) => ({ status: 'done', value })));
    expect(told).toEqual([expect.any(WorkerLostError)]);
  });

  test('fails no task that has retries left, and the tasks of a color keep their order', async () => {
    const proc = await start({ spawn, workers: 2, window: 8 });
    const later = proc.task('later', { color: 'a', retries: 2 });
    const ended: number[] = [];
    const all = [0, 1, 2, 3, 4, 5].map((i) => later.submit([i === 1 ? 50 : 1, i]));
    const done = Promise.all(all.map(({ result }, i) => result.then(() => ended.push(i))));
    await all[0]!.result;
    for (const worker of [0, 1])
      await expect(proc.worker(worker).call('exit', [1])).rejects.toThrow(WorkerLostError);
    await done;
    expect(ended).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('is replaced after growing pauses if its replacements are lost, too', async () => {
    const { host, proc } = await startWithClock({ spawn, workers: 1 });
    const exits = [1, 2, 3, 4, 5, 6].map(() => proc.task('exit', { color: 'all' }).submit([1]).result);
    const [add] = [proc.task('add').submit([1, 1], { color: 'all' }).result];
    const losses: number[] = [];
    for (const exit of exits) {
      await expect(advancing(host, exit)).rejects.toThrow('worker 0 was lost: it exited with code 1');
      losses.push(host.now());
    }
    expect(await advancing(host, add)).toEqual({ status: 'done', value: 2 });
    const pauses = losses.map((at, i) => at - (losses[i - 1] ?? 0)).slice(2);
    for (const [i, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(100 * 2 ** i);
  });

  test('is replaced when spawn no longer throws; until then, errors give the reason', async () => {
    let isBroken = false;
    const sometimes = (): Worker => {
      if (isBroken) throw new Error('no memory');
      return spawn();
    };
    const { host, proc } = await startWithClock({ spawn: sometimes, workers: 1 });
    isBroken = true;
    proc.worker(0).terminate();
    const { result } = proc.task('add').submit([1, 1]);
    await until(() => told.length === 2);
    expect(String(told[0])).toMatch('worker 0 was lost: it was terminated');
    expect(String(told[1])).toMatch(
      'worker 0 could not be replaced; the next attempt is in 100 ms (MultiProc: the workers could not be started (worker: no memory))',
    );
    await expect(proc.worker(0).call('add', [1, 1])).rejects.toThrow(
      'the workers could not be started (worker: no memory); the next attempt is in 100 ms',
    );
    host.advanceTo(100);
    await until(() => told.length === 3);
    isBroken = false;
    expect(await advancing(host, result)).toEqual({ status: 'done', value: 2 });
  });

  test('is replaced, and tasks expire, even if the application has disposed the loop of the pool', async () => {
    const loop = new EventLoop({ host: new VirtualHost() });
    const proc = await start({ workers: 1, spawn, loop, unresponsiveTimeout: 60_000 });
    loop.dispose();
    proc.worker(0).terminate();
    expect(await proc.task('add').submit([1, 1]).result).toEqual({ status: 'done', value: 2 });
    expect((await proc.task('never').submit([], { expiresIn: 1 }).result).status).toBe('expired');
  });

  test.each(['terminate()', 'an uncaught error'])(
    'by %s loses none of the values and tasks that it has sent to a busy thread',
    async (end) => {
      const marks = new Int32Array(new SharedArrayBuffer(8));
      const proc = await start({ spawn, workers: 1 });
      const values: unknown[] = [];
      proc.subscribe('last words', (value) => values.push(value));
      void proc
        .task('lastWords', { color: 'a' })
        .submit([marks, end !== 'terminate()'])
        .result.catch(() => {});
      await vi.waitUntil(() => Atomics.load(marks, 0) === 1, { timeout: 60_000, interval: 1 });
      Atomics.store(marks, 0, 2); // it sends them while this thread waits
      Atomics.wait(marks, 0, 2, 20_000);
      if (end === 'terminate()') proc.worker(0).terminate();
      await until(() => Atomics.load(marks, 1) === 1);
      expect(values).toEqual(['last', 'words']);
    },
  );

  test('is replaced after each of several terminate() calls, and a task with retries completes', async () => {
    const { host, proc } = await startWithClock({ spawn, workers: 2 });
    const { result } = proc.task('later').submit([50, 'x'], { retries: Infinity });
    for (let round = 0; round < 5; round++) {
      for (const worker of [0, 1]) await advancing(host, terminated(proc, worker));
    }
    expect(await advancing(host, result)).toEqual({ status: 'done', value: 'x' });
  });

  test('because it has closed its parentPort fails its tasks, and is replaced', async () => {
    const proc = await start({ spawn, workers: 1 });
    const beside = proc.task('never').submit([]).result.catch(String);
    const closing = proc.task('closePort').submit([]).result.catch(String);
    const reason = 'WorkerLostError: worker 0 was lost: it called close()';
    expect([await beside, await closing]).toEqual([reason, reason]);
    expect(await proc.task('add').submit([1, 1]).result).toEqual({ status: 'done', value: 2 });
    expect(told.map(String)).toEqual([reason]);
  });

  test('because it has closed its parentPort before its start causes an error with this reason, although its thread continues', async () => {
    const closing = `import(${JSON.stringify(path)}).then(() => {
      require('node:worker_threads').parentPort.close();
      setInterval(() => {}, 1000);
    })`;
    const starting = start({ spawn: () => new Worker(closing, { eval: true }), workers: 2 });
    await expect(starting).rejects.toThrow(
      'MultiProc: the workers could not be started (worker: it called close() before it had started)',
    );
  });

  test('because it has used up its memory fails its task with this reason', { timeout: 60_000 }, async () => {
    const proc = await start({ spawn, workers: 1 });
    await expect(proc.task('fillMemory').submit([]).result).rejects.toThrow(/memory/);
    expect(await proc.task('add').submit([1, 1]).result).toEqual({ status: 'done', value: 2 });
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

describe('the start', () => {
  test('with 0 workers needs inThread, and does not call spawn', async () => {
    let spawned = 0;
    const counting = (): Worker => (spawned++, spawn());
    await expect(start({ workers: 0, spawn: counting })).rejects.toThrow(
      new TypeError('MultiProc.start: must be given inThread, because workers is 0'),
    );
    const proc = await start({ workers: 0, spawn: counting, inThread });
    expect([proc.backend, proc.workers, spawned]).toEqual(['thread', 1, 0]);
  });

  const forbidden = (): never => {
    throw new DOMException('workers are forbidden', 'SecurityError');
  };

  test('fails with the reason if no worker can be created', async () => {
    await expect(start({ workers: 1, spawn: forbidden })).rejects.toThrow(
      'the workers could not be started (worker: workers are forbidden; a module at another origin needs the option script)',
    );
    await expect(start({ workers: 1 })).rejects.toThrow(TypeError);
  });

  test('does not wait longer than startLimit for the result of inThread', async () => {
    const never = new Promise<never>(() => {});
    await expect(start({ startLimit: 50, inThread: () => never })).rejects.toThrow(
      'inThread did not resolve within 50 ms',
    );
  });

  test('does not wait for a worker whose module never calls expose, whatever the limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const workers: Worker[] = [];
    const silent = (): Worker => {
      workers.push(new Worker('setInterval(() => {}, 1000)', { eval: true }));
      return workers.at(-1)!;
    };
    try {
      for (const [options, limit] of [
        [{}, 10_000],
        [{ startLimit: 50 }, 50],
      ] as const) {
        const reason = start({ workers: 1, spawn: silent, ...options }).catch(String);
        await vi.advanceTimersByTimeAsync(limit);
        expect(await reason).toContain(`worker: the worker did not call expose within ${limit} ms`);
      }
    } finally {
      vi.useRealTimers();
    }
    await until(() => workers.every(({ threadId }) => threadId === -1));
  });

  test('refuses a worker in which two modules call expose', async () => {
    const twice = await bundleForNode('e2e/tests/browser/multiproc/pages/exposes-twice.worker.ts');
    await expect(start({ workers: 2, spawn: () => new Worker(twice) })).rejects.toThrow(
      'worker: expose was called already in this worker; expose all functions in one call',
    );
    expect(told).toEqual([]);
  });

  test.each([
    ['undefined', () => undefined],
    ['5', () => 5],
    ['an object', () => ({})],
    ["'5'", () => '5'],
    ['a promise', () => Promise.reject(new Error('late'))],
  ])('fails with an error that shows the value if spawn returns %s', async (kind, bad) => {
    await expect(start({ workers: 2, spawn: bad as never })).rejects.toThrow(
      `worker: the result of spawn must be a new Worker, got ${kind}`,
    );
  });

  test.each([
    ['promises of workers', async (worker: () => Worker) => worker(), 'a promise'],
    ['the same worker twice', (worker: () => Worker, first?: Worker) => first ?? worker(), 'one that it has'],
  ])('fails with an error if spawn returns %s, and ends the workers', async (_, bad, kind) => {
    const workers: Worker[] = [];
    const make = (): Worker => {
      workers.push(spawn());
      return workers.at(-1)!;
    };
    await expect(start({ workers: 2, spawn: (() => bad(make, workers[0])) as never })).rejects.toThrow(
      `worker: the result of spawn must be a new Worker, got ${kind}`,
    );
    await until(() => workers.every(({ threadId }) => threadId === -1));
  });

  test.each([
    ['undefined', () => undefined],
    ['a promise of the module', async () => import('../e2e/tests/browser/multiproc/pages/samples.worker.ts')],
    ['the functions', () => samples.functions],
  ])('fails with an error if inThread returns %s', async (_, bad) => {
    const starting = start({ workers: 0, inThread: bad as never });
    await expect(starting).rejects.toThrow(
      'thread: inThread: its result must be what expose() has returned, got',
    );
  });

  test('falls back to the calling thread if no worker can be created', async () => {
    const proc = await start({ workers: 2, spawn: forbidden, inThread });
    expect([proc.backend, proc.workers]).toEqual(['thread', 1]);
    expect(await proc.task('add').submit([1, 1]).result).toEqual({ status: 'done', value: 2 });
  });

  test('refuses a loop that is disposed before anything is started', async () => {
    const loop = new EventLoop({ host: new VirtualHost() });
    loop.dispose();
    let spawned = 0;
    const starting = start({ workers: 1, loop, spawn: () => (spawned++, spawn()) });
    await expect(starting).rejects.toThrow('MultiProc.start: loop must not be disposed');
    expect(spawned).toBe(0);
  });

  test('creates all workers before it waits for the first one', async () => {
    let spawned = 0;
    const starting = start({ workers: 3, spawn: () => (spawned++, spawn()) });
    expect(spawned).toBe(3);
    expect((await starting).workers).toBe(3);
  });

  test('ends the workers that have started if another one fails, and falls back to the calling thread', async () => {
    const workers: Worker[] = [];
    const ends: Promise<unknown>[] = [];
    const oneIsMissing = (): Worker => {
      const broken = (): Worker => new Worker('throw new Error("broken")', { eval: true });
      const worker = workers.length === 1 ? broken() : spawn();
      workers.push(worker);
      ends.push(new Promise((resolve) => worker.once('exit', resolve)));
      return worker;
    };
    const proc = await start({ workers: 3, spawn: oneIsMissing, inThread });
    expect([proc.backend, proc.workers]).toEqual(['thread', 1]);
    await Promise.all(ends);
  });

  // Creates a worker that runs `script` as soon as it has answered the pool's first message.
  const andThen = (script: string): Worker => {
    const listen = `require('worker_threads').parentPort.once('message', () => { ${script} })`;
    return new Worker(`import(${JSON.stringify(path)}).then(() => ${listen})`, { eval: true });
  };

  test('succeeds even if a worker exits right after its start', async () => {
    const proc = await start({ workers: 2, spawn: () => andThen('process.exit(7);') });
    await expect(proc.worker(0).call('add', [1, 1])).rejects.toThrow(/was lost: .*exited with code 7/);
    expect(String(told[0])).toMatch(/exited with code 7/);
  });

  test('ignores other messages between the module of a worker and the page', async () => {
    const script = `import { parentPort } from 'node:worker_threads';
      const tell = () => { for (const message of ['hello', [1, 2], [[0], []]]) parentPort.postMessage(message); };
      tell();
      await import(${JSON.stringify(pathToFileURL(path).href)});
      tell();
      parentPort.on('message', (message) => { if (message === 'tell') tell(); });`;
    const address = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    const workers: Worker[] = [];
    const proc = await start({ workers: 1, spawn: () => (workers.push(new Worker(address)), workers[0]!) });
    for (const message of ['tell', [1, 2], [Infinity], [[0], []], 'tell']) workers[0]!.postMessage(message);
    expect(await proc.worker(0).call('add', [1, 1])).toBe(2);
    expect(told).toEqual([]);
  });

  test('succeeds even if a worker blocks right after its start', async () => {
    await start({ workers: 1, spawn: () => andThen('for (;;);'), unresponsiveTimeout: 200 });
    expect(String(told[0])).toMatch(/it was unresponsive for 200 ms in what belongs to no task/);
  });

  test('does not wait for workers that do not answer, or belong to another program', async () => {
    const silent = (): Worker => new Worker('setTimeout(() => {}, 5000)', { eval: true });
    expect((await start({ workers: 1, spawn: silent, startLimit: 100, inThread })).backend).toBe('thread');
    const odd = (): Worker =>
      new Worker("require('worker_threads').parentPort.postMessage('hello')", { eval: true });
    await expect(start({ workers: 1, spawn: odd })).rejects.toThrow(
      'worker: its module has ended: it must call expose(), and must not call process.exit()',
    );
    const broken = (): Worker => new Worker('throw new Error("broken")', { eval: true });
    await expect(start({ workers: 1, spawn: broken })).rejects.toThrow('worker: broken');
  });
});

test('a worker that no pool has started sends nothing', async () => {
  const script = `import(${JSON.stringify(path)}).then(() => require('worker_threads').parentPort.postMessage('loaded'))`;
  const worker = new Worker(script, { eval: true });
  worker.postMessage({ type: 'of another program' });
  expect(await once(worker, 'message')).toEqual(['loaded']);
  await worker.terminate();
});

test.each([NaN, 0, -1, Infinity, 2 ** 31, '5', {}])('a startLimit of %s is refused', async (startLimit) => {
  await expect(start({ inThread, startLimit: startLimit as number })).rejects.toThrow(
    'MultiProc.start: startLimit must be',
  );
});

test.each([undefined, null, NaN, 5, {}])(
  'a worker refuses %s as a topic, a name and a callback',
  async (bad) => {
    const proc = await start({ inThread });
    const worker = proc.worker(0);
    expect(() => worker.subscribe(bad as never, 'add')).toThrow('subscribe: topic must be a string');
    expect(() => worker.subscribe('topic', bad as never)).toThrow(/the workers must expose/);
    expect(() => worker.connect(bad as never, () => {})).toThrow('connect: name must be a string');
    expect(() => worker.connect('files', bad as never)).toThrow('connect: lost must be a function');
  },
);

test('in the calling thread, an acceptor may dispose the pool while a message is read', async () => {
  const exposed = join(expose({ add: (a: number, b: number) => a + b }));
  const proc = await share(MultiProc.start({ workers: 0, inThread: () => exposed }));
  exposed.accept('end', () => proc.dispose());
  const loss = new Promise<Error>((resolve) => proc.worker(0).connect('end', resolve));
  expect(await loss).toBeInstanceOf(WorkerLostError);
  await new Promise((resolve) => setImmediate(resolve)); // an uncaught exception would fail the test
});

test('in the calling thread, the first attempt of a terminated task makes no more steps', async () => {
  let steps = 0;
  const counting = join(
    expose({
      *count(): Generator<undefined, number> {
        for (let step = 0; step < 20; step++) {
          steps++;
          yield;
        }
        return steps;
      },
    }),
  );
  const proc = await share(
    MultiProc.start<typeof counting.functions>({
      workers: 0,
      inThread: () => counting,
      onError: () => {},
      loop: new EventLoop(),
    }),
  );
  const task = proc.task('count', { color: 'a', retries: 1 }).submit([]);
  await until(() => steps > 0);
  const before = steps;
  proc.worker(0).terminate();
  await task.result;
  expect(steps).toBeLessThanOrEqual(before + 20);
  proc.dispose();
});

describe('a color whose task waits for its own color after an await', () => {
  const two = { spawn, workers: 2 };

  /**
   * Submits a task that waits for a nested task of its own color, and then a second task of this
   * color, `behind`.
   */
  async function block(
    proc: SharedPool<Samples>,
    options: { readonly nested?: SubmitOptions; readonly own?: SubmitOptions } = {},
  ): Promise<{ readonly first: RemoteTask<string>; readonly behind: RemoteTask<number> }> {
    const first = proc
      .task('awaitColorLate')
      .submit(['red', options.nested], { ...options.own, color: 'red' });
    await until(() => proc.stats.workers.some(({ inFlight }) => inFlight > 0));
    await Promise.all([0, 1].map((worker) => proc.worker(worker).call('add', [1, 1])));
    return { first, behind: proc.task('add').submit([2, 2], { color: 'red' }) };
  }
  const done = { status: 'done', value: 4 };

  test('continues when the nested task expires', async () => {
    const { host, proc } = await startWithClock(two);
    const { behind, first } = await block(proc, { nested: { expiresIn: 1000 } });
    expect(await advancing(host, first.result)).toEqual({ status: 'done', value: 'expired' });
    expect(await behind.result).toEqual(done);
  });

  test('continues when the signal of the nested task is aborted', async () => {
    const proc = await start(two);
    const { behind, first } = await block(proc);
    for (const worker of [0, 1]) await proc.worker(worker).call('stopWaiting', []);
    expect(await first.result).toEqual({ status: 'done', value: 'cancelled' });
    expect(await behind.result).toEqual(done);
  });

  test.each<readonly [string, SubmitOptions, (abort: AbortController) => void]>([
    ['expires', { expiresIn: 1000 }, () => {}],
    ['is cancelled', {}, (abort) => abort.abort()],
  ])('stays occupied when the task itself %s, until its worker is terminated', async (_, own, end) => {
    const { host, proc } = await startWithClock(two);
    const abort = new AbortController();
    const { behind, first } = await block(proc, { own: { ...own, signal: abort.signal } });
    end(abort);
    expect(['expired', 'cancelled']).toContain((await advancing(host, first.result)).status);
    expect(await advancing(host, proc.task('add').submit([2, 2], { color: 'blue' }).result)).toEqual(done);
    expect(behind.hasEnded).toBe(false);
    for (const worker of [0, 1]) proc.worker(worker).terminate();
    expect(await advancing(host, behind.result)).toEqual(done);
  });

  test('continues when its worker is terminated, which fails the task', async () => {
    const proc = await start(two);
    const { behind, first } = await block(proc);
    for (const worker of [0, 1]) proc.worker(worker).terminate();
    await expect(first.result).rejects.toThrow(WorkerLostError);
    expect(await behind.result).toEqual(done);
  });
});

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

test.each([{ spawn }, { inThread }])(
  'dispose rejects the results of the tasks that it ends, and reports no errors: %o',
  async (options) => {
    const proc = await start({ workers: 1, ...options, window: 2 });
    for (let i = 0; i < 20; i++) {
      proc.task('never').post([]);
      proc.task('never').submit([], { color: 'a' });
    }
    const asked = proc.task('never').submit([]).result;
    const sent = proc.worker(0).call('never', []);
    await proc.worker(0).call('add', [1, 1]);
    proc.dispose();
    await expect(asked).rejects.toThrow('no worker had this task: the pool is disposed; start a new one');
    await expect(sent).rejects.toThrow('worker 0 was lost: the pool is disposed; start a new one');
    expect(told).toEqual([]);
  },
);

test('dispose ends a worker that blocks until a table changes', async () => {
  let worker!: Worker;
  const proc = await start({ workers: 1, spawn: () => (worker = spawn()) });
  proc.table('agents', agentSchema).commit();
  const marks = new Int32Array(new SharedArrayBuffer(4));
  const blocked = proc.worker(0).call('awaitEnd', [marks]);
  await until(() => Atomics.load(marks, 0) === 1);
  const exited = once(worker, 'exit');
  proc.dispose();
  await expect(blocked).rejects.toThrow(WorkerLostError);
  await exited;
});

test('after dispose, all refused actions have the same error text, which begins with the action', async () => {
  const proc = await start({ workers: 1, inThread });
  const [add, worker] = [proc.task('add'), proc.worker(0)];
  proc.dispose();
  const lost = new Promise<Error>((resolve) => void worker.connect('echo', resolve));
  const refused: Readonly<Record<string, Promise<unknown>>> = {
    submit: add.submit([1, 1]).result,
    call: worker.call('add', [1, 1]),
    connect: lost.then((reason) => Promise.reject(reason)),
    replica: proc.replica('rows', { x: 'f32' }),
    publish: (async () => proc.publish('topic', 1))(),
    subscribe: (async () => worker.subscribe('topic', 'add'))(),
  };
  for (const [action, promise] of Object.entries(refused))
    await expect(promise).rejects.toThrow(
      new PoolClosedError(`${action}: the pool is disposed; start a new one`),
    );
  expect(told).toEqual([]);
});

test('the error of a call while a worker is being replaced gives the reason once', async () => {
  const proc = await start({ spawn, workers: 1 });
  proc.worker(0).terminate();
  const error: unknown = await proc
    .worker(0)
    .call('add', [1, 1])
    .catch((reason: unknown) => reason);
  expect(String(error)).toBe(
    'WorkerLostError: worker 0 was lost: it was terminated; another one is being started',
  );
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

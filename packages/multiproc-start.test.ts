import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, test, vi } from 'vitest';
import { EventLoop } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { until } from '../e2e/tests/browser/multiproc/pages/checks/check.ts';
import { samples } from '../e2e/tests/browser/multiproc/pages/samples.worker.ts';
import { bundleForNode } from './bundle-for-node.ts';
import { inThread, path, spawn, start, reportedErrors } from './sample-pools.test.setup.ts';

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

  test('fails after startLimit if the module of a worker never calls expose, and ends the worker', async () => {
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
    expect(reportedErrors).toEqual([]);
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

  test('refuses a disposed loop before it starts a worker', async () => {
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
    expect(String(reportedErrors[0])).toMatch(/exited with code 7/);
  });

  test('ignores other messages between the module of a worker and the page', async () => {
    const script = `import { parentPort } from 'node:worker_threads';
      const send = () => { for (const message of ['hello', [1, 2], [[0], []]]) parentPort.postMessage(message); };
      send();
      await import(${JSON.stringify(pathToFileURL(path).href)});
      send();
      parentPort.on('message', (message) => { if (message === 'send') send(); });`;
    const address = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
    const workers: Worker[] = [];
    const proc = await start({ workers: 1, spawn: () => (workers.push(new Worker(address)), workers[0]!) });
    for (const message of ['send', [1, 2], [Infinity], [[0], []], 'send']) workers[0]!.postMessage(message);
    expect(await proc.worker(0).call('add', [1, 1])).toBe(2);
    expect(reportedErrors).toEqual([]);
  });

  test('succeeds even if a worker blocks right after its start', async () => {
    await start({ workers: 1, spawn: () => andThen('for (;;);'), unresponsiveTimeout: 200 });
    expect(String(reportedErrors[0])).toMatch(/it was unresponsive for 200 ms in code outside of tasks/);
  });

  test('fails or uses the calling thread if workers do not answer, throw an error, or belong to another program', async () => {
    const silent = (): Worker => new Worker('setTimeout(() => {}, 5000)', { eval: true });
    expect((await start({ workers: 1, spawn: silent, startLimit: 100, inThread })).backend).toBe('thread');
    const odd = (): Worker =>
      new Worker("require('worker_threads').parentPort.postMessage('hello')", { eval: true });
    await expect(start({ workers: 1, spawn: odd })).rejects.toThrow(
      'worker: it exited before it had called expose(): its module must call expose(), and must not call process.exit()',
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

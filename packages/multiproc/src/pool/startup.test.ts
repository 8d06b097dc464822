import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AnyWorker, Endpoint } from '../transport/endpoint.ts';
import { Code, messageOf, formatVersion } from '../transport/message-format.ts';
import type { Exposed } from '../worker/expose.ts';
import { blocked, LateThread, stubPlatformWith } from '../../../late-thread.test.setup.ts';
import { Startup } from './startup.ts';

/** A startup whose module loads when the test says so. */
function startupOfLateModule(): {
  readonly startup: Startup;
  readonly load: () => void;
  /** Number of channels that the module has begun to serve, and number of channels that it has stopped serving. */
  readonly served: { begun: number; ended: number };
} {
  const served = { begun: 0, ended: 0 };
  const serveInTurn = async (endpoint: Endpoint): Promise<() => void> => {
    endpoint.listen({ message: () => {}, lost: () => {} });
    served.begun++;
    return () => served.ended++;
  };
  let load: () => void = () => {};
  const inThread = (): Promise<Exposed<unknown>> =>
    new Promise((resolve) => (load = () => resolve({ serveInTurn } as unknown as Exposed<unknown>)));
  return { startup: new Startup({ inThread, startLimit: 50 }, false), load: () => load(), served };
}

test('a module that loads after the pool was disposed does not serve it', async () => {
  const { load, startup, served } = startupOfLateModule();
  const starting = startup.start(1);
  startup.dispose();
  await expect(starting).rejects.toThrow('the pool is disposed; start a new one');
  load();
  await setImmediate();
  expect(served.ended).toBe(served.begun);
});

test('a module that loads after the start limit does not serve the pool, and the error names the cause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { load, startup, served } = startupOfLateModule();
    const starting = startup.start(1);
    vi.advanceTimersByTime(52);
    await expect(starting).rejects.toThrow('(thread: inThread did not resolve within 50 ms)');
    load();
    await setImmediate();
    expect(served.ended).toBe(served.begun);
  } finally {
    vi.useRealTimers();
  }
});

test('a module that loads in the turn in which the startup is disposed stops serving the pool', async () => {
  for (const isLoadedFirst of [true, false]) {
    const { load, startup, served } = startupOfLateModule();
    const starting = startup.start(1);
    if (isLoadedFirst) load();
    startup.dispose();
    load();
    await expect(starting).rejects.toThrow('the pool is disposed; start a new one');
    await setImmediate();
    expect(served.begun).toBe(1);
    expect(served.ended).toBeGreaterThan(0);
  }
});

test('whenGone waits for the thread of a worker that was starting when the startup was disposed', async () => {
  let end: () => void = () => {};
  const startup = new Startup(
    { spawn: () => silentWorker(new Promise<void>((resolve) => (end = resolve))) },
    true,
  );
  const starting = startup.start(1);
  await setImmediate();
  startup.dispose();
  await expect(starting).rejects.toThrow('the pool is disposed');
  let isGone = false;
  const gone = startup.whenGone().then(() => (isGone = true));
  await setImmediate();
  expect(isGone).toBe(false);
  end();
  await gone;
  expect(isGone).toBe(true);
});

/** A worker thread of Node that answers nothing, and whose thread ends with `ended`. */
function silentWorker(ended: Promise<void>): AnyWorker {
  return {
    postMessage: () => {},
    on: () => undefined,
    terminate: () => ended.then(() => 0),
  };
}

describe('a worker that has 2,000 ms because there is another backend', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  /** The backend that is chosen in `thread` if the worker answers after `answer` ms. */
  async function backendOn(thread: LateThread, answer: number): Promise<string | undefined> {
    stubPlatformWith(thread);
    vi.stubGlobal('setInterval', () => 0); // a hello is never repeated
    let receive: (event: unknown) => void = () => {};
    const worker = {
      addEventListener: (type: string, listener: typeof receive) => {
        if (type === 'message') receive = listener;
      },
      postMessage: () => {},
      terminate: () => {},
    } as unknown as AnyWorker;
    const startup = new Startup(
      { spawn: () => worker, inThread: () => Promise.reject(new Error('not to be asked')) },
      true,
    );
    const starting = startup.start(1).then(
      () => startup.backend,
      (error: Error) => error.message,
    );
    const data = messageOf([Code.ready, formatVersion], [['work']]);
    thread.receive(answer, () => receive({ data }));
    for (let time = 0; time < 20_000; time += 100) {
      thread.advanceTo(time);
      await setImmediate();
    }
    return starting;
  }

  test('is still used if its answer waits while this thread is busy', async () => {
    expect(await backendOn(blocked(30, 2630), 37)).toBe('worker');
    expect(await backendOn(blocked(0, 15_000), 37)).toBe('worker');
  });

  test('is terminated if it does not answer in time', async () => {
    expect(await backendOn(new LateThread(), 2001)).toContain('did not call expose within 2000 ms');
    expect(await backendOn(blocked(30, 2630), 5000)).toContain('did not call expose within 2000 ms');
  });
});

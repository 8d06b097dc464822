import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The MessageChannels that were created. */
let channels: MessageChannel[] = [];

// Without setImmediate, as in a browser.
beforeEach(() => {
  channels = [];
  class Noted extends MessageChannel {
    constructor() {
      super();
      channels.push(this);
    }
  }
  vi.resetModules();
  vi.stubGlobal('setImmediate', undefined);
  vi.stubGlobal('MessageChannel', Noted);
});

afterEach(() => {
  for (const { port1 } of channels) port1.close();
  vi.unstubAllGlobals();
});

test('a loop without work creates no MessageChannel, and all loops of a thread share one', async () => {
  const { EventLoop, Task } = await import('../index.ts');
  const loops = Array.from({ length: 100 }, () => new EventLoop());
  expect(channels).toHaveLength(0);
  for (let round = 0; round < 2; round++) {
    const turns = loops.map(
      (loop) => new Promise<void>((resolve) => loop.submit(new Task(() => resolve()), 1)),
    );
    await Promise.all(turns);
  }
  expect(channels).toHaveLength(1);
});

test('loops that always have work take turns', async () => {
  const { EventLoop, Task } = await import('../index.ts');
  const order: number[] = [];
  const busy = [0, 1, 2].map(
    (i) =>
      new Promise<void>((resolve) => {
        const loop = new EventLoop({ slice: 0 });
        const task = new Task(() => {
          order.push(i);
          if (order.length < 30) loop.submit(task, 1);
          else resolve();
        });
        loop.submit(task, 1);
      }),
  );
  await Promise.all(busy);
  for (const i of [0, 1, 2]) expect(order.filter((one) => one === i).length).toBeGreaterThanOrEqual(10);
});

test('if a loop is disposed before its requested turn, the other loops of the thread still get their turns', async () => {
  const { EventLoop, Task } = await import('../index.ts');
  const [first, second] = [new EventLoop(), new EventLoop()];
  first.submit(new Task(() => expect.unreachable()), 1);
  const turn = new Promise<void>((resolve) => second.submit(new Task(() => resolve()), 1));
  first.dispose();
  await turn;
  expect([first.stats.dispatched, second.stats.dispatched]).toEqual([0, 1]);
});

test('a loop sets only one timeout for a timer, even if tasks arrive one at a time meanwhile', async () => {
  const { EventLoop, Task, Timer } = await import('../index.ts');
  let timeouts = 0;
  const { setTimeout: make } = globalThis;
  vi.stubGlobal('setTimeout', (...given: Parameters<typeof setTimeout>) => (timeouts++, make(...given)));
  const loop = new EventLoop();
  const fired = new Promise<void>((resolve) => loop.submit(new Timer(() => resolve(), { after: 40 })));
  for (let i = 0; i < 10; i++)
    await new Promise<void>((resolve) => loop.submit(new Task(() => resolve()), 1));
  expect(timeouts).toBe(1);
  await fired;
  loop.dispose();
});

test('a loop clears its timeout when its last timer is cancelled', async () => {
  const { EventLoop, Timer } = await import('../index.ts');
  const cleared: unknown[] = [];
  vi.stubGlobal('setTimeout', () => 7);
  vi.stubGlobal('clearTimeout', (timeout: unknown) => cleared.push(timeout));
  const loop = new EventLoop();
  const timer = new Timer(() => {}, { after: 1000 });
  loop.submit(timer);
  loop.cancel(timer);
  expect(cleared).toContain(7);
});

test.each([
  [true, 0],
  [undefined, 0],
  [false, 1],
])('with keepsAlive: %s, the host unrefs a timeout %i times', async (keepsAlive, unrefs) => {
  const { EventLoop, ThreadHost, Timer } = await import('../index.ts');
  const unref = vi.fn<() => void>();
  vi.stubGlobal('setTimeout', () => ({ unref }));
  const host = new ThreadHost({ keepsAlive });
  new EventLoop({ host }).submit(new Timer(() => {}, { after: 1000 }));
  expect(unref).toHaveBeenCalledTimes(unrefs);
});

test('a host with keepsAlive: false also works if timeouts have no unref, as in a browser', async () => {
  const { ThreadHost } = await import('../index.ts');
  vi.stubGlobal('setTimeout', () => 7);
  const host = new ThreadHost({ keepsAlive: false });
  expect(() => host.wake(1000)).not.toThrow();
});

test('everyFrame makes steps in a nested worker, where requestAnimationFrame throws', async () => {
  vi.stubGlobal('requestAnimationFrame', () => {
    throw new DOMException('not supported in this Worker', 'NotSupportedError');
  });
  const { EventLoop, everyFrame } = await import('../index.ts');
  const loop = new EventLoop();
  let steps = 0;
  everyFrame(loop, { simulate: { tick: () => steps++ }, draw: () => {} });
  await vi.waitUntil(() => steps > 1, { timeout: 60_000 });
  expect(loop.stats.failed).toBe(0);
  loop.dispose();
});

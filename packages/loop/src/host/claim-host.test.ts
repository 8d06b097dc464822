import { expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from '../display/every-frame.ts';
import { Task } from '../event-loop/task.ts';
import type { Host } from './host.ts';
import { ThreadHost } from './thread-host.ts';
import { VirtualHost } from './virtual-host.ts';

const message =
  'EventLoop: another loop uses this host; create a host for each loop, or dispose that loop first';

it.each<[string, () => Host]>([
  ['ThreadHost', () => new ThreadHost()],
  ['VirtualHost', () => new VirtualHost()],
  ['host of the application', () => ({ now: () => 0, attach: () => {} })],
])('a %s does not accept a second loop until the first one is disposed', (_, create) => {
  const host = create();
  const first = new EventLoop({ host });
  expect(() => new EventLoop({ host })).toThrow(new Error(message));
  first.dispose();
  const second = new EventLoop({ host });
  first.dispose();
  expect(() => new EventLoop({ host })).toThrow(new Error(message));
  second.dispose();
});

it('a plain clock can serve any number of loops', () => {
  const loops = [1, 2].map(() => new EventLoop({ host: performance }));
  for (const loop of loops) loop.dispose();
  expect(loops.every((loop) => loop.disposed)).toBe(true);
});

it('the first loop still gets turns after the host has refused a second one', async () => {
  const host = new ThreadHost();
  using loop = new EventLoop({ host });
  expect(() => new EventLoop({ host })).toThrow(message);
  await new Promise<void>((resolve) => loop.submit(new Task(() => resolve()), 1));
  expect(loop.stats.dispatched).toBe(1);
});

it.each([true, false])(
  'a ThreadHost gives turns to the next loop, with setImmediate: %s',
  async (hasImmediate) => {
    const platform = globalThis as { setImmediate?: unknown };
    const { setImmediate } = platform;
    try {
      if (!hasImmediate) delete platform.setImmediate;
      const host = new ThreadHost();
      const first = new EventLoop({ host });
      first.submit(new Task(() => expect.unreachable()), 1);
      first.dispose();
      using second = new EventLoop({ host });
      for (const round of [1, 2]) {
        await new Promise<void>((resolve) => second.submit(new Task(() => resolve()), 1));
        expect(second.stats.dispatched).toBe(round);
      }
    } finally {
      platform.setImmediate = setImmediate;
    }
  },
);

it('a VirtualHost presents all frames that were requested, as requestAnimationFrame does', () => {
  const host = new VirtualHost();
  const loop = new EventLoop({ host });
  const drawn = [0, 0];
  for (const i of [0, 1]) everyFrame(loop, { simulate: { tick: () => {} }, draw: () => drawn[i]!++ });
  host.advanceTo(1000 / 6 + 1);
  expect(drawn).toEqual([10, 10]);
});

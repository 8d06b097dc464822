import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { VirtualHost } from './host/virtual-host.ts';
import { EventLoop, everyFrame, Frame, Task, Timer } from './index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * The number of objects that are alive. Waits for the end of the current turn first, because
 * objects that were used in this turn stay alive until then.
 */
async function countAlive(objects: readonly WeakRef<object>[]): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return objects.filter((each) => each.deref() !== undefined).length;
}

interface Stage {
  readonly host: VirtualHost;
  readonly loop: EventLoop;
}

function stage(): Stage {
  const host = new VirtualHost();
  return { host, loop: new EventLoop({ host }) };
}

/** Calls `create` 50 times. Returns references to the results. */
function references(create: () => object): WeakRef<object>[] {
  return Array.from({ length: 50 }, () => new WeakRef(create()));
}

test('a loop does not keep tasks that have run or were dropped', async () => {
  const { host, loop } = stage();
  const ran = references(() => {
    const task = new Task(() => host.spend(0.001));
    loop.submit(task, 1);
    return task;
  });
  host.advanceTo(10);
  const dropped = references(() => {
    const task = new Task(() => {}, { expiresIn: 5, onDrop: () => {} });
    loop.submit(task, 1);
    return task;
  });
  loop.cancelAll();
  expect(await countAlive([...ran, ...dropped])).toBe(0);
  expect(loop.stats).toMatchObject({ dispatched: 50, cancelled: 50 });
});

test('a loop does not keep timers that have fired or were cancelled', async () => {
  const { host, loop } = stage();
  const fired = references(() => {
    const timer = new Timer(() => {}, { after: 1 });
    loop.submit(timer);
    return timer;
  });
  host.advanceTo(10);
  const cancelled = references(() => {
    const timer = new Timer(() => {}, { every: 1 });
    loop.submit(timer);
    loop.cancel(timer);
    return timer;
  });
  expect(await countAlive([...fired, ...cancelled])).toBe(0);
  expect(loop.stats.fired).toBe(50);
});

test.each(['dispose', 'stop'] as const)('a loop does not keep a frame after %s', async (end) => {
  const { host, loop } = stage();
  const frames = references(() => {
    const frame = new Frame({ entities: [{}], priority: () => 1, update: () => {} });
    const stop = everyFrame(loop, { simulate: frame, draw: () => {} });
    host.advanceTo(host.now() + 20);
    if (end === 'stop') stop();
    else frame.dispose();
    return frame;
  });
  host.advanceTo(host.now() + 20);
  expect(await countAlive(frames)).toBe(0);
  expect(loop.pendingTimers).toBe(0);
});

describe('a simulation that has ended', () => {
  type Draw = (time: number) => void;

  test.each(['stop', 'dispose'] as const)('in a hidden page is not kept after %s', async (end) => {
    const { host, loop } = stage();
    const frames = references(() => {
      const frame = new Frame({ entities: [{}], priority: () => 1, update: () => {} });
      const stop = everyFrame(loop, { simulate: frame, draw: () => {} });
      host.advanceTo(host.now() + 20);
      host.setVisible(false);
      if (end === 'stop') stop();
      else frame.dispose();
      host.setVisible(true);
      host.setVisible(false);
      return frame;
    });
    expect(await countAlive(frames)).toBe(0);
  });

  test('leaves no request for a display frame, whether it was stopped outside of draw, in draw, or with the loop', () => {
    const requests = new Map<number, Draw>();
    let requested = 0;
    vi.stubGlobal('requestAnimationFrame', (draw: Draw) => {
      requests.set(++requested, draw);
      return requested;
    });
    vi.stubGlobal('cancelAnimationFrame', (request: number) => requests.delete(request));
    const present = (): void => {
      const now = performance.now();
      const due = [...requests.values()];
      requests.clear();
      for (const draw of due) draw(now);
    };
    try {
      const loop = new EventLoop();
      const simulate = { tick: () => {} };
      const stop = everyFrame(loop, { simulate, draw: () => {} });
      const stopWithin = everyFrame(loop, { simulate, draw: () => stopWithin() });
      everyFrame(loop, { simulate, draw: () => {} });
      expect(requests.size).toBe(3);
      present();
      expect(requests.size).toBe(2);
      stop();
      expect(requests.size).toBe(1);
      present();
      loop.dispose();
      expect(requests.size).toBe(0);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

test('a frame does not keep entities that have left', async () => {
  const { host, loop } = stage();
  const [always, entities] = [new Set<object>(), new Set<object>()];
  const frame = new Frame({ always, entities, priority: () => 1, update: () => host.spend(0.001) });
  everyFrame(loop, { simulate: frame });
  const left = [always, entities].flatMap((list) =>
    references(() => {
      const entity = {};
      list.add(entity);
      return entity;
    }),
  );
  host.advanceTo(100);
  always.clear();
  entities.clear();
  host.advanceTo(200);
  expect(await countAlive(left)).toBe(0);
  expect(frame.stats.updated).toBeGreaterThan(50);
});

test('a frame does not keep the frame that it replaces', async () => {
  const entities = [{}, {}];
  const start = (replaces?: Frame<object>): { frame: Frame<object>; loop: EventLoop } => {
    const { host, loop } = stage();
    const frame = new Frame<object>({ entities, update() {}, priority: (_, age) => age, replaces });
    everyFrame(loop, { simulate: frame });
    host.advanceTo(100);
    return { frame, loop };
  };
  let { frame, loop } = start();
  const replaced = references(() => {
    const before = frame;
    loop.dispose();
    ({ frame, loop } = start(before));
    return before;
  });
  expect(await countAlive(replaced)).toBe(0);
});

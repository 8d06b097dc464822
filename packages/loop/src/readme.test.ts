import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EventLoop } from './event-loop/event-loop.ts';
import { everyFrame } from './display/every-frame.ts';
import { Frame } from './frame/frame.ts';
import { VirtualHost } from './host/virtual-host.ts';
import { Task } from './event-loop/task.ts';
import { Timer } from './event-loop/timer.ts';

const step = 1000 / 60;

afterEach(() => vi.unstubAllGlobals());

describe('statements of the README about a frame', () => {
  it('maxStep leads to at most 8 calls per window, and the remaining time stays pending', () => {
    const entity = { calls: [] as number[] };
    const frame = new Frame({
      entities: [entity],
      rate: 100,
      priority: () => 1,
      maxStep: 10,
      update: ({ calls }, elapsed) => calls.push(elapsed),
    });
    frame.attach(new EventLoop({ host: new VirtualHost() }));
    frame.run({ elapsed: 10, budget: 1 });
    for (let i = 0; i < 19; i++) frame.tick();
    for (const [calls, age] of [
      [8, 120],
      [8, 50],
      [6, 0],
      [1, 0],
    ]) {
      entity.calls.length = 0;
      frame.run({ elapsed: 10, budget: 1 });
      expect(entity.calls).toHaveLength(calls!);
      expect(Math.max(...entity.calls)).toBeLessThanOrEqual(10 + 1e-9);
      expect(frame.ageOf(entity)).toBeCloseTo(age!);
    }
  });

  it('steps that are due in the same call share one window', () => {
    const updates: number[] = [];
    const frame = new Frame({
      entities: [{}],
      order: 'list',
      priority: () => 1,
      update: (_, elapsed) => updates.push(elapsed),
    });
    frame.attach(new EventLoop({ host: new VirtualHost() }));
    frame.run({ elapsed: 2 * step + 1e-9, budget: 5 });
    expect(updates).toEqual([2 * step]);
    expect(frame.stats).toMatchObject({ steps: 2, windows: 1 });
  });

  it('the policy may call ageOf and dispose', () => {
    const ages: unknown[] = [];
    let updates = 0;
    const errors: unknown[] = [];
    const frame: Frame<object> = new Frame<object>({
      entities: [{}, {}],
      priority: (entity) => {
        ages.push(frame.ageOf(entity));
        frame.dispose();
        return 1;
      },
      update: () => updates++,
    });
    frame.attach(new EventLoop({ host: new VirtualHost(), onError: (error) => errors.push(error) }));
    frame.run({ elapsed: step + 1e-9, budget: 5 });
    expect([ages, updates, errors]).toEqual([[step, undefined], 0, []]);
  });

  it('a table has all members of a Frame that users need', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const table = readme.split('\n\n').find((block) => block.startsWith('| member of `Frame`'))!;
    const forDrivers = new Set(['claim', 'skip', 'beforeDraw', 'constructor']);
    const own = Object.getOwnPropertyNames(Frame.prototype).filter((name) => !forDrivers.has(name));
    for (const name of [...own, 'stats', 'alpha']) expect(table).toMatch(new RegExp(`\`${name}[\`(]`));
  });

  it('an entity that is removed during a window is still updated in it, and in no later one', () => {
    const [killer, victim] = [{ updates: 0 }, { updates: 0 }];
    const entities = new Set([killer, victim]);
    const frame = new Frame({
      entities,
      priority: (entity) => (entity === killer ? 2 : 1),
      update: (entity) => {
        entity.updates++;
        entities.delete(victim);
      },
    });
    frame.attach(new EventLoop({ host: new VirtualHost() }));
    for (let i = 0; i < 3; i++) frame.run({ elapsed: step + 1e-9, budget: 5 });
    expect([killer.updates, victim.updates]).toEqual([3, 1]);
  });

  it.each(['tick', 'addToWindow', 'run', 'attach'] as const)(
    'a call of %s from the iterator of the list is reported as an error',
    (name) => {
      const errors: string[] = [];
      const loop = new EventLoop({
        host: new VirtualHost(),
        onError: (error) => errors.push((error as Error).message),
      });
      const calls = {
        tick: () => frame.tick(),
        addToWindow: () => frame.addToWindow({}),
        run: () => frame.run({ elapsed: step, budget: 1 }),
        attach: () => frame.attach(loop),
      };
      const frame = new Frame({
        entities: {
          *[Symbol.iterator]() {
            yield {};
            calls[name]();
          },
        },
        priority: () => 1,
        update: () => {},
      });
      frame.attach(loop);
      frame.run({ elapsed: step + 1e-9, budget: 1 });
      expect(errors).toEqual([
        `Frame.${name} was called from the policy, initialAge or the list of entities of the same frame`,
      ]);
      expect(frame.stats.steps).toBe(1);
    },
  );

  it('an error in frame.run without a loop is an uncaught exception', () => {
    const uncaught: (() => void)[] = [];
    vi.stubGlobal('queueMicrotask', (callback: () => void) => uncaught.push(callback));
    const frame = new Frame({
      entities: [{}],
      priority: () => 1,
      update: () => {
        throw new Error('update');
      },
    });
    frame.run({ elapsed: step + 1e-9, budget: 1 });
    expect(uncaught).toHaveLength(1);
    expect(uncaught[0]).toThrow('update');
  });
});

describe('statements of the README about a loop', () => {
  it('a waiting timer that is submitted again starts again', () => {
    const host = new VirtualHost();
    const loop = new EventLoop({ host });
    const fired: number[] = [];
    const timer = new Timer((now) => fired.push(now), { after: 10 });
    loop.submit(timer);
    host.advanceTo(6);
    loop.submit(timer);
    host.advanceTo(50);
    expect(fired).toEqual([16]);
  });

  it('everyFrame that is stopped and called again continues at the same simulated time', () => {
    const host = new VirtualHost();
    const loop = new EventLoop({ host });
    const frame = new Frame({ entities: [{}], rate: 100, priority: () => 1, update: () => {} });
    let drawn = 0;
    const options = { simulate: frame, draw: () => drawn++ };
    const stop = everyFrame(loop, options);
    host.advanceTo(95);
    expect(frame.now).toBe(100);
    const drawnBefore = drawn;
    stop();
    host.advanceTo(1000);
    expect([frame.now, drawn]).toEqual([100, drawnBefore]);
    everyFrame(loop, options);
    host.advanceTo(1095);
    expect(frame.now).toBe(200);
    expect(frame.stats).toMatchObject({ skippedTime: 0, lostTime: 0 });
    expect(drawn).toBeGreaterThan(drawnBefore);
  });

  it('stop pauses tasks, timers and steps, but not draw, until start', () => {
    const host = new VirtualHost();
    const loop = new EventLoop({ host });
    const counts = { steps: 0, drawn: 0, tasks: 0, timers: 0 };
    const again: Task = new Task(() => {
      counts.tasks++;
      host.spend(1);
      loop.submit(again, 1);
    });
    everyFrame(loop, { simulate: { tick: () => counts.steps++ }, draw: () => counts.drawn++ });
    loop.submit(new Timer(() => counts.timers++, { every: 5 }));
    loop.submit(again, 1);
    host.advanceTo(100);
    loop.stop();
    const before = { ...counts };
    host.advanceTo(200);
    expect(counts).toEqual({ ...before, drawn: counts.drawn });
    expect(counts.drawn).toBe(before.drawn + 6);
    loop.start();
    host.advanceTo(300);
    for (const name of ['steps', 'drawn', 'tasks', 'timers'] as const) {
      expect([name, counts[name] > before[name]]).toEqual([name, true]);
    }
  });
});

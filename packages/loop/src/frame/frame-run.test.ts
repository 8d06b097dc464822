import { describe, expect, it } from 'vitest';
import { EventLoop } from '../event-loop/event-loop.ts';
import { everyFrame } from '../display/every-frame.ts';
import { Frame } from './frame.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Task } from '../event-loop/task.ts';
import { Timer } from '../event-loop/timer.ts';
import { stage, step, thing } from './frame-stage.test.setup.ts';

describe('Frame.run makes at least one update', () => {
  it('even if a timer uses up each budget', () => {
    const entity = thing('entity');
    const { frame, host, loop } = stage({ entities: [entity] });
    loop.submit(new Timer(() => host.spend(6), { every: 10 }));
    for (let i = 0; i < 100; i++) frame.run({ elapsed: step, budget: 5 });
    expect(entity.updates).toHaveLength(100);
    expect(frame.stats.pace).toBeCloseTo(1);
  });

  it('even if a more important task resubmits itself forever', () => {
    const entity = thing('entity');
    const { frame, loop } = stage({ entities: [entity] });
    const again: Task = new Task(() => loop.submit(again, 1e9));
    loop.submit(again, 1e9);
    for (let i = 0; i < 100; i++) frame.run({ elapsed: step, budget: 0 });
    expect(entity.updates).toHaveLength(100);
  });
});

describe('maxStep under overload', () => {
  it('leaves time for the other entities and the steps', () => {
    const host = new VirtualHost();
    const player = { updates: 0, updatedAt: 0, gap: 0 };
    const entities = Array.from({ length: 500 }, () => ({ updates: 0, updatedAt: 0, gap: 0 }));
    const frame = new Frame<typeof player>({
      always: [player],
      entities,
      maxStep: 20,
      priority: (_, age) => age,
      update: (entity) => {
        entity.gap = Math.max(entity.gap, frame.now - entity.updatedAt);
        entity.updatedAt = frame.now;
        entity.updates++;
        host.spend(0.1);
      },
    });
    const loop = new EventLoop({ host });
    everyFrame(loop, { simulate: frame });
    host.advanceTo(60_000);
    expect(frame.stats.skippedTime).toBe(0);
    expect(player.updates).toBeGreaterThan(3590);
    expect(Math.max(...entities.map(({ gap }) => gap))).toBeLessThan(1000);
    expect(frame.stats.pace).toBeLessThan(0.5);
    expect(frame.stats.lostTime).toBe(0);
  });
});

describe('maxFrameTime', () => {
  it('turns an elapsed of 1e300 ms into one step, even if maxFrameTime is Infinity', () => {
    const options = { entities: [], update: () => {}, priority: () => 1, maxFrameTime: Infinity };
    const frame = new Frame(options);
    frame.run({ elapsed: 1e300, budget: 1 });
    expect(frame.stats).toMatchObject({ steps: 1, skippedTime: 1e300 });
    frame.run({ elapsed: 10_000, budget: 1 });
    expect(frame.stats).toMatchObject({ steps: 601, skippedTime: 1e300 });
  });

  it('neither adds nor loses time if it is shorter than a step', () => {
    for (const [rate, elapsed] of [
      [2, 300],
      [60, 8],
    ] as const) {
      const frame = new Frame({ entities: [], update: () => {}, priority: () => 1, rate, maxFrameTime: 5 });
      for (let i = 0; i < 100; i++) frame.run({ elapsed, budget: 1 });
      const { skippedTime } = frame.stats;
      expect(frame.now + skippedTime + (frame.alpha * 1000) / rate).toBeCloseTo(100 * elapsed);
    }
  });
});

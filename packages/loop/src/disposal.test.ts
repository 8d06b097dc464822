import { describe, expect, it } from 'vitest';
import { Frame } from './frame/frame.ts';
import { everyFrame } from './display/every-frame.ts';
import { Task } from './event-loop/task.ts';
import { Timer } from './event-loop/timer.ts';
import { stage } from './event-loop/virtual-stage.test.setup.ts';

const step = 1000 / 60;
const minimal = { entities: [{}], update: () => {}, priority: () => 1 };

describe('after dispose', () => {
  it('a loop throws errors for new work and ignores removals', () => {
    const { errors, loop } = stage();
    const task = new Task(() => {});
    loop.dispose();
    loop.dispose();
    for (const call of [
      () => loop.submit(task, 1),
      () => loop.batch().submit(task, 1),
      () => loop.submit(new Timer(() => {}, { after: 1 })),
      () => loop.run(),
      () => loop.start(),
      () => everyFrame(loop, { simulate: { tick() {} } }),
    ]) {
      expect(call).toThrow('the loop is disposed; create a new one');
    }
    loop.stop();
    expect([loop.cancel(task), loop.cancelAll(), loop.pending, errors.length]).toEqual([false, 0, 0, 0]);
  });

  it('a frame throws errors for new work and ignores a second dispose', () => {
    const frame = new Frame(minimal);
    frame.run({ elapsed: step, budget: 1 });
    frame.dispose();
    frame.dispose();
    for (const call of [
      () => frame.run({ elapsed: step, budget: 1 }),
      () => frame.tick(),
      () => frame.attach(stage().loop),
      () => frame.addToWindow({}),
    ]) {
      expect(call).toThrow('the frame is disposed; create a new one');
    }
  });

  it('if the loop of a frame is disposed, the frame makes no step', () => {
    const { loop } = stage();
    const frame = new Frame(minimal);
    frame.attach(loop);
    loop.dispose();
    expect(() => frame.run({ elapsed: step, budget: 1 })).toThrow('the loop is disposed');
    expect(frame.stats.steps).toBe(0);
  });

  it('in an update, no other entity is updated', () => {
    for (const victim of ['loop', 'frame'] as const) {
      const { errors, loop } = stage();
      let updates = 0;
      const frame = new Frame({
        entities: [{}, {}, {}],
        priority: () => 1,
        update: () => {
          updates++;
          (victim === 'loop' ? loop : frame).dispose();
        },
      });
      frame.attach(loop);
      frame.run({ elapsed: step, budget: 10 });
      expect([victim, updates, errors]).toEqual([victim, 1, []]);
    }
  });
});

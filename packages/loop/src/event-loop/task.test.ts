import { describe, expect, it } from 'vitest';
import { Task } from './task.ts';
import { stage } from './virtual-stage.test.setup.ts';

describe('tasks', () => {
  it('run by priority, equal priorities in order of submission, and a resubmitted task goes behind its equals', () => {
    const { host, loop, log, task } = stage();
    const early = task('early');
    loop.submit(early, 1);
    loop.submit(task('low'), -5);
    loop.submit(task('equal'), 1);
    loop.submit(task('high'), 1e300);
    loop.submit(early, 1);
    host.advanceTo(1);
    expect(log).toEqual(['high', 'equal', 'early', 'low']);
  });

  it('without a finite priority throw an error, and a waiting task keeps its priority', () => {
    const { host, loop, log, task } = stage();
    const kept = task('kept');
    loop.submit(kept, 3);
    for (const priority of [NaN, Infinity, -Infinity]) {
      expect(() => loop.submit(kept, priority)).toThrow(
        new RangeError(`EventLoop.submit: priority must be a finite number, got ${priority}`),
      );
    }
    loop.submit(task('lower'), 2);
    host.advanceTo(1);
    expect(log).toEqual(['kept', 'lower']);
  });

  it('that throw errors are reported, and the loop continues', () => {
    const { host, loop, log, errors, task } = stage();
    const broken = new Task(() => {
      throw new Error('broken');
    });
    loop.submit(broken, 2);
    loop.submit(task('next'), 1);
    host.advanceTo(1);
    expect(errors).toEqual([new Error('broken')]);
    expect(log).toEqual(['next']);
    expect(loop.stats.failed).toBe(1);
  });

  it('with an async callback end at their first await, and a rejection is reported', async () => {
    const { host, loop, errors } = stage();
    loop.submit(new Task(() => Promise.reject(new Error('later'))), 1);
    host.advanceTo(1);
    expect(loop.pending).toBe(0);
    await Promise.resolve();
    expect(errors).toEqual([new Error('later')]);
  });

  it('call onDrop with the reason when they are dropped', () => {
    const { host, loop } = stage();
    const reasons: string[] = [];
    const make = (expiresIn?: number): Task =>
      new Task(() => {}, {
        onDrop: (reason) => reasons.push(reason),
        ...(expiresIn === undefined ? {} : { expiresIn }),
      });
    const cancelled = make();
    loop.submit(cancelled, 1);
    expect(loop.cancel(cancelled)).toBe(true);
    expect(loop.cancel(cancelled)).toBe(false);
    loop.stop();
    loop.submit(make(10), 1);
    host.advanceTo(20);
    loop.start();
    host.advanceTo(21);
    loop.submit(make(), 1);
    loop.dispose();
    expect(reasons).toEqual(['cancelled', 'expired', 'cancelled']);
  });

  it('belong to one loop at a time', () => {
    const first = stage();
    const second = stage();
    const task = first.task('task');
    first.loop.submit(task, 1);
    expect(() => second.loop.submit(task, 1)).toThrow('pending or running in another loop');
    first.host.advanceTo(1);
    second.loop.submit(task, 1);
    second.host.advanceTo(1);
    expect(first.log).toEqual(['task', 'task']);
  });

  it('that have moved to another loop expire there', () => {
    const reasons: string[] = [];
    const task = new Task(() => {}, { expiresIn: 5, onDrop: (reason) => reasons.push(reason) });
    const [first, second] = [stage(), stage()];
    first.loop.submit(task, 1);
    first.host.advanceTo(1);
    second.loop.stop();
    second.loop.submit(task, 1);
    second.host.advanceTo(5);
    second.loop.start();
    second.host.advanceTo(5);
    expect(reasons).toEqual(['expired']);
    expect(second.loop.stats.expired).toBe(1);
  });
});

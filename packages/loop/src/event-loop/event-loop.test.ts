import { describe, expect, it, vi } from 'vitest';
import { EventLoop } from './event-loop.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Task } from './task.ts';
import { Timer } from './timer.ts';
import { stage } from './virtual-stage.test.setup.ts';

describe('a loop', () => {
  it('wakes early for a firm timer, and otherwise as late as maxLateness allows', () => {
    const wakes: number[] = [];
    class WatchedHost extends VirtualHost {
      override wake(delay: number): void {
        wakes.push(delay);
        super.wake(delay);
      }
    }
    const asked = (maxLateness: number): number => {
      const loop = new EventLoop({ host: new WatchedHost() });
      loop.submit(new Timer(() => {}, { after: 10, maxLateness }));
      return wakes.at(-1)!;
    };
    expect([asked(1), asked(0.1), asked(6)]).toEqual([10, 8, 15]);
  });

  it('with nothing pending requests nothing from its host', () => {
    const { host, loop, task } = stage();
    loop.submit(task('only'), 1);
    host.advanceTo(1000);
    const { turns } = loop.stats;
    host.advanceTo(100_000);
    expect(loop.stats.turns).toBe(turns);
  });

  it('withdraws its request to the host when its last timer is cancelled', () => {
    const { host, loop } = stage();
    const timer = new Timer(() => {}, { after: 1000 });
    loop.submit(timer);
    loop.cancel(timer);
    const { turns } = loop.stats;
    host.advanceTo(100_000);
    expect(loop.stats.turns).toBe(turns);
  });

  it('that is stopped keeps its work until it is started', () => {
    const { host, loop, log, task } = stage();
    loop.submit(new Timer(() => log.push('timer'), { after: 5 }));
    loop.stop();
    loop.submit(task('task'), 1);
    loop.run();
    host.advanceTo(50);
    expect(log).toEqual([]);
    loop.start();
    host.advanceTo(51);
    expect(log).toEqual(['timer', 'task']);
  });

  it('works in run until the budget has passed, and runs at least one callback', () => {
    const { host, loop, log, task } = stage();
    for (const name of ['a', 'b', 'c']) loop.submit(task(name, 3), 1);
    loop.run({ budget: 5 });
    expect(log).toEqual(['a', 'b']);
    loop.run({ budget: 0 });
    expect(log).toEqual(['a', 'b', 'c']);
    expect(() => loop.run({ budget: -1 })).toThrow(
      'EventLoop.run: budget must be a finite number ≥ 0, got -1',
    );
    expect(host.now()).toBe(9);
  });

  it('throws an error if one of its own callbacks calls run', () => {
    const { host, loop, errors } = stage();
    loop.submit(new Task(() => loop.run()), 1);
    host.advanceTo(1);
    expect(errors).toEqual([new Error('EventLoop.run was called from a callback of the same loop')]);
  });

  it('that is disposed drops all work and accepts no more', () => {
    const { host, loop, log, task } = stage();
    const late = task('task');
    {
      using scope = loop;
      scope.submit(late, 1);
      scope.submit(new Timer(() => log.push('timer'), { every: 1 }));
    }
    host.advanceTo(100);
    expect(log).toEqual([]);
    expect([loop.pending, loop.pendingTimers]).toEqual([0, 0]);
    expect(() => loop.submit(late, 1)).toThrow('EventLoop.submit: the loop is disposed; create a new one');
  });

  it('continues when even onError throws, and reports that error to the platform', () => {
    const uncaught: (() => void)[] = [];
    vi.stubGlobal('queueMicrotask', (callback: () => void) => uncaught.push(callback));
    const { host, loop, log, task } = stage({
      onError: () => {
        throw new Error('no better');
      },
    });
    loop.submit(new Task(() => JSON.parse('{')), 2);
    loop.submit(task('next'), 1);
    host.advanceTo(1);
    vi.unstubAllGlobals();
    expect(log).toEqual(['next']);
    expect(uncaught.length).toBe(1);
    expect(uncaught[0]).toThrow('no better');
  });

  it('calls its probe for tasks, timers, dropped tasks and turns', () => {
    const told: string[] = [];
    const { host, loop, task } = stage({
      probe: {
        ran: (_, start, end, priority) => told.push(`ran ${start} ${end} ${priority}`),
        fired: (_, start, end, release) => told.push(`fired ${start} ${end} ${release}`),
        dropped: (_, reason) => told.push(reason),
        turned: (start, end) => told.push(`turn ${start} ${end}`),
      },
    });
    loop.submit(task('a', 3), 1);
    loop.submit(new Timer(() => host.spend(1), { after: 2 }));
    const batch = loop.batch();
    batch.submit(task('b'), 0);
    batch.cancel();
    host.advanceTo(10);
    expect(told).toEqual(['cancelled', 'ran 0 3 1', 'fired 3 4 2', 'turn 0 4']);
  });

  it('calls its probe for a generator that cancels itself during a step', () => {
    const told: string[] = [];
    const { host, loop } = stage({ probe: { dropped: (_, reason) => told.push(reason) } });
    const halfDone = new Task(function* () {
      yield;
      loop.cancelAll();
      yield;
    });
    loop.submit(halfDone, 1);
    host.advanceTo(10);
    expect(told).toEqual(['cancelled']);
    expect(loop.stats).toMatchObject({ dispatched: 2, cancelled: 1 });
  });

  it('passes the task to its callback', () => {
    const given: Task[] = [];
    const { host, loop } = stage();
    const share = (task: Task): number => given.push(task);
    const tasks = [new Task(share), new Task(share)];
    for (const task of tasks) loop.submit(task, 1);
    host.advanceTo(1);
    expect(given).toEqual(tasks);
  });

  it('runs on a plain clock if the application calls run, and on a real thread by itself', async () => {
    const driven = new EventLoop({ host: performance });
    const log: string[] = [];
    driven.submit(new Task(() => log.push('driven')), 1);
    driven.run({ budget: 1 });
    using free = new EventLoop();
    await new Promise<void>((resolve) => {
      free.submit(new Task(() => log.push('task')), 1);
      free.submit(new Timer(() => resolve(), { after: 1, maxLateness: 0.1 }));
    });
    expect(log).toEqual(['driven', 'task']);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { EventLoop } from './event-loop.ts';
import type { EventLoopOptions } from './event-loop-options.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { Task } from './task.ts';
import { Timer, type TimerOptions } from './timer.ts';

interface Stage {
  host: VirtualHost;
  loop: EventLoop;
  log: string[];
  errors: unknown[];
  /** A task that logs its name and takes `cost` ms. */
  task: (name: string, cost?: number) => Task;
}

function stage(options: EventLoopOptions = {}): Stage {
  const host = new VirtualHost();
  const errors: unknown[] = [];
  const loop = new EventLoop({ host, onError: (error) => errors.push(error), ...options });
  const log: string[] = [];
  const task = (name: string, cost = 0): Task =>
    new Task(() => {
      log.push(name);
      host.spend(cost);
    });
  return { host, loop, log, errors, task };
}

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

describe('generator tasks', () => {
  it('let more important work run first at each yield, and can get another priority there', () => {
    const { host, loop, log, task } = stage();
    const long = new Task(function* () {
      for (let part = 1; part <= 4; part++) {
        log.push(`part ${part}`);
        if (part === 1) loop.submit(task('urgent'), 9);
        if (part === 2) loop.submit(long, -1);
        yield;
      }
    });
    loop.submit(long, 1);
    loop.submit(task('ordinary'), 0);
    host.advanceTo(1);
    expect(log).toEqual(['part 1', 'urgent', 'part 2', 'ordinary', 'part 3', 'part 4']);
  });

  it('take turns with tasks of the same priority', () => {
    const { host, loop, log } = stage();
    for (const name of ['a', 'b']) {
      const task = new Task(function* () {
        for (let part = 1; part <= 2; part++) {
          log.push(name + part);
          yield;
        }
      });
      loop.submit(task, 1);
    }
    host.advanceTo(1);
    expect(log).toEqual(['a1', 'b1', 'a2', 'b2']);
  });

  it('run their finally blocks when they are cancelled from outside or by themselves', () => {
    const { host, loop, log } = stage({ slice: 0 });
    const make = (name: string, within: boolean): Task => {
      const task = new Task(function* () {
        try {
          if (within) loop.cancel(task);
          yield;
          log.push(`${name} went on`);
        } finally {
          log.push(`${name} cleaned up`);
        }
      });
      return task;
    };
    const outer = make('outer', false);
    loop.submit(outer, 2);
    loop.run();
    loop.cancel(outer);
    loop.submit(make('inner', true), 2);
    host.advanceTo(1);
    expect(log).toEqual(['outer cleaned up', 'inner cleaned up']);
    expect(loop.pending).toBe(0);
  });

  it('make at least one step in a slice, however small it is', () => {
    const { host, loop, log } = stage({ slice: 0 });
    const task = new Task(function* () {
      for (;;) {
        log.push('step');
        host.spend(5);
        yield;
      }
    });
    loop.submit(task, 1);
    host.advanceTo(14);
    expect(log).toEqual(['step', 'step', 'step']);
  });
});

describe('timers', () => {
  it('never run before their release, and precede all tasks from then on', () => {
    const { host, loop, log, task } = stage();
    loop.submit(new Timer((now, release) => log.push(`timer ${now} ${release}`), { after: 5 }));
    for (const name of ['a', 'b', 'c', 'd']) loop.submit(task(name, 3), 1e300);
    host.advanceTo(100);
    expect(log).toEqual(['a', 'b', 'timer 6 5', 'c', 'd']);
  });

  it('that are due at once run next, even during a burst of cheap tasks', () => {
    const { host, loop, log, task } = stage();
    for (let i = 0; i < 100; i++) loop.submit(task('warm', 0.0001), 1);
    host.advanceTo(1);
    log.length = 0;
    const arming = new Task(() => loop.submit(new Timer(() => log.push('timer'), { after: 0 })));
    loop.submit(arming, 2);
    loop.submit(task('task'), 1);
    host.advanceTo(2);
    expect(log).toEqual(['timer', 'task']);
  });

  it('make up for at most catchUp missed periods; the others are skipped and counted', () => {
    const { host, loop, log, task } = stage();
    const every = (name: string, catchUp: number): Timer =>
      new Timer((_, release) => log.push(`${name} ${release}`), { every: 10, catchUp });
    loop.submit(every('skipping', 0));
    loop.submit(every('catching up', 3));
    loop.submit(task('long', 35), 1);
    host.advanceTo(40);
    expect(log).toEqual([
      'long',
      'skipping 10',
      'catching up 10',
      'catching up 20',
      'catching up 30',
      'skipping 40',
      'catching up 40',
    ]);
    expect(loop.stats.skipped).toBe(2);
  });

  it('never accumulate a backlog: after a long absence they fire once', () => {
    const { host, loop, log, task } = stage();
    loop.submit(new Timer((_, release) => log.push(`${release}`), { every: 10, catchUp: 3 }));
    loop.submit(task('absent', 1000), 1);
    host.advanceTo(1015);
    expect(log).toEqual(['absent', '10', '1010']);
    expect(loop.stats.skipped).toBe(99);
  });

  it('that take longer than their period skip and count releases, and the loop still yields', () => {
    const { host, loop } = stage({ slice: 4 });
    loop.submit(new Timer(() => host.spend(15), { every: 10 }));
    host.advanceTo(1000);
    expect(loop.stats.fired).toBeGreaterThan(40);
    expect(loop.stats.skipped).toBeGreaterThan(30);
    expect(loop.stats.turns).toBeGreaterThan(40);
  });

  it('continue from now if rounding swallows their periods, whatever catchUp is', () => {
    for (const at of [-1e18, -1e300, -Number.MAX_VALUE]) {
      for (const catchUp of [0, 1e308]) {
        const { host, loop } = stage();
        const releases: number[] = [];
        loop.submit(new Timer((now) => releases.push(now), { at, every: 10, catchUp }));
        host.advanceTo(105);
        expect(releases.length).toBeGreaterThanOrEqual(11);
        expect(releases.length).toBeLessThanOrEqual(12);
      }
    }
  });

  it('of the shortest period fire once per period', () => {
    const { host, loop } = stage();
    let fired = 0;
    loop.submit(new Timer(() => fired++, { at: 0, every: 0.001, catchUp: 1e6 }));
    host.advanceTo(1.0005);
    expect([fired, loop.stats.skipped]).toEqual([1001, 0]);
  });

  it('throw an error for options that are out of range', () => {
    const callback = (): void => {};
    expect(() => new Timer(callback, { every: 1e-300 })).toThrow(
      'Timer: every must be a finite number ≥ 0.001, got 1e-300',
    );
    expect(() => new Timer(callback, {} as TimerOptions)).toThrow(
      'Timer: at, after or every must be a finite number, got undefined',
    );
    expect(() => new Timer(callback, { every: 0 })).toThrow(
      'Timer: every must be a finite number ≥ 0.001, got 0',
    );
    expect(() => new Timer(callback, { after: -1 })).toThrow(
      'Timer: after must be a finite number ≥ 0, got -1',
    );
    expect(() => new Timer(callback, { at: NaN })).toThrow('Timer: at must be a finite number, got NaN');
    expect(() => new Timer(callback, { every: 5, catchUp: -1 })).toThrow('got -1');
    expect(() => new Timer(callback, { every: 5, maxLateness: 0 })).toThrow('got 0');
    expect(new Timer(callback, { after: 0 }).after).toBe(0);
  });
});

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

  it('calls its probe for dispatched and dropped work and for turns', () => {
    const told: string[] = [];
    const { host, loop, task } = stage({
      probe: {
        dispatched: (source, start, end) => told.push(`${source.constructor.name} ${start} ${end}`),
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
    expect(told).toEqual(['cancelled', 'Task 0 3', 'Timer 3 4', 'turn 0 4']);
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

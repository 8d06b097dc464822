import { describe, expect, it } from 'vitest';
import { Task } from './task.ts';
import { Timer, type TimerOptions } from './timer.ts';
import { stage } from './virtual-stage.test.setup.ts';

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

  it('fire for their oldest missed period, and for the later ones if there are at most catchUp of them; otherwise the later ones are skipped and counted', () => {
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

  it('skip and count periods if a callback takes longer than the period, and the loop still yields', () => {
    const { host, loop } = stage({ slice: 4 });
    loop.submit(new Timer(() => host.spend(15), { every: 10 }));
    host.advanceTo(1000);
    expect(loop.stats.fired).toBeGreaterThan(40);
    expect(loop.stats.skipped).toBeGreaterThan(30);
    expect(loop.stats.turns).toBeGreaterThan(40);
  });

  it('continue from now if their release time is so far in the past that release + period rounds to it, with any catchUp', () => {
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

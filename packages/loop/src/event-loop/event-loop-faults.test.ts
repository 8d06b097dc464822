import { describe, expect, it } from 'vitest';
import { EventLoop } from './event-loop.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { recordedLoop } from './recorded-loop.test.setup.ts';
import { Task } from './task.ts';
import { Timer } from './timer.ts';

/**
 * A host on which one call of one method throws an error: call number `calls` of `method`, counted
 * from the moment when `fault` is set.
 */
class FaultyHost extends VirtualHost {
  fault: { readonly method: string; calls: number } | undefined;

  override now(): number {
    this.#count('now');
    return super.now();
  }
  override wake(delay: number): void {
    this.#count('wake');
    super.wake(delay);
  }
  override detach(): void {
    this.#count('detach');
    super.detach();
  }
  interrupted(): boolean {
    this.#count('interrupted');
    return false;
  }

  #count(method: string): void {
    if (this.fault?.method === method && --this.fault.calls === 0) throw new Error(`${method} failed`);
  }
}

describe('a host that throws once', () => {
  it.each(['now', 'interrupted', 'wake'])('in %s is reported, and all tasks and timers run', (method) => {
    for (let call = 1; call <= 12; call++) {
      const { errors, host, log, loop } = recordedLoop(new FaultyHost());
      loop.submit(new Timer(() => log.push('timer'), { after: 10 }));
      for (const name of ['a', 'b', 'c']) {
        const run = (): unknown => (host.spend(1), log.push(name));
        loop.submit(new Task(run), 1);
      }
      host.fault = { method, calls: call };
      host.advanceTo(50);
      loop.submit(new Task(() => log.push('later')), 1);
      host.advanceTo(100);
      expect([call, log]).toEqual([call, ['a', 'b', 'c', 'timer', 'later']]);
      expect(errors).toEqual(host.fault.calls > 0 ? [] : [`${method} failed`]);
    }
  });

  it('does not prevent dispose from dropping all work', () => {
    for (const method of ['wake', 'detach']) {
      const { errors, host, log, loop } = recordedLoop(new FaultyHost());
      loop.submit(new Task(() => {}, { onDrop: (reason) => log.push(reason) }), 1);
      host.fault = { method, calls: 1 };
      loop.dispose();
      expect([loop.disposed, loop.pending, log, errors]).toEqual([
        true,
        0,
        ['cancelled'],
        [`${method} failed`],
      ]);
      expect(() => new EventLoop({ host })).not.toThrow();
    }
  });
});

describe('a clock that shows Infinity once', () => {
  it('does not end a periodic timer', () => {
    let time = 0;
    let fired = 0;
    const loop = new EventLoop({ host: { now: () => time } });
    loop.submit(new Timer(() => fired++, { every: 10 }));
    for (time of [Infinity, 100, 110]) loop.run();
    expect([fired, loop.stats.skipped]).toEqual([3, 8]);
  });
});

it('a turn ends if the clock goes back', () => {
  let now = 5000;
  let runs = 0;
  const loop = new EventLoop({ host: { now: () => now } });
  const task = new Task(() => {
    now += runs++ === 10 ? -3600 : 0.05;
    if (runs < 1000) loop.submit(task, 1);
  });
  loop.submit(task, 1);
  loop.run({ budget: 5 });
  expect(runs).toBeLessThan(50);
});

describe('a frozen object', () => {
  it('that is a task causes one error, and the other tasks run', () => {
    const { errors, host, log, loop } = recordedLoop();
    for (const name of ['a', 'frozen', 'b']) {
      const task = new Task(() => log.push(name));
      loop.submit(task, 1);
      if (name === 'frozen') Object.freeze(task);
    }
    host.advanceTo(10);
    loop.submit(new Task(() => log.push('later')), 1);
    host.advanceTo(20);
    expect(log).toEqual(['a', 'frozen', 'b', 'later']);
    expect(errors).toHaveLength(1);
  });

  it('that is a generator task is reported, and the other tasks run', () => {
    const { errors, host, log, loop } = recordedLoop();
    const steps = new Task(function* () {
      for (;;) yield log.push('step');
    });
    loop.submit(steps, 1);
    Object.freeze(steps);
    loop.submit(new Task(() => log.push('other')), 1);
    host.advanceTo(10);
    loop.submit(new Task(() => log.push('later')), 1);
    host.advanceTo(20);
    expect([log, errors.length > 0]).toEqual([['other', 'later'], true]);
  });

  it('that is a periodic timer causes one error, and the other timers fire', () => {
    const { errors, host, log, loop } = recordedLoop();
    const frozen = new Timer(() => log.push('frozen'), { every: 5 });
    loop.submit(frozen);
    Object.freeze(frozen);
    loop.submit(new Timer(() => log.push('other'), { every: 4 }));
    host.advanceTo(13);
    expect([log, errors.length, loop.pendingTimers]).toEqual([['other', 'other', 'other'], 1, 1]);
  });
});

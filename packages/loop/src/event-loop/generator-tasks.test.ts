import { describe, expect, it } from 'vitest';
import { Task } from './task.ts';
import { stage } from './virtual-stage.test.setup.ts';

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

import { describe, expect, it } from 'vitest';
import type { Batch } from './batch.ts';
import { EventLoop } from './event-loop.ts';
import { VirtualHost } from '../host/virtual-host.ts';
import { recordedLoop } from './recorded-loop.test.setup.ts';
import { Task } from './task.ts';
import { Timer } from './timer.ts';

describe('a batch', () => {
  it('is cancelled in time proportional to its own tasks', () => {
    // If the time were proportional to all pending tasks, this would take minutes and exceed the time limit of the test.
    const { loop } = recordedLoop();
    const batches = Array.from({ length: 100_000 }, () => {
      const batch = loop.batch();
      batch.submit(new Task(() => {}), 1);
      return batch;
    });
    const first = new Task(() => {});
    loop.submit(first, 1);
    expect(batches.every((batch) => batch.cancel() === 1)).toBe(true);
    expect([loop.pending, loop.stats.cancelled]).toEqual([1, 100_000]);
  });

  it('drops only its pending tasks, in the order of submission', () => {
    const { host, log, loop } = recordedLoop();
    const [batch, other] = [loop.batch(), loop.batch()];
    const tasks = Array.from(
      { length: 100 },
      (_, i) => new Task(() => {}, { onDrop: () => log.push(`${i}`) }),
    );
    for (const task of tasks) batch.submit(task, 1);
    other.submit(tasks[1]!, 1);
    loop.submit(tasks[2]!, 1);
    batch.submit(tasks[3]!, 1);
    loop.cancel(tasks[4]!);
    expect(batch.cancel()).toBe(97);
    expect(log).toEqual(['4', '0', ...Array.from({ length: 95 }, (_, i) => `${i + 5}`), '3']);
    host.advanceTo(10);
    for (const task of tasks) {
      batch.submit(task, 1);
      host.advanceTo(host.now() + 1);
    }
    expect(batch.cancel()).toBe(0);
  });

  it('loses a waiting task that is submitted again without a batch or with another batch', () => {
    const { loop } = recordedLoop();
    const [batch, other] = [loop.batch(), loop.batch()];
    const [toLoop, toOther] = [new Task(() => {}), new Task(() => {})];
    for (const task of [toLoop, toOther]) batch.submit(task, 1);
    loop.submit(toLoop, 2);
    other.submit(toOther, 2);
    expect(batch.cancel()).toBe(0);
    expect([loop.isPending(toLoop), loop.isPending(toOther)]).toEqual([true, true]);
    expect(other.cancel()).toBe(1);
    expect(loop.pending).toBe(1);
  });

  it('includes a task whose callback fills the batch before it returns a generator', () => {
    const { host, loop } = recordedLoop();
    const batch = loop.batch();
    const steps = function* (): Generator<void, void> {
      for (;;) yield host.spend(1);
    };
    const task = new Task(() => {
      for (let i = 0; i < 40; i++) batch.submit(new Task(() => {}), 2);
      return steps();
    });
    batch.submit(task, 1);
    host.advanceTo(10);
    expect([batch.cancel(), loop.pending]).toEqual([1, 0]);
  });
});

describe('a task that was dropped', () => {
  it.each(['the loop', 'the batch'])(
    'keeps its new expiry if onDrop of another task submits it again while %s is cancelled',
    (whose) => {
      const { host, log, loop } = recordedLoop();
      const batch = loop.batch();
      const note = (reason: string): unknown => log.push(`${reason} at ${host.now()}`);
      const expiring = new Task(() => log.push('ran'), { expiresIn: 10, onDrop: note });
      const steps = new Task(
        function* () {
          for (;;) yield log.push('step');
        },
        { onDrop: note },
      );
      const first = new Task(() => {}, {
        onDrop: () => {
          for (const task of [expiring, steps]) loop.submit(task, 0);
          loop.stop();
        },
      });
      loop.stop();
      for (const task of [first, expiring, steps]) batch.submit(task, 1);
      expect(whose === 'the loop' ? loop.cancelAll() : batch.cancel()).toBe(3);
      expect(log).toEqual(['cancelled at 0', 'cancelled at 0']);
      expect([loop.pending, loop.pendingTimers]).toEqual([2, 1]);
      loop.submit(new Task(() => host.spend(20)), 1);
      loop.start();
      host.advanceTo(21);
      expect(log[2]).toBe('expired at 20');
    },
  );

  it('calls onDrop even if the finally block of its generator throws', () => {
    const { errors, host, log, loop } = recordedLoop();
    const task = new Task(
      function* () {
        try {
          for (;;) yield host.spend(5);
        } finally {
          JSON.parse('{');
        }
      },
      { onDrop: (reason) => log.push(reason) },
    );
    loop.submit(task, 1);
    host.advanceTo(1);
    loop.cancel(task);
    expect([log, errors]).toEqual([['cancelled'], [expect.stringContaining('JSON')]]);
  });
});

describe('a running task', () => {
  it.each([undefined, 100])(
    'cannot be submitted to another loop, and the failed call changes nothing, with expiresIn: %s',
    (expiresIn) => {
      const [first, second] = [recordedLoop(), recordedLoop()];
      const task: Task = new Task(() => second.loop.submit(task, 1), { expiresIn });
      first.loop.submit(task, 1);
      first.host.advanceTo(1);
      expect(first.errors).toEqual([
        'EventLoop.submit: the item is pending or running in another loop; cancel it there first',
      ]);
      expect([second.loop.pending, second.loop.pendingTimers, second.loop.stats.submitted]).toEqual([
        0, 0, 0,
      ]);
      second.loop.submit(task, 1);
      expect([second.loop.pending, first.loop.pendingTimers]).toEqual([1, 0]);
    },
  );

  it('can be submitted to another loop after it has failed', () => {
    const [host, second] = [new VirtualHost(), recordedLoop()];
    const loop = new EventLoop({ host, onError: (_, task) => second.loop.submit(task as Task, 1) });
    const task = new Task(() => JSON.parse('{'), { expiresIn: 100 });
    loop.submit(task, 1);
    host.advanceTo(1);
    expect([loop.pendingTimers, second.loop.pending, second.loop.pendingTimers]).toEqual([0, 1, 1]);
  });
});

it.each([{}, null, new Event('click'), 'of another loop'])(
  'submit and cancelAll throw an error if the batch is %s, and change nothing',
  (given) => {
    const loop = new EventLoop({ host: new VirtualHost() });
    const other = new EventLoop({ host: new VirtualHost() }).batch();
    const batch = (given === 'of another loop' ? other : given) as Batch;
    const task = new Task(() => {});
    expect(() => loop.submit(task, 1, batch)).toThrow('EventLoop.submit: batch must be a batch of this loop');
    expect(() => loop.cancelAll(batch)).toThrow('EventLoop.cancelAll: batch must be a batch of this loop');
    expect([loop.pending, loop.stats.submitted, task.batch]).toEqual([0, 0, undefined]);
  },
);

it('a batch does not accept a timer', () => {
  const { loop } = recordedLoop();
  const timer = new Timer(() => {}, { after: 1 });
  expect(() => loop.batch().submit(timer as unknown as Task, 1)).toThrow(
    'Batch.submit: task must be a Task, got',
  );
  expect(loop.pendingTimers).toBe(0);
});

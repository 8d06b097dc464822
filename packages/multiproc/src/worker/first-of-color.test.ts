import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Code, messageOf, NONE } from '../transport/message-format.ts';
import { startWorker } from './started-worker.test.setup.ts';

describe('in a worker, the first task of a color gets the highest priority among the tasks of that color', () => {
  /** A task, and whether it is cancelled before it can begin. */
  interface Wanted {
    readonly priority: number;
    readonly color: number;
    readonly isCancelled: boolean;
  }
  const runs = (jobs: readonly Wanted[], functionIndex = 0): number[] =>
    jobs.flatMap(({ color, priority }, id) => [Code.run, id, functionIndex, priority, color, 1, 0]);

  /** The order in which tasks run, by the definition. */
  function naiveOrder(jobs: readonly Wanted[]): number[] {
    let left = jobs.map((job, id) => ({ ...job, id })).filter(({ isCancelled }) => !isCancelled);
    const order: number[] = [];
    while (left.length > 0) {
      const heads = left.filter(
        ({ color }, i) => color === NONE || left.findIndex((job) => job.color === color) === i,
      );
      const [next] = heads
        .map(({ color, id, priority }) => {
          const chain = left.filter((job) => color !== NONE && job.color === color);
          return { id, priority: Math.max(priority, ...chain.map((job) => job.priority)) };
        })
        .toSorted((one, other) => other.priority - one.priority || one.id - other.id);
      order.push(next!.id);
      left = left.filter(({ id }) => id !== next!.id);
    }
    return order;
  }

  test('for any combination of waiting and cancelled tasks', () => {
    const wanted = fc.record({
      color: fc.constantFrom(NONE, 1, 2),
      isCancelled: fc.boolean(),
    });
    // No two colors have a priority in common: among equals the order depends on when each got its priority.
    const priority = ({ color }: { color: number }, rank: number, id: number): number =>
      rank * 3 + color + (color === NONE ? id / 100 : 0);
    fc.assert(
      fc.property(fc.array(fc.tuple(wanted, fc.nat(5)), { maxLength: 20 }), (drawn) => {
        const jobs = drawn.map(([job, rank], id) => ({ ...job, priority: priority(job, rank, id) }));
        const cancels = jobs.flatMap(({ isCancelled }, id) => (isCancelled ? [Code.cancel, id] : []));
        const worker = startWorker(() => ({ work: () => {} }));
        worker.send(messageOf([...runs(jobs), ...cancels], []));
        const order = worker.settle().flatMap(({ code, id }) => (code === Code.done ? [id] : []));
        expect(order).toEqual(naiveOrder(jobs));
      }),
    );
  });

  test.each([
    ['before it began', 0],
    ['after it had begun', 5],
  ])('but a generator continues at its own priority if a high-priority task came %s', (_, delay) => {
    const log: string[] = [];
    const worker = startWorker((thread) => ({
      *steps() {
        for (let i = 0; i < 3; i++) {
          log.push('step');
          thread.spend(10);
          yield;
        }
      },
      work: (name: string) => void log.push(name),
    }));
    const generator = [Code.run, 0, 0, 1, 5, 1, 0];
    const others = [Code.run, 1, 1, 9, 5, 1, 1, Code.run, 2, 1, 5, NONE, 1, 1];
    if (delay === 0) worker.send(messageOf([...generator, ...others], ['urgent', 'other']));
    else {
      worker.send(messageOf(generator, []));
      worker.send(messageOf(others, ['urgent', 'other']), delay);
    }
    worker.settle();
    expect(log).toEqual(['step', 'other', 'step', 'step', 'urgent']);
  });

  test('a task that waits for a promise is reported with its work time', () => {
    const worker = startWorker((thread) => ({
      wait: (ms: number) => {
        thread.spend(ms);
        return new Promise(() => {});
      },
    }));
    worker.send(messageOf([Code.run, 7, 0, 1, NONE, 1, 1, Code.run, 8, 0, 1, NONE, 1, 1], [3, 5]));
    worker.settle();
    expect(worker.waiting).toEqual([
      [7, 3],
      [8, 5],
    ]);
  });

  test('a function that waits for a promise is not called again when a high-priority task of its color arrives', () => {
    let calls = 0;
    const worker = startWorker(() => ({
      wait: () => {
        calls++;
        return new Promise(() => {});
      },
    }));
    worker.send(messageOf([Code.run, 0, 0, 1, 5, 1, 0], []));
    worker.send(messageOf([Code.run, 1, 0, 9, 5, 1, 0], []), 10);
    worker.send(messageOf([Code.cancel, 1], []), 20);
    worker.settle();
    expect(calls).toBe(1);
  });
});

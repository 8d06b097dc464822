import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAlive } from '../count-alive.test.setup.ts';
import { Color } from './color.ts';
import { CostEstimate } from './cost-estimate.ts';
import type { Job } from './job.ts';
import { newJob } from './new-job.ts';
import { Scheduler } from './scheduler.ts';

test('while a long job of a color runs, the color keeps no reference to later jobs that have ended', async () => {
  const scheduler = new Scheduler({ window: 8, send: () => {} });
  scheduler.add(0);
  const submit = (): Job => {
    const job = newJob(new CostEstimate());
    scheduler.submit(job, 'red');
    scheduler.dispatch();
    return job;
  };
  const long = submit();
  let last = submit();
  const ended = Array.from({ length: 50 }, () => {
    const job = last;
    last = submit();
    scheduler.completed(job); // it was cancelled or has expired
    return new WeakRef(job);
  });
  expect(await countAlive(ended)).toBeLessThan(5);
  expect(last.color!.head).toBe(long);
});

const waiting = (priority: number): Job => newJob(new CostEstimate(), priority);

test('a color has the highest priority of its jobs, whatever is added, removed or changed', () => {
  const action = fc.record({
    kind: fc.constantFrom('push', 'push', 'push', 'shift', 'remove', 'rerank', 'putBack'),
    at: fc.nat(20),
    priority: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
      const color = new Color('red', 0);
      const list: Job[] = [];
      for (const { at, kind, priority } of actions) {
        const job = list[at];
        if (kind === 'push') {
          list.push(waiting(priority));
          color.push(list.at(-1)!);
        } else if (kind === 'putBack') {
          const back = [waiting(priority), waiting(0)];
          color.putBack(back);
          list.unshift(...back);
        } else if (kind === 'shift' && list.length > 0) {
          expect(color.shift()).toBe(list.shift());
        } else if (kind === 'remove' && job !== undefined) {
          color.remove(job);
          list.splice(at, 1);
        } else if (kind === 'rerank' && job !== undefined) {
          (job as { priority: number }).priority = priority;
          color.rerank(job);
        }
        expect([color.size, color.priority]).toEqual([
          list.length,
          Math.max(...list.map((one) => one.priority)),
        ]);
      }
    }),
  );
});

test.each([
  ['rise', (i: number) => i],
  ['fall', (i: number) => -i],
  ['alternate', (i: number) => (i % 2) * i],
  ['are equal', () => 0],
])(
  'if priorities %s, a color reads fewer than 10 priorities per job while jobs begin, change and are removed',
  (_order, priorityOf) => {
    const color = new Color('red', 0);
    let reads = 0;
    const jobs = Array.from({ length: 5000 }, (_, i) => {
      let priority = priorityOf(i);
      return Object.defineProperty(waiting(0), 'priority', {
        get: () => (reads++, priority),
        set(changed: number) {
          priority = changed;
        },
      });
    });
    for (const job of jobs) color.push(job);
    for (let i = 0, last = jobs.length - 1; i < last - 1; i++, last -= 2) {
      expect(color.shift()).toBe(jobs[i]);
      color.remove(jobs[last]!);
      (jobs[last - 1] as { priority: number }).priority = i;
      color.rerank(jobs[last - 1]!);
      expect(color.priority).toBeGreaterThan(-Infinity);
    }
    expect(reads).toBeLessThan(10 * jobs.length);
  },
);

test('while the oldest job of a color waits, the slots of removed later jobs are reused', () => {
  const color = new Color('red', 0);
  color.push(waiting(1));
  for (let i = 0; i < 1000; i++) {
    const job = waiting(2);
    color.push(job);
    expect(job.slot).toBeLessThan(100);
    color.remove(job);
  }
  expect(color.priority).toBe(1);
});

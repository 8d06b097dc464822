import { expect, test } from 'vitest';
import { countAlive } from '../count-alive.test.setup.ts';
import { FunctionCost } from './function-cost.ts';
import type { Job } from './job.ts';
import { newJob } from './new-job.ts';
import { Scheduler } from './scheduler.ts';

test('jobs that have ended behind one that takes long are not kept', async () => {
  const scheduler = new Scheduler({ window: 8, send: () => {} });
  scheduler.add(0);
  const submit = (): Job => {
    const job = newJob(new FunctionCost());
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

import { expect, test } from 'vitest';
import { Job } from './job.ts';
import { SpareJobs } from './spare-jobs.ts';

const jobOf = (functionIndex: number): Job =>
  new Job(
    () => {},
    functionIndex,
    () => {},
  );

test('a finished job is reused for a task of the same function', () => {
  const spare = new SpareJobs();
  const [first, second] = [jobOf(0), jobOf(3)];
  spare.keep(first);
  spare.keep(second);
  expect(spare.take(1)).toBe(undefined);
  expect(spare.take(3)).toBe(second);
  expect(spare.take(3)).toBe(undefined);
  expect(spare.take(0)).toBe(first);
});

test('a stored job does not hold the arguments of its last task', () => {
  const spare = new SpareJobs();
  const job = jobOf(0);
  job.args = [{}];
  spare.keep(job);
  expect(job.args).toEqual([]);
});

test('the number of stored jobs is limited', () => {
  const spare = new SpareJobs();
  for (let i = 0; i < 10_000; i++) spare.keep(jobOf(0));
  let kept = 0;
  while (spare.take(0) !== undefined) kept++;
  expect(kept).toBe(1024);
});

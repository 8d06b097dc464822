import { expect, test } from 'vitest';
import { JobClaims } from './job-claims.ts';

function bothEnds(blocks: number): [pool: JobClaims, worker: JobClaims] {
  const ends: [JobClaims, JobClaims] = [new JobClaims(), new JobClaims()];
  for (let i = 0; i < blocks; i++) {
    const block = JobClaims.allocate();
    for (const end of ends) end.add(block);
  }
  return ends;
}

test('a job belongs to the thread that claims it first', () => {
  const [pool, worker] = bothEnds(3);
  for (const id of [0, 1, 1023, 1024, 3071]) {
    for (const pair of [1, 2]) {
      pool.reset(id);
      const [first, second] =
        pair === 1
          ? [() => worker.begin(id), () => pool.withdraw(id)]
          : [() => pool.withdraw(id), () => worker.begin(id)];
      expect([first(), second()]).toEqual([true, false]);
    }
  }
});

test('an id that is reused for another job can be claimed again', () => {
  const [pool, worker] = bothEnds(1);
  expect(worker.begin(5)).toBe(true);
  pool.reset(5);
  expect(worker.begin(5)).toBe(true);
  expect(pool.withdraw(5)).toBe(false);
});

test('the pool sees which job is running', () => {
  const [pool, worker] = bothEnds(2);
  expect(pool.running).toBe(-1);
  worker.running = 7;
  expect(pool.running).toBe(7);
});

test('without shared memory every claim succeeds', () => {
  const claims = new JobClaims();
  expect([claims.begin(3), claims.withdraw(3), claims.capacity]).toEqual([true, true, 0]);
});

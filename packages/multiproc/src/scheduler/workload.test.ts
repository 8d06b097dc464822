import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { runs } from '../../../runs.test.setup.ts';
import { CostEstimate } from './cost-estimate.ts';
import { WorkerLoad } from './worker-load.ts';
import { newJob } from './new-job.ts';
import { Scheduler } from './scheduler.ts';
import { Workload } from './workload.ts';

/** The expected result of `othersNeed`, computed by a loop over all workers. */
function naive(workers: readonly WorkerLoad[], worker: WorkerLoad, mean: number, ms: number): number {
  const others = workers.filter((other) => other !== worker && !other.isResting);
  if (others.length === 0) return Infinity;
  const left = others.reduce((sum, { ahead }) => sum + ahead, ms);
  const speed = others.reduce((sum, other) => sum + other.speed, 0);
  return Math.max(Math.min(...others.map((other) => other.waitFor(mean))), left / speed);
}

test('othersNeed returns the same time as a loop over all other workers', () => {
  const profile = fc.record({
    jobs: fc.nat(3),
    excess: fc.constantFrom(0, -1, 0.5),
    isResting: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(profile), fc.nat(5), fc.nat(20), (profiles, mean, ms) => {
      const cost = new CostEstimate();
      cost.measured(1, 0.3, 1);
      const workers = profiles.map(({ excess, isResting, jobs }, index) => {
        const worker = new WorkerLoad(index, 'auto');
        worker.isResting = isResting;
        worker.measured(10, 10, excess);
        for (let i = 0; i < jobs; i++) worker.sent(newJob(cost, 0));
        return worker;
      });
      const workload = new Workload();
      workload.measure([...workers, ...workers], mean); // earlier measurements do not count
      workload.measure(workers, mean);
      for (const worker of workers.filter(({ isResting }) => !isResting)) {
        const expected = naive(workers, worker, mean, ms);
        const found = workload.othersNeed(worker, ms);
        if (expected === Infinity) expect(found).toBe(Infinity);
        else expect(found).toBeCloseTo(expected, 9);
      }
    }),
    { numRuns: runs({ gate: 300, long: 10_000 }) },
  );
});

test('200 busy workers are examined fewer than 2,000 times in all for the next job', () => {
  const cost = new CostEstimate();
  const scheduler = new Scheduler({ send: () => {} });
  for (let i = 0; i < 200; i++) scheduler.add(i);
  for (let i = 0; i < 200; i++) scheduler.submit(newJob(cost, 0));
  scheduler.dispatch();
  scheduler.submit(newJob(cost, 0));
  const waits = vi.spyOn(WorkerLoad.prototype, 'waitFor');
  try {
    scheduler.dispatch();
    expect(waits.mock.calls.length).toBeLessThan(2000);
  } finally {
    waits.mockRestore();
  }
});

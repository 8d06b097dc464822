import type { CostEstimate } from './cost-estimate.ts';
import type { Job } from './job.ts';

/** Returns a new job, which no scheduler knows. `cost`: cost estimate of its function. */
export function newJob(cost: CostEstimate, priority = 0): Job {
  return {
    priority,
    cost,
    expected: 0,
    sentIn: 0,
    waits: false,
    slot: 0,
    color: undefined,
    worker: undefined,
  };
}

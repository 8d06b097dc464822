import type { FunctionCost } from './function-cost.ts';
import type { Job } from './job.ts';

/** A job that no scheduler knows yet, and that holds nothing else. `cost`: of its function. */
export function newJob(cost: FunctionCost, priority = 0): Job {
  return {
    priority,
    cost,
    expected: 0,
    sentIn: 0,
    waits: false,
    slot: 0,
    color: undefined,
    lane: undefined,
  };
}

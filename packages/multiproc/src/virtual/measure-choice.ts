import type { Clock } from '@doha/loop';
import { checkCallback, checkNumber, checkObject } from '@doha/loop/options';
import { CostEstimate } from '../scheduler/cost-estimate.ts';
import type { Job } from '../scheduler/job.ts';
import type { WorkerLoad } from '../scheduler/worker-load.ts';
import { newJob } from '../scheduler/new-job.ts';
import { Scheduler } from '../scheduler/scheduler.ts';

const MANY = 64;
const ROUNDS = 20;
const TASKS = 5000;
/** Number of tasks that a worker finishes together. */
const AT_ONCE = 8;

/**
 * Measures how long the scheduler takes to choose a worker, in ms for each task and each worker beyond the first. It needs no workers: the scheduler only
 * chooses. Takes about a second.
 *
 * `clock` must count milliseconds of real time. Throws a TypeError if it is not an object with a function `now` that returns a number, and a RangeError if
 * the number is not finite.
 */
export function measureChoice(clock: Clock = performance): number {
  checkObject('measureChoice: clock', clock);
  checkCallback('measureChoice: clock.now', (clock as { readonly now: unknown }).now);
  let [few, many] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    few = Math.min(few, timeOfChoices(1, clock));
    many = Math.min(many, timeOfChoices(MANY, clock));
  }
  return Math.max(0, (many - few) / (MANY - 1));
}

/** Returns the time in ms per task, with this number of workers, which finish their tasks in turn. */
function timeOfChoices(workers: number, clock: Clock): number {
  const jobsOf = new Map<WorkerLoad, Job[]>();
  const cost = new CostEstimate();
  const scheduler = new Scheduler({
    window: 2 * AT_ONCE,
    send: (job, worker) => jobsOf.get(worker)!.push(job),
  });
  for (let index = 0; index < workers; index++) {
    const worker = scheduler.add(index);
    scheduler.measured(worker, cost, 1, 1);
    jobsOf.set(worker, []);
  }
  for (let i = 0; i < TASKS; i++) scheduler.submit(newJob(cost));
  scheduler.dispatch();
  const began = readingOf(clock);
  const before = scheduler.waiting;
  while (scheduler.waiting > 0) {
    for (const jobs of jobsOf.values()) {
      for (const job of jobs.splice(0, AT_ONCE)) scheduler.completed(job);
      scheduler.dispatch();
    }
  }
  return (readingOf(clock) - began) / before;
}

function readingOf(clock: Clock): number {
  return checkNumber('measureChoice: the result of clock.now', clock.now());
}

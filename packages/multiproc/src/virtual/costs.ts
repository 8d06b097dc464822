import { checkKind, checkNumber, checkObject } from '@doha/loop/options';

/** Costs of tasks and messages in ms. {@link fitCosts} computes them from runs with one worker. */
export interface Costs {
  readonly main: MainCosts;
  readonly worker: WorkerCosts;
  /** Time from sending a message until an idle thread begins to receive it. */
  readonly latency: number;
}

/** Costs in the thread that submits, in ms. */
export interface MainCosts {
  /** Submitting a task. */
  readonly submit: number;
  /** Sending a task and receiving its result. */
  readonly task: number;
  /** The application's handling of a result. It runs after the next tasks have been sent, as code after an `await` does. */
  readonly settle: number;
  /** Choosing a worker, for each task and each worker beyond the first. `measureChoice` measures it. */
  readonly choice: number;
  /** Sending or receiving one message: waking the other thread, beginning and ending a turn. */
  readonly message: number;
}

/** Costs in a worker, in ms. */
export interface WorkerCosts {
  /** Running a task, without the time of its function. */
  readonly task: number;
  /** As `message` of {@link MainCosts}. */
  readonly message: number;
}

/** A measured run: many tasks, submitted at once to a pool with one worker. Times in ms. */
export interface MeasuredRun {
  /** Number of tasks. */
  readonly tasks: number;
  /** Time to submit all tasks. */
  readonly submitting: number;
  /** Time from the first submission to the end of the last task. */
  readonly elapsed: number;
  /** Busy time of both threads. */
  readonly busy: { readonly main: number; readonly worker: number };
  /** Number of messages, in both directions. */
  readonly messages: number;
}

/** Measurements of a machine: runs of tasks whose function does nothing. */
export interface Measurements {
  /**
   * Runs in which no result is awaited, with several values of `window`. One value must be 1: then each task is a message of its own, and the two threads
   * work in turn.
   */
  readonly withoutResults: readonly MeasuredRun[];
  /** Runs in which each result is awaited. */
  readonly withResults: readonly MeasuredRun[];
  /** As `choice` of {@link MainCosts}. */
  readonly choice: number;
}

/**
 * Computes the costs from runs with one worker. Throws a TypeError if a measurement is missing or of a wrong type, and a RangeError if a list of runs is empty,
 * a number is out of its range, or all runs of `withoutResults` have the same number of tasks per message.
 */
export function fitCosts(measurements: Measurements): Costs {
  check(measurements);
  const { choice, withResults, withoutResults } = measurements;
  const main = fitLine(withoutResults, (run) => run.busy.main - run.submitting);
  const worker = fitLine(withoutResults, (run) => run.busy.worker);
  const settling = withResults.map(
    ({ busy, messages, submitting, tasks }) =>
      (busy.main - submitting - messages * main.message) / tasks - main.task,
  );
  return {
    main: {
      ...main,
      submit: mean(withResults.map(({ submitting, tasks }) => submitting / tasks)),
      settle: Math.max(0, mean(settling)),
      choice,
    },
    worker,
    latency: latencyOf(withoutResults, (main.message + worker.message) / 2),
  };
}

function check(measurements: Measurements): void {
  checkObject('fitCosts: measurements', measurements);
  const { choice, withResults, withoutResults } = measurements;
  checkNumber('fitCosts: choice', choice, { min: 0 });
  checkRuns('fitCosts: withoutResults', withoutResults);
  checkRuns('fitCosts: withResults', withResults);
}

function checkRuns(what: string, runs: readonly MeasuredRun[]): void {
  checkKind(what, Array.isArray(runs), 'an array of runs', runs);
  checkNumber(`${what}.length`, runs.length, { min: 1 });
  for (const [i, run] of runs.entries()) checkRun(`${what}[${i}]`, run);
}

function checkRun(what: string, run: MeasuredRun): void {
  checkObject(what, run);
  checkObject(`${what}.busy`, run.busy);
  for (const name of ['tasks', 'messages'] as const) checkNumber(`${what}.${name}`, run[name], { above: 0 });
  for (const name of ['submitting', 'elapsed'] as const)
    checkNumber(`${what}.${name}`, run[name], { min: 0 });
  for (const name of ['main', 'worker'] as const)
    checkNumber(`${what}.busy.${name}`, run.busy[name], { min: 0 });
}

// If the threads take turns, both are idle while a message is in flight. The latency also contains the cost of
// sending the message, in which the sender is busy, so this cost is added.
function latencyOf(runs: readonly MeasuredRun[], sending: number): number {
  const most = runs.reduce((greatest, run) => Math.max(greatest, densityOf(run)), 0);
  const alternating = runs.filter((run) => densityOf(run) === most);
  const waits = alternating.map(
    ({ busy, elapsed, messages }) => (elapsed - busy.main - busy.worker) / messages + sending,
  );
  return Math.max(0, mean(waits));
}

/**
 * Computes the cost of a task and of a message from the total time of both: fits a line to the runs
 * by least squares of the relative errors. Absolute errors would give too little weight to runs
 * with wide windows, which determine the cost of a task.
 */
function fitLine(
  runs: readonly MeasuredRun[],
  timeOf: (run: MeasuredRun) => number,
): { task: number; message: number } {
  let [weight, x1, x2, y1, xy] = [0, 0, 0, 0, 0];
  for (const run of runs) {
    const x = densityOf(run);
    const y = timeOf(run) / run.tasks;
    if (!(y > 0))
      throw new RangeError(
        'fitCosts: in each run, busy.main must be greater than submitting, and busy.worker greater than 0',
      );
    const w = 1 / y ** 2;
    weight += w;
    x1 += w * x;
    x2 += w * x * x;
    y1 += w * y;
    xy += w * x * y;
  }
  const spread = weight * x2 - x1 * x1;
  if (!(spread > 1e-9 * weight * x2)) {
    throw new RangeError('fitCosts: runs must differ in how many tasks a message holds, and do not');
  }
  const message = Math.max(0, (weight * xy - x1 * y1) / spread);
  return { task: Math.max(0, (y1 - message * x1) / weight), message };
}

/** Messages per task. */
function densityOf({ messages, tasks }: MeasuredRun): number {
  return messages / tasks;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What tasks and messages cost, in ms. `fitCosts` finds it from runs with one worker. */
export interface Costs {
  readonly main: MainCosts;
  readonly worker: WorkerCosts;
  /** From the sending of an envelope until a thread that is idle begins to receive it. */
  readonly latency: number;
}

/** Of the thread that submits. */
export interface MainCosts {
  /** To submit a task. */
  readonly submit: number;
  /** To send it, and to receive what it gave. */
  readonly task: number;
  /** What the program does with that, after the next tasks have been sent. */
  readonly settle: number;
  /** For each task and each worker beyond the first: to choose among them. `measureChoice` finds it. */
  readonly choice: number;
  /** Of each envelope that is sent or received: to wake the other thread, to begin and to end a turn. */
  readonly envelope: number;
}

export interface WorkerCosts {
  /** Of a task beside its function. */
  readonly task: number;
  /** As that of the thread that submits. */
  readonly envelope: number;
}

/** A burst of tasks in one worker. Times in ms. */
export interface MeasuredRun {
  readonly tasks: number;
  /** How long it took to submit them. */
  readonly submitting: number;
  /** From the first submit to the last end. */
  readonly elapsed: number;
  /** For how long each of both threads was busy. */
  readonly busy: { readonly main: number; readonly worker: number };
  /** Those of both directions. */
  readonly envelopes: number;
}

/** What is known of a machine and a program: runs of tasks whose function does nothing. */
export interface Measurements {
  /**
   * Nobody asks for what the tasks give. With windows of several widths, one of them 1, where each task is an envelope and the threads take
   * turns.
   */
  readonly unheard: readonly MeasuredRun[];
  /** Each result is waited for. */
  readonly heard: readonly MeasuredRun[];
  /** As in the costs. */
  readonly choice: number;
}

/**
 * What each thing has cost in runs with one worker. Throws a RangeError if those that are not heard do not differ in how many tasks an
 * envelope holds.
 */
export function fitCosts({ choice, heard, unheard }: Measurements): Costs {
  const main = fitLine(unheard, (run) => run.busy.main - run.submitting);
  const worker = fitLine(unheard, (run) => run.busy.worker);
  const settling = heard.map(
    ({ busy, envelopes, submitting, tasks }) =>
      (busy.main - submitting - envelopes * main.envelope) / tasks - main.task,
  );
  return {
    main: {
      ...main,
      submit: mean(heard.map(({ submitting, tasks }) => submitting / tasks)),
      settle: Math.max(0, mean(settling)),
      choice,
    },
    worker,
    latency: latencyOf(unheard, (main.envelope + worker.envelope) / 2),
  };
}

// Where the threads take turns, both are idle while an envelope is under way, but for what it costs to send it.
function latencyOf(runs: readonly MeasuredRun[], sending: number): number {
  const most = Math.max(...runs.map(densityOf));
  const alternating = runs.filter((run) => densityOf(run) === most);
  const waits = alternating.map(
    ({ busy, elapsed, envelopes }) => (elapsed - busy.main - busy.worker) / envelopes + sending,
  );
  return Math.max(0, mean(waits));
}

/**
 * What a task and what an envelope costs by the time that was spent on both: a line through the runs, to which they are as near as can be
 * relative to their height. What wide windows tell of tasks must not drown in what narrow ones cost.
 */
function fitLine(
  runs: readonly MeasuredRun[],
  timeOf: (run: MeasuredRun) => number,
): { task: number; envelope: number } {
  let [weight, x1, x2, y1, xy] = [0, 0, 0, 0, 0];
  for (const run of runs) {
    const x = densityOf(run);
    const y = timeOf(run) / run.tasks;
    const w = 1 / y ** 2;
    weight += w;
    x1 += w * x;
    x2 += w * x * x;
    y1 += w * y;
    xy += w * x * y;
  }
  const spread = weight * x2 - x1 * x1;
  if (!(spread > 1e-9 * weight * x2)) {
    throw new RangeError('fitCosts: runs must differ in how many tasks an envelope holds, and do not');
  }
  const envelope = Math.max(0, (weight * xy - x1 * y1) / spread);
  return { task: Math.max(0, (y1 - envelope * x1) / weight), envelope };
}

/** Envelopes for each task. */
function densityOf({ envelopes, tasks }: MeasuredRun): number {
  return envelopes / tasks;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

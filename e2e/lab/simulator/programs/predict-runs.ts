import {
  type Costs,
  fitCosts,
  measureChoice,
  type MeasuredRun,
  type Measurements,
  simulate,
  type SimulatedTask,
} from '@doha/multiproc/virtual';

/** A burst for which a prediction is requested. */
export interface RequestedBurst {
  readonly workers: number;
  /** Number of cores that all threads share. By default each thread has its own core. */
  readonly cores?: number;
  /** Nominal work per task in ms, for which a single worker was measured. */
  readonly cost: number;
  readonly tasks: number;
}

/** The measured runs of a single worker. */
export interface SingleWorkerRuns {
  /** Bursts of empty tasks. */
  readonly empty: Omit<Measurements, 'choice'>;
  /** Bursts of tasks with work, by their nominal work in ms. */
  readonly working: readonly { readonly cost: number; readonly run: MeasuredRun }[];
}

/** Costs, and the predictions that follow from them. */
export interface Predictions {
  readonly costs: Costs;
  /** Measured work per task in ms, by the nominal work. */
  readonly taskCosts: readonly { readonly cost: number; readonly found: number }[];
  /** In the order of the requests. */
  readonly bursts: readonly { readonly tasksPerSecond: number; readonly mainLoad: number }[];
  readonly frames: readonly Frame[];
}

/** Predicts bursts and the frames of a ray tracer from runs of a single worker. */
export async function predictRuns(
  singleWorker: SingleWorkerRuns,
  requested: readonly RequestedBurst[],
): Promise<Predictions> {
  const costs = fitCosts({ ...singleWorker.empty, choice: measureChoice() });
  const taskCosts = singleWorker.working.map(({ cost, run }) => ({ cost, found: ownCost(run, costs) }));
  const bursts = [];
  for (const { cost, tasks, ...machine } of requested) {
    const { found } = taskCosts.find((one) => one.cost === cost) ?? { found: 0 };
    const { main, tasksPerSecond } = await simulate({
      ...machine,
      costs,
      tasks: Array.from({ length: tasks }, () => ({ cost: found })),
    });
    bursts.push({ tasksPerSecond, mainLoad: main.load });
  }
  return { costs, taskCosts, bursts, frames: await predictFrames(costs) };
}

/** Returns the ms per task that a worker spent in the function of the task, without the costs of tasks and messages. */
function ownCost({ busy, messages, tasks }: MeasuredRun, { worker }: Costs): number {
  return Math.max(0, (busy.worker - messages * worker.message) / tasks - worker.task);
}

/** Durations of a frame in ms, by the share of tasks with a unique color. */
export interface Frame {
  readonly ownColors: number;
  /** One worker is limited to a quarter of its CPU time. The scheduler assigns the tasks. */
  readonly limited: number;
  /** The same with round robin assignment. */
  readonly limitedRoundRobin: number;
  /** No worker is limited. */
  readonly whole: number;
  readonly wholeRoundRobin: number;
}

/** The frame of the paper (DOHA, WWW'12, table 1), which occupies four workers for 309 ms. */
const bands = 400;
const bandCost = (309 * 4) / bands;
const majorColors = 4;
const fullWorkers = [1, 1, 1, 1];
const limitedWorkers = [0.25, 1, 1, 1];

async function predictFrames(costs: Costs): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const ownColors of [0, 0.25, 0.5, 0.75, 1]) {
    const tasks = Array.from({ length: bands }, (_, band) => bandOf(band, ownColors));
    const frame = async (workers: readonly number[], assign: 'scheduler' | 'round-robin'): Promise<number> =>
      (await simulate({ workers, costs, tasks, assign })).elapsed;
    frames.push({
      ownColors,
      limited: await frame(limitedWorkers, 'scheduler'),
      limitedRoundRobin: await frame(limitedWorkers, 'round-robin'),
      whole: await frame(fullWorkers, 'scheduler'),
      wholeRoundRobin: await frame(fullWorkers, 'round-robin'),
    });
  }
  return frames;
}

// Multiples of the golden ratio distribute the bands with unique colors evenly.
function bandOf(band: number, ownColors: number): SimulatedTask {
  const isOwn = (band * 0.618) % 1 < ownColors;
  return { cost: bandCost, color: isOwn ? `own ${band}` : band % majorColors };
}

import {
  type Costs,
  fitCosts,
  measureChoice,
  type MeasuredRun,
  type Measurements,
  simulate,
  type SimulatedTask,
} from '@doha/multiproc/virtual';

/** A burst that is to be predicted. */
export interface Wanted {
  readonly workers: number;
  /** Cores that all threads share; without it each has its own. */
  readonly cores?: number;
  /** What a task does, as it was measured with one worker. */
  readonly cost: number;
  readonly tasks: number;
}

/** What one worker has done alone. */
export interface Known {
  readonly empty: Omit<Measurements, 'choice'>;
  /** By what tasks do: bursts of them in one worker. */
  readonly working: readonly { readonly cost: number; readonly run: MeasuredRun }[];
}

export interface Predicted {
  readonly costs: Costs;
  /** What tasks really cost, by what they were meant to. */
  readonly taskCosts: readonly { readonly cost: number; readonly found: number }[];
  /** As they were wanted. */
  readonly bursts: readonly { readonly tasksPerSecond: number; readonly mainLoad: number }[];
  readonly frames: readonly Frame[];
}

/** Predicts bursts from what one worker has done, and the frames of a ray tracer. */
export async function predictRuns(known: Known, wanted: readonly Wanted[]): Promise<Predicted> {
  const costs = fitCosts({ ...known.empty, choice: measureChoice() });
  const taskCosts = known.working.map(({ cost, run }) => ({ cost, found: ownCost(run, costs) }));
  const bursts = [];
  for (const { cost, tasks, ...machine } of wanted) {
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

/** What of the worker's time was that of the functions. */
function ownCost({ busy, messages, tasks }: MeasuredRun, { worker }: Costs): number {
  return Math.max(0, (busy.worker - messages * worker.message) / tasks - worker.task);
}

/** How long a frame takes, in ms, by the share of its tasks that have a color of their own. */
export interface Frame {
  readonly ownColors: number;
  /** One worker held to a quarter of its CPU, by the scheduler … */
  readonly limited: number;
  /** … and with each task given to the next worker. */
  readonly limitedRoundRobin: number;
  /** All workers whole. */
  readonly whole: number;
  readonly wholeRoundRobin: number;
}

/** The frame of the paper (DOHA, WWW'12, table 1): four workers are busy with it for 309 ms. */
const bands = 400;
const bandCost = (309 * 4) / bands;
const majorColors = 4;
const wholeCrew = [1, 1, 1, 1];
const limitedCrew = [0.25, 1, 1, 1];

async function predictFrames(costs: Costs): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const ownColors of [0, 0.25, 0.5, 0.75, 1]) {
    const tasks = Array.from({ length: bands }, (_, band) => bandOf(band, ownColors));
    const frame = async (workers: readonly number[], assign: 'scheduler' | 'round-robin'): Promise<number> =>
      (await simulate({ workers, costs, tasks, assign })).elapsed;
    frames.push({
      ownColors,
      limited: await frame(limitedCrew, 'scheduler'),
      limitedRoundRobin: await frame(limitedCrew, 'round-robin'),
      whole: await frame(wholeCrew, 'scheduler'),
      wholeRoundRobin: await frame(wholeCrew, 'round-robin'),
    });
  }
  return frames;
}

// Multiples of the golden ratio spread those with a color of their own evenly.
function bandOf(band: number, ownColors: number): SimulatedTask {
  const isOwn = (band * 0.618) % 1 < ownColors;
  return { cost: bandCost, color: isOwn ? `own ${band}` : band % majorColors };
}

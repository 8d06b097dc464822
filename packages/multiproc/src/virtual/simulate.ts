import { EventLoop } from '@doha/loop';
import { Crew } from '../crew/crew.ts';
import { join, type Joined } from '../crew/join.ts';
import { RemoteTask, type RemoteTaskStatus, type SubmitOptions } from '../crew/remote-task.ts';
import { JobRunner } from '../worker/job-runner.ts';
import type { Costs, MainCosts, WorkerCosts } from './costs.ts';
import { Timeline } from './timeline.ts';
import { virtualChannel } from './virtual-channel.ts';
import type { VirtualThread } from './virtual-thread.ts';

/** A task of a simulated program. */
export interface SimulatedTask extends Pick<SubmitOptions, 'color' | 'priority'> {
  /** What its function costs, in ms; ≥ 0. */
  readonly cost: number;
  /** When it is submitted, in ms after the first ones; ≥ 0, default 0. */
  readonly at?: number;
}

export interface SimulationOptions {
  /** How many, ≥ 1; or the speed of each, > 0: 1 for one with a core of its own, 0.25 for one that is held to a quarter of that. */
  readonly workers: number | readonly number[];
  /** Cores that all threads share evenly; > 0. Default: each has one of its own. */
  readonly cores?: number;
  /** As in `MultiProc.start`. */
  readonly window?: number | 'auto';
  readonly costs: Costs;
  readonly tasks: readonly SimulatedTask[];
  /** 'round-robin', for comparison: each task goes to the next worker when it is submitted, past the scheduler. Default 'scheduler'. */
  readonly assign?: 'scheduler' | 'round-robin';
}

/** What a thread has done. */
export interface ThreadUse {
  /** Milliseconds for which it was busy, not counting what it had to wait for a core. */
  readonly busy: number;
  /** That, as a share of the time that all took. */
  readonly load: number;
  /** Sent and received. */
  readonly envelopes: number;
}

export interface WorkerUse extends ThreadUse {
  /** Tasks that it has ended. */
  readonly completed: number;
}

/** What becomes of a program that is simulated. Times in ms. */
export interface SimulatedRun {
  /** From the first submit to the last end. */
  readonly elapsed: number;
  readonly tasksPerSecond: number;
  /** The thread that submits. */
  readonly main: ThreadUse;
  readonly workers: readonly WorkerUse[];
  /** From submit to end, for each priority, in the order of the ends. */
  readonly latencies: ReadonlyMap<number, readonly number[]>;
}

/**
 * Predicts what a program does with workers that the machine need not have. Its scheduler, its loops and their envelopes are the real ones;
 * its threads, their clocks and their channels are simulated, and so is the time that tasks and messages take. Equal input gives equal
 * output.
 *
 * Rejects with a RangeError where an option is out of its range.
 */
export async function simulate(options: SimulationOptions): Promise<SimulatedRun> {
  check(options);
  const { cores = Infinity, costs, window = 'auto', workers } = options;
  const timeline = new Timeline(cores);
  const main = timeline.thread();
  const speeds = typeof workers === 'number' ? Array.from({ length: workers }, () => 1) : workers;
  const staff = speeds.map((speed) => timeline.thread(speed));
  const crew = new Crew({
    window,
    loop: new EventLoop({ host: main }),
    atEndOfTurn: (callback) => main.atEndOfTurn(callback),
    replace: () => Promise.reject(new Error('no simulated worker is ever lost')),
    startLimit: START_LIMIT,
    sharesMemory: true,
    onError: (error) => {
      throw error;
    },
    attach: () => ({ receivers: [], detach: () => {} }),
  });
  const answers = staff.map((thread) => engage(main, thread, costs));
  timeline.run();
  const joined = await Promise.all(answers);
  main.at(timeline.now, () => {
    for (const [index, one] of joined.entries()) void crew.enlist(index, one);
  });
  timeline.run();
  for (const thread of [main, ...staff]) thread.busy = thread.envelopes = 0;
  const program = new Program(crew, main, options);
  program.submitFrom(timeline.now);
  timeline.run();
  return report(program, main, staff);
}

/** Long for a machine; a simulated worker has answered before. */
const START_LIMIT = 30_000;

function engage(main: VirtualThread, worker: VirtualThread, costs: Costs): Promise<Joined> {
  const [end, otherEnd] = virtualChannel(
    { thread: main, envelope: costs.main.envelope },
    { thread: worker, envelope: costs.worker.envelope },
    costs.latency,
  );
  const work = (cost: number): void => worker.spend(costs.worker.task + cost);
  worker.at(0, () => void new JobRunner(otherEnd, { work }, [], worker));
  return join(end, START_LIMIT);
}

/** What the thread does that submits. */
class Program {
  readonly crew: Crew;
  readonly latencies: Map<number, number[]> = new Map();
  elapsed = 0;
  #main: VirtualThread;
  #options: SimulationOptions;
  #began = 0;
  #submitted = 0;

  constructor(crew: Crew, main: VirtualThread, options: SimulationOptions) {
    this.crew = crew;
    this.#main = main;
    this.#options = options;
  }

  /** Tasks of one moment are submitted in one turn. */
  submitFrom(began: number): void {
    this.#began = began;
    const byTime = new Map<number, SimulatedTask[]>();
    for (const task of this.#options.tasks) {
      const { at = 0 } = task;
      const others = byTime.get(at);
      if (others === undefined) byTime.set(at, [task]);
      else others.push(task);
    }
    for (const [at, tasks] of byTime) {
      this.#main.at(began + at, () => {
        for (const task of tasks) this.#submit(task);
      });
    }
  }

  #submit({ cost, ...options }: SimulatedTask): void {
    const began = this.#main.now();
    const main = this.#main;
    const { choice, submit, task: handling } = this.#options.costs.main;
    const task = new WatchedTask(this.crew, cost, options, () => {
      main.spend(handling + choice * (this.crew.members.size - 1));
      main.atEndOfTurn(() => this.#settle(task.priority, began));
    });
    main.spend(submit);
    if (this.#options.assign === 'round-robin') {
      this.crew.call(this.#submitted++ % this.crew.members.size, task);
    } else this.crew.submit(task);
  }

  // As what waits for a promise, after the next tasks have been sent.
  #settle(priority: number, began: number): void {
    this.#main.spend(this.#options.costs.main.settle);
    const now = this.#main.now();
    const latencies = this.latencies.get(priority);
    if (latencies === undefined) this.latencies.set(priority, [now - began]);
    else latencies.push(now - began);
    this.elapsed = now - this.#began;
  }
}

/** A task that tells at once when it ends. */
class WatchedTask extends RemoteTask {
  #onEnd: () => void;

  constructor(crew: Crew, cost: number, options: Readonly<SubmitOptions>, onEnd: () => void) {
    super({ owner: crew, name: 'work' }, [cost], options, true);
    this.#onEnd = onEnd;
  }

  override end(status: Exclude<RemoteTaskStatus, 'queued' | 'sent'>, value?: unknown): void {
    super.end(status, value);
    this.#onEnd();
  }
}

function report(
  { crew, elapsed, latencies }: Program,
  main: VirtualThread,
  staff: readonly VirtualThread[],
): SimulatedRun {
  const useOf = ({ busy, envelopes }: VirtualThread): ThreadUse => ({
    busy,
    load: busy / elapsed,
    envelopes,
  });
  const workers = staff.map((thread, index) => ({
    ...useOf(thread),
    completed: crew.members.get(index)!.lane.completed,
  }));
  const completed = workers.reduce((sum, worker) => sum + worker.completed, 0);
  return { elapsed, tasksPerSecond: (1000 * completed) / elapsed, main: useOf(main), workers, latencies };
}

function check({ cores = 1, costs, tasks, window = 1, workers }: SimulationOptions): void {
  const areWorkers =
    typeof workers === 'number'
      ? Number.isInteger(workers) && workers >= 1
      : workers.length > 0 && workers.every((speed) => speed > 0 && speed < Infinity);
  if (!areWorkers)
    throw new RangeError(`simulate: workers must be a number ≥ 1, or speeds > 0, got ${String(workers)}`);
  if (!(cores > 0)) throw new RangeError(`simulate: cores must be a number > 0, got ${cores}`);
  if (window !== 'auto' && !(window >= 1)) {
    throw new RangeError(`simulate: window must be a number ≥ 1 or 'auto', got ${window}`);
  }
  const times = tasks.flatMap(({ at = 0, cost }) => [at, cost]);
  const odd = [...numbersOf(costs.main), ...numbersOf(costs.worker), costs.latency, ...times].find(
    (time) => !(time >= 0 && time < Infinity),
  );
  if (odd !== undefined) {
    throw new RangeError(`simulate: costs and times must be finite numbers ≥ 0, got ${odd}`);
  }
}

function numbersOf(costs: Readonly<MainCosts> | Readonly<WorkerCosts>): number[] {
  return Object.values<number>({ ...costs });
}

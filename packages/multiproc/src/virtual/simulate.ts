import { EventLoop } from '@doha/loop';
import { checkKind, checkNumber, checkObject, checkOptions } from '@doha/loop/options';
import { Pool } from '../pool/pool.ts';
import { handshake, type StartedWorker } from '../pool/handshake.ts';
import { RemoteTask, type RemoteTaskStatus, type SubmitOptions } from '../task/remote-task.ts';
import { checkColor } from '../task/task-kind.ts';
import { JobRunner } from '../worker/job-runner.ts';
import type { Costs, MainCosts, WorkerCosts } from './costs.ts';
import { Timeline } from './timeline.ts';
import { virtualChannel } from './virtual-channel.ts';
import type { VirtualThread } from './virtual-thread.ts';

/** A task of a simulated program. */
export interface SimulatedTask extends Pick<SubmitOptions, 'color' | 'priority'> {
  /** Run time of its function in ms; ≥ 0. */
  readonly cost: number;
  /** Time of the submission in ms after the start; ≥ 0, default 0. */
  readonly at?: number | undefined;
}

/** Options of {@link simulate}. */
export interface SimulationOptions {
  /** Number of workers, ≥ 1; or the speed of each worker, > 0. Speed 1 is a worker with a core of its own, 0.25 a worker with a quarter of a core. */
  readonly workers: number | readonly number[];
  /** Number of cores, which all threads share evenly; > 0. Default: one core per thread. */
  readonly cores?: number | undefined;
  /** As in `MultiProc.start`. */
  readonly window?: number | 'auto' | undefined;
  /** Costs of tasks and messages, for example from `fitCosts`. */
  readonly costs: Costs;
  /** The tasks of the program. */
  readonly tasks: readonly SimulatedTask[];
  /** Default 'scheduler'. For comparison, 'round-robin' sends each task to the next worker at its submission, without the scheduler. */
  readonly assign?: 'scheduler' | 'round-robin' | undefined;
}

/** Load of a simulated thread. */
export interface ThreadUse {
  /** Busy time in ms, without the time that the thread waited for a core. */
  readonly busy: number;
  /** Busy time as a share of the elapsed time, 0 to 1. */
  readonly load: number;
  /** Number of messages between threads, sent and received. */
  readonly messages: number;
}

/** Load of a simulated worker. */
export interface WorkerUse extends ThreadUse {
  /** Finished tasks. */
  readonly completed: number;
}

/** The result of a simulation. Times in ms. */
export interface SimulatedRun {
  /** Time from the first submission to the end of the last task. */
  readonly elapsed: number;
  readonly tasksPerSecond: number;
  /** The thread that submits the tasks. */
  readonly main: ThreadUse;
  readonly workers: readonly WorkerUse[];
  /** For each priority, the times from submission to end of its tasks, in the order in which they ended. */
  readonly latencies: ReadonlyMap<number, readonly number[]>;
}

/**
 * Predicts how long a program takes with any number of workers, even more than the machine has cores. The scheduler, the event loops and the messages are
 * the real ones. Threads, clocks, channels, and the time of tasks and messages are simulated. Equal input gives equal output.
 *
 * Rejects with a TypeError or a RangeError that names the option if one is missing, of a wrong type or out of its range, and with a RangeError if a time
 * would exceed 2^53 ms.
 */
export async function simulate(options: SimulationOptions): Promise<SimulatedRun> {
  check(options);
  const { cores = Infinity, costs, window = 'auto', workers } = options;
  const timeline = new Timeline(cores);
  const main = timeline.thread();
  const speeds = typeof workers === 'number' ? Array.from({ length: workers }, () => 1) : workers;
  const workerThreads = speeds.map((speed) => timeline.thread(speed));
  const pool = new Pool({
    window,
    loop: new EventLoop({ host: main }),
    soon: (callback) => main.soon(callback),
    replace: () => Promise.reject(new Error('no simulated worker is ever lost')),
    startLimit: Infinity, // a simulated worker always answers, however slow it is
    sharesMemory: true,
    onError: (error) => {
      throw error;
    },
    attach: () => ({ receivers: [], detach: () => {} }),
  });
  const answers = workerThreads.map((thread) => startWorker(main, thread, costs));
  timeline.run();
  const started = await Promise.all(answers);
  main.at(timeline.now, () => {
    for (const [index, one] of started.entries()) void pool.addWorker(index, one);
  });
  timeline.run();
  for (const thread of [main, ...workerThreads]) thread.busy = thread.messages = 0;
  const program = new Program(pool, main, options);
  program.submitFrom(timeline.now);
  timeline.run();
  return report(program, main, workerThreads);
}

function startWorker(main: VirtualThread, worker: VirtualThread, costs: Costs): Promise<StartedWorker> {
  const [end, otherEnd] = virtualChannel(
    { thread: main, message: costs.main.message },
    { thread: worker, message: costs.worker.message },
    costs.latency,
  );
  const work = (cost: number): void => worker.spend(costs.worker.task + cost);
  worker.at(0, () => void new JobRunner(otherEnd, { work }, [], { host: worker }));
  return handshake(end, Infinity);
}

/** The submitting thread. */
class Program {
  readonly pool: Pool;
  readonly latencies: Map<number, number[]> = new Map();
  elapsed = 0;
  #main: VirtualThread;
  #options: SimulationOptions;
  #began = 0; // time of the first submission
  #submitted = 0;

  constructor(pool: Pool, main: VirtualThread, options: SimulationOptions) {
    this.pool = pool;
    this.#main = main;
    this.#options = options;
  }

  /** Submits all tasks, those with the same time in one turn. */
  submitFrom(began: number): void {
    const byTime = new Map<number, SimulatedTask[]>();
    let first = Infinity;
    for (const task of this.#options.tasks) {
      const { at = 0 } = task;
      first = Math.min(first, at);
      const others = byTime.get(at);
      if (others === undefined) byTime.set(at, [task]);
      else others.push(task);
    }
    this.#began = began + first;
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
    const task = new WatchedTask(this.pool, cost, options, () => {
      main.spend(handling + choice * (this.pool.connections.size - 1));
      main.soon(() => this.#settle(task.priority, began));
    });
    main.spend(submit);
    if (this.#options.assign === 'round-robin') {
      this.pool.call(this.#submitted++ % this.pool.connections.size, task);
    } else this.pool.submit(task);
  }

  // Runs after the next tasks have been sent, as code after an `await` does.
  #settle(priority: number, began: number): void {
    this.#main.spend(this.#options.costs.main.settle);
    const now = this.#main.now();
    const latencies = this.latencies.get(priority);
    if (latencies === undefined) this.latencies.set(priority, [now - began]);
    else latencies.push(now - began);
    this.elapsed = now - this.#began;
  }
}

/** A task that calls `onEnd` synchronously, not by a promise. */
class WatchedTask extends RemoteTask {
  #onEnd: () => void;

  constructor(pool: Pool, cost: number, options: Readonly<SubmitOptions>, onEnd: () => void) {
    super({ owner: pool, name: 'work' }, [cost], options, true);
    this.#onEnd = onEnd;
  }

  override end(status: Exclude<RemoteTaskStatus, 'queued' | 'sent'>, value?: unknown): void {
    super.end(status, value);
    this.#onEnd();
  }
}

function report(
  { pool, elapsed, latencies }: Program,
  main: VirtualThread,
  workerThreads: readonly VirtualThread[],
): SimulatedRun {
  const useOf = ({ busy, messages }: VirtualThread): ThreadUse => ({
    busy,
    // A worker may still be busy with messages after the last task has ended.
    load: elapsed === 0 ? 0 : Math.min(1, busy / elapsed),
    messages,
  });
  const workers = workerThreads.map((thread, index) => ({
    ...useOf(thread),
    completed: pool.connections.get(index)!.load.completed,
  }));
  const completed = workers.reduce((sum, worker) => sum + worker.completed, 0);
  const tasksPerSecond = elapsed === 0 ? 0 : (1000 * completed) / elapsed;
  return { elapsed, tasksPerSecond, main: useOf(main), workers, latencies };
}

const TASK = ['cost', 'at', 'priority', 'color'] as const satisfies readonly (keyof SimulatedTask)[];

const NAMES = [
  'workers',
  'cores',
  'window',
  'costs',
  'tasks',
  'assign',
] as const satisfies readonly (keyof SimulationOptions)[];

function check(options: SimulationOptions): void {
  checkOptions('simulate', options, NAMES);
  const { assign, cores, costs, tasks, window, workers } = options;
  checkWorkers(workers);
  if (cores !== undefined) checkNumber('simulate: cores', cores, { above: 0, unlimited: true });
  if (window !== undefined && window !== 'auto') {
    checkNumber("simulate: window, if not 'auto',", window, { min: 1, unlimited: true });
  }
  const isKnown = assign === undefined || assign === 'scheduler' || assign === 'round-robin';
  checkKind('simulate: assign', isKnown, "'scheduler' or 'round-robin'", assign);
  checkCosts(costs);
  checkKind('simulate: tasks', Array.isArray(tasks), 'an array', tasks);
  for (const [index, task] of tasks.entries()) checkTask(`simulate: tasks[${index}]`, task);
}

/** The time of a simulation grows with the square of the number of workers. */
const MAX_WORKERS = 1024;

function checkWorkers(workers: number | readonly number[]): void {
  if (!Array.isArray(workers)) {
    checkNumber('simulate: workers, if it is not an array of speeds,', workers, {
      min: 1,
      max: MAX_WORKERS,
      whole: true,
    });
    return;
  }
  if (workers.length === 0) throw new RangeError('simulate: workers must have at least one speed, got none');
  checkNumber('simulate: number of speeds in workers', workers.length, { max: MAX_WORKERS });
  for (const [index, speed] of (workers as readonly number[]).entries()) {
    checkNumber(`simulate: workers[${index}]`, speed, { above: 0 });
  }
}

function checkCosts(costs: Costs): void {
  checkObject('simulate: costs', costs);
  checkNumber('simulate: costs.latency', costs.latency, { min: 0 });
  for (const thread of ['main', 'worker'] as const) {
    const own: MainCosts | WorkerCosts = costs[thread];
    checkObject(`simulate: costs.${thread}`, own);
    for (const name of costNames[thread]) {
      checkNumber(`simulate: costs.${thread}.${name}`, own[name as keyof typeof own], { min: 0 });
    }
  }
}

const costNames: {
  readonly main: readonly (keyof MainCosts)[];
  readonly worker: readonly (keyof WorkerCosts)[];
} = {
  main: ['submit', 'task', 'settle', 'choice', 'message'],
  worker: ['task', 'message'],
};

function checkTask(what: string, task: SimulatedTask): void {
  checkObject(what, task);
  checkOptions('simulate: tasks', task, TASK);
  const { at, color, cost, priority } = task;
  checkNumber(`${what}.cost`, cost, { min: 0 });
  if (at !== undefined) checkNumber(`${what}.at`, at, { min: 0 });
  if (priority !== undefined) checkNumber(`${what}.priority`, priority);
  if (color !== undefined) checkColor(`${what}.color`, color);
}

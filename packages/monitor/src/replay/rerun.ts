import type { FrameProbe, Host, Probe } from '@doha/loop';
import { VirtualHost } from '@doha/loop/virtual';
import { checkCallback, checkKind, checkNumber, warnUnknownOptions } from '@doha/loop/options';
import {
  checkCall,
  checkCosted,
  checkFrameProbe,
  checkInput,
  checkProbe,
  checkState,
} from './check-session.ts';
import type { Costs } from './costs-of.ts';
import { eventsOfLog, type LogEvents, type LoggedResult } from '../log/log-events.ts';
import { bytesOfLog, type Log } from '../log/log-sink.ts';
import { NextTask } from './next-task.ts';
import { SeededRandom } from './seeded-random.ts';
import { checkObservers, type Observers } from './replayed-session.ts';
import type { Program, Session } from './session.ts';
import { nameOfCallback } from './session-core.ts';

/** Options of {@link rerun}. An option that is `undefined` counts as absent. */
export interface RerunOptions extends Observers {
  /** Run time in ms of the callbacks of each name, 0 to 3,600,000, such as those of `costsOf`. Callbacks of other names take no time. */
  readonly costs: Costs;
  /** Frames per second of the simulated display; 1 to 1000, default 60. */
  readonly displayRate?: number | undefined;
}

/** Greatest cost of a callback in ms: an hour. */
const maxCost = 3_600_000;

/** Results are delivered, and microtasks run, once per this time. In ms. */
const interval = 1;

/**
 * Runs a program with the inputs, the seed and the results of a recorded session, on simulated time: another version of the program, for example one
 * with another policy. Each callback takes the cost of its name. Resolves to the result of the program's function, at the end of the recorded time.
 *
 * The run shows the consequences of other decisions: order, drops, lateness, rates. It does not show changes of the costs themselves, since a callback
 * has one cost however much it does, and neither garbage collection nor delays of the platform. Inputs come at their recorded times, whatever the
 * program shows. The nth call of a name has the nth recorded result of that name, after the recorded time. Further calls, and calls whose
 * results would come after the end, are rejected.
 *
 * Rejects with the error of the program, and with a TypeError or RangeError if an argument is invalid.
 */
export async function rerun<Result>(
  log: Log,
  program: Program<Result>,
  options: RerunOptions,
): Promise<Result> {
  const bytes = bytesOfLog('rerun: log', log);
  checkCallback('rerun: program', program);
  checkObservers('rerun', options);
  const { costs, displayRate = 60 } = options;
  checkKind('rerun: costs', costs instanceof Map, 'a Map from names to ms', costs);
  for (const [name, cost] of costs) {
    checkKind('rerun: a name in costs', typeof name === 'string', 'a string', name);
    checkNumber(`rerun: the cost of ${name}`, cost, { min: 0, max: maxCost });
  }
  checkNumber('rerun: displayRate', displayRate, { min: 1, max: 1000 });
  warnUnknownOptions('rerun', options, ['costs', 'displayRate', 'frameProbe', 'probe']);
  const events = eventsOfLog(bytes);
  checkTimes(events);
  const session = new ModelSession(events, options, displayRate);
  try {
    const result = program(session);
    await session.run();
    return result;
  } finally {
    session.end();
  }
}

/** Simulated time could not pass a time that is not finite, or so large that 1 ms makes no difference. */
function checkTimes({ end, inputs, start }: LogEvents): void {
  for (const time of [start, end, ...inputs.map((input) => input.time)])
    checkNumber('rerun: a time of the log', time, { max: 2 ** 50 });
}

/** A result that is not delivered yet. */
interface Due {
  readonly name: string;
  readonly at: number;
  readonly settle: () => void;
  readonly reject: (error: unknown) => void;
}

class ModelSession implements Session {
  #events: LogEvents;
  #costs: Costs;
  #observers: Observers;
  #host: VirtualHost;
  #isHostTaken = false;
  #random: SeededRandom;
  #inputs: Map<string, (data: unknown) => unknown> = new Map();
  #calls: Map<string, number> = new Map(); // number of calls by name
  #due: Due[] = [];
  #next: NextTask = new NextTask();
  #end: number;
  #isRunning = false; // whether a turn or a handler runs
  #isOver = false;

  constructor(events: LogEvents, options: RerunOptions, displayRate: number) {
    this.#events = events;
    this.#costs = options.costs;
    this.#observers = options;
    this.#host = new VirtualHost({ displayRate });
    this.#random = new SeededRandom(events.seed);
    this.#end = events.end;
    this.#host.advanceTo(events.start);
  }

  host(): Host {
    if (this.#isHostTaken)
      throw new Error('rerun: the program must have one loop; simulated time passes in one host');
    this.#isHostTaken = true;
    return this.#host;
  }

  probe(next?: Probe): Probe {
    checkProbe(next);
    let doneAt = -Infinity; // end of the last callback: the loop reads the clock before its cost is spent
    const charge = (name: string, start: number, end: number): readonly [number, number] => {
      const cost = this.#costs.get(name) ?? 0;
      this.#host.spend(cost);
      const times = [Math.max(start, doneAt), end + cost] as const;
      doneAt = times[1];
      return times;
    };
    return {
      ran: (task, start, end, priority) => {
        const [from, to] = charge(nameOfCallback(task), start, end);
        this.#observers.probe?.ran?.(task, from, to, priority);
        next?.ran?.(task, from, to, priority);
      },
      fired: (timer, start, end, release) => {
        const [from, to] = charge(nameOfCallback(timer), start, end);
        this.#observers.probe?.fired?.(timer, from, to, release);
        next?.fired?.(timer, from, to, release);
      },
      dropped: (task, reason) => {
        this.#observers.probe?.dropped?.(task, reason);
        next?.dropped?.(task, reason);
      },
      turned: (start, end) => {
        this.#observers.probe?.turned?.(start, end);
        next?.turned?.(start, end);
      },
    };
  }

  frameProbe(next?: FrameProbe): FrameProbe {
    checkFrameProbe(next);
    return {
      windowEnded: (start, end, updated, cancelled) => {
        this.#observers.frameProbe?.windowEnded?.(start, end, updated, cancelled);
        next?.windowEnded?.(start, end, updated, cancelled);
      },
    };
  }

  input<Data>(name: string, handler: (data: Data) => unknown): (data: Data) => void {
    checkInput(name, handler, () => this.#inputs.has(name));
    this.#inputs.set(name, handler as (data: unknown) => unknown);
    return (data) => {
      if (this.#isRunning) handler(data);
    };
  }

  async call<Result>(name: string, start: () => Result | PromiseLike<Result>): Promise<Result> {
    checkCall(name, start);
    const number = this.#calls.get(name) ?? 0;
    this.#calls.set(name, number + 1);
    const result = this.#events.results.get(name)?.[number];
    if (result === undefined)
      throw new Error(
        `rerun: the recording has no result of the call ${number + 1} of ${JSON.stringify(name)}`,
      );
    return this.#deliver<Result>(name, result);
  }

  now(): number {
    return this.#host.now();
  }

  random(): number {
    return this.#random.next();
  }

  state(hash: () => unknown): void {
    checkState(hash);
    // Another policy leads to other states, so hashes are not compared.
  }

  costed<Run extends (...args: never[]) => unknown>(name: string, run: Run): Run {
    checkCosted(name, run);
    const cost = this.#costs.get(name) ?? 0;
    const charged = (...args: never[]): unknown => {
      this.#host.spend(cost);
      return run(...args);
    };
    return charged as Run;
  }

  /** Runs to the end of the recorded time. */
  async run(): Promise<void> {
    const { inputs } = this.#events;
    let next = 0;
    for (let time = this.#host.peek(); time < this.#end;) {
      time = Math.min(this.#end, time + interval, inputs[next]?.time ?? Infinity);
      this.#enter(() => this.#host.advanceTo(time));
      for (; next < inputs.length && inputs[next]!.time <= time; next++) this.#handle(next);
      this.#settleUntil(time);
      await this.#next.arrives();
    }
  }

  /** Rejects the calls that wait for results, and all later ones. */
  end(): void {
    this.#isOver = true;
    for (const { name, reject } of this.#due) reject(endedBefore(name));
    this.#due = [];
  }

  async #deliver<Result>(name: string, { failed, latency, value }: LoggedResult): Promise<Result> {
    if (this.#isOver) throw endedBefore(name);
    return new Promise((resolve, reject) => {
      const settle = (): void => (failed ? reject(value) : resolve(value as Result));
      this.#due.push({ name, at: this.#host.peek() + latency, settle, reject });
    });
  }

  #handle(input: number): void {
    const { data, name } = this.#events.inputs[input]!;
    try {
      this.#enter(() => this.#inputs.get(name)?.(data));
    } catch {
      // As in the recorded session, where the error went to the caller of the input.
    }
  }

  #settleUntil(time: number): void {
    const due = this.#due.filter(({ at }) => at <= time).toSorted((one, other) => one.at - other.at);
    if (due.length === 0) return;
    this.#due = this.#due.filter(({ at }) => at > time);
    for (const { settle } of due) settle();
  }

  #enter(run: () => unknown): void {
    this.#isRunning = true;
    try {
      run();
    } finally {
      this.#isRunning = false;
    }
  }
}

function endedBefore(name: string): Error {
  return new Error(`the rerun ended before the result of ${JSON.stringify(name)}`);
}

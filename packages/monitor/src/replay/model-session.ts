import type { FrameProbe, Host, Probe } from '@doha/loop';
import { checkCosted, checkFrameProbe, checkInput, checkProbe, checkState } from './check-session.ts';
import type { Costs } from './costs-of.ts';
import type { LogEvents, LoggedInput, LoggedResult } from '../log/log-events.ts';
import { ModelHost } from './model-host.ts';
import { NextTask } from '../callbacks/next-task.ts';
import { SeededRandom } from './seeded-random.ts';
import type { Observers } from './replayed-session.ts';
import { type OpenCall, promiseOfCall } from './open-call.ts';
import type { Session } from './session.ts';
import { nameOfCallback } from './session-core.ts';

/** Results are delivered, and microtasks run, at most once per this time. In ms. */
const interval = 1;

/** Costs and observers of a {@link ModelSession}. */
interface ModelOptions extends Observers {
  readonly costs: Costs;
}

/** A result that is not delivered yet. */
interface Due {
  readonly call: OpenCall;
  readonly at: number;
  readonly result: LoggedResult;
}

/** The session of a program that is run again on simulated time. */
export class ModelSession implements Session {
  #events: LogEvents;
  #costs: Costs;
  #observers: Observers;
  #host: ModelHost;
  #isHostTaken = false;
  #random: SeededRandom;
  #inputs: Map<string, (data: unknown) => unknown> = new Map();
  #calls: Map<string, number> = new Map(); // number of calls by name
  #due: Due[] = [];
  #next: NextTask = new NextTask();
  #end: number;
  #handled = 0; // number of inputs
  #paused = 0; // number of pauses
  #isRunning = false; // whether a turn or a handler runs
  #isOver = false;

  constructor(events: LogEvents, options: ModelOptions, displayRate: number) {
    this.#events = events;
    this.#costs = options.costs;
    this.#observers = options;
    this.#host = new ModelHost({ displayRate });
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
    checkProbe('Session.probe', 'next', next);
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
    checkFrameProbe('Session.frameProbe', 'next', next);
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

  call<Result>(name: string, start: () => Result | PromiseLike<Result>): Promise<Result> {
    return promiseOfCall(name, start, (call) => this.#open(call));
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

  costed<Args extends readonly unknown[], Result>(
    name: string,
    run: (...args: Args) => Result,
  ): (...args: Args) => Result {
    checkCosted(name, run);
    const cost = this.#costs.get(name) ?? 0;
    return (...args) => {
      this.#host.spend(cost);
      return run(...args);
    };
  }

  /** Runs to the end of the recorded time. Rejects with the reason of `signal` if it is aborted. */
  async run(signal: AbortSignal | undefined): Promise<void> {
    let time = this.#host.peek();
    if (time < this.#end) await this.#microtasks(signal);
    while (time < this.#end) {
      this.#pause();
      time = this.#nextTime;
      this.#enter(() => this.#host.advanceTo(time));
      this.#handleUntil(time);
      this.#settleUntil(time);
      await this.#microtasks(signal);
    }
    // If the recorded clock has shown no later time than at first, all inputs are left.
    if (this.#handled === this.#events.inputs.length) return;
    this.#handleUntil(this.#end);
    await this.#microtasks(signal);
  }

  async #microtasks(signal: AbortSignal | undefined): Promise<void> {
    await this.#next.arrives();
    signal?.throwIfAborted();
  }

  /** The time of the next step: that of the next input, or of the next turn, frame or result, but these at least {@link interval} later. */
  get #nextTime(): number {
    const due = this.#due.reduce((first, { at }) => Math.min(first, at), this.#host.next);
    const input = this.#events.inputs[this.#handled]?.time ?? Infinity;
    const pause = this.#events.pauses[this.#paused]?.start ?? Infinity;
    return Math.min(this.#end, input, Math.max(this.#host.peek() + interval, Math.min(due, pause)));
  }

  /** Lets the time of a recorded pause pass at once, as it did while the program was recorded. */
  #pause(): void {
    const pause = this.#events.pauses[this.#paused];
    if (pause === undefined || pause.start > this.#host.peek()) return;
    this.#paused++;
    this.#host.spend(Math.max(0, pause.end - this.#host.peek()));
  }

  /** Rejects the calls that wait for results, and all later ones. */
  end(): void {
    this.#isOver = true;
    for (const { call } of this.#due) refuse(call);
    this.#due = [];
  }

  #open(call: OpenCall): void {
    const { name } = call;
    const number = this.#calls.get(name) ?? 0;
    this.#calls.set(name, number + 1);
    const result = this.#events.results.get(name)?.[number];
    if (result === undefined)
      call.refuse(`rerun: the recording has no result of the call ${number + 1} of ${JSON.stringify(name)}`);
    else if (this.#isOver) refuse(call);
    else this.#due.push({ call, at: this.#host.peek() + result.latency, result });
  }

  #handleUntil(time: number): void {
    const { inputs } = this.#events;
    for (let input = inputs[this.#handled]; input !== undefined && input.time <= time;) {
      this.#handle(input);
      input = inputs[++this.#handled];
    }
  }

  #handle({ data, name }: LoggedInput): void {
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
    for (const { call, result } of due) call.settle(result);
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

function refuse(call: OpenCall): void {
  call.refuse(`the rerun ended before the result of ${JSON.stringify(call.name)}`);
}

import type { FrameProbe, Host, Probe } from '@doha/loop';
import { checkObject } from '@doha/loop/options';
import { ItemKind } from '../log/log-format.ts';
import type { LogReader } from '../log/log-reader.ts';
import { checkCosted, checkFrameProbe, checkProbe } from './check-session.ts';
import { type OpenCall, promiseOfCall } from './open-call.ts';
import type { Session } from './session.ts';
import { SessionCore } from './session-core.ts';
import { silentHost } from './session-host.ts';

/** Probes that the program does not know. An option that is `undefined` counts as absent. */
export interface Observers {
  /** Receives the events of all loops, such as `recorder.loop()`. */
  readonly probe?: Probe | undefined;
  /** Receives the windows of all frames, such as `recorder.frame()`. */
  readonly frameProbe?: FrameProbe | undefined;
}

/** Throws a TypeError unless the probes are objects with functions. */
export function checkObservers(where: string, observers: Observers): void {
  checkObject(`${where}: options`, observers);
  checkProbe(where, 'probe', observers.probe);
  checkFrameProbe(where, 'frameProbe', observers.frameProbe);
}

/** The session of a program that is replayed: the answers and the calls come from a log. */
export class ReplayedSession implements Session {
  readonly core: SessionCore;
  #reader: LogReader;
  #observers: Observers;
  #calls = 0;
  #pending: Map<number, OpenCall> = new Map();
  #isOver = false;

  constructor(reader: LogReader, observers: Observers) {
    this.core = new SessionCore(reader, reader.seed);
    this.#reader = reader;
    this.#observers = observers;
    reader.use(this.core.names, () => this.core.hash);
  }

  host(): Host {
    return this.core.host(silentHost(this.#reader.hostMask));
  }

  probe(next?: Probe): Probe {
    return this.core.probe(next, this.#observers.probe);
  }

  frameProbe(next?: FrameProbe): FrameProbe {
    return this.core.frameProbe(next, this.#observers.frameProbe);
  }

  input<Data>(name: string, handler: (data: Data) => unknown): (data: Data) => void {
    this.core.declareInput(name, handler as (data: unknown) => unknown);
    return (data) => {
      if (this.core.depth > 0) handler(data);
    };
  }

  call<Result>(name: string, start: () => Result | PromiseLike<Result>): Promise<Result> {
    return promiseOfCall(name, start, (call) => this.#open(call));
  }

  now(): number {
    return this.#reader.reading();
  }

  random(): number {
    return this.core.random();
  }

  state(hash: () => unknown): void {
    this.core.declareState(hash);
  }

  costed<Args extends readonly unknown[], Result>(
    name: string,
    run: (...args: Args) => Result,
  ): (...args: Args) => Result {
    checkCosted(name, run);
    return run;
  }

  /** Settles calls in the recorded order. `count`: the number of results that follow in the log. */
  takeResults(count: number): () => void {
    const results = this.#reader.results(count);
    return () => {
      for (const result of results) {
        const pending = this.#pending.get(result.call);
        if (pending === undefined)
          return this.#reader.diverge(`the result of the call ${result.call}`, 'no such call');
        this.#pending.delete(result.call);
        pending.settle(result);
      }
    };
  }

  /** Rejects the calls that wait for results. */
  end(): void {
    this.#isOver = true;
    for (const call of this.#pending.values()) refuse(call);
    this.#pending.clear();
  }

  #open(call: OpenCall): void {
    const number = this.#calls++;
    this.#reader.note(ItemKind.called, this.core.nameOf(call.name));
    if (this.#isOver) refuse(call);
    else this.#pending.set(number, call);
  }
}

function refuse(call: OpenCall): void {
  call.refuse(`the replay ended before the result of ${JSON.stringify(call.name)}`);
}

import type { Host, Probe } from '@doha/loop';
import { checkCallback, checkKind } from '@doha/loop/options';
import { ItemKind } from './log-format.ts';
import type { LogReader } from './log-reader.ts';
import type { Session } from './session.ts';
import { SessionCore } from './session-core.ts';
import { silentHost } from './session-host.ts';

interface Pending {
  readonly name: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The session of a program that is replayed: the answers and the calls come from a log. */
export class ReplayedSession implements Session {
  readonly core: SessionCore;
  #reader: LogReader;
  #observer: Probe | undefined;
  #calls = 0;
  #pending: Map<number, Pending> = new Map();
  #isOver = false;

  /** `observer`: a probe for all loops of the program. */
  constructor(reader: LogReader, observer: Probe | undefined) {
    this.core = new SessionCore(reader, reader.seed);
    this.#reader = reader;
    this.#observer = observer;
    reader.useNames(this.core.names);
  }

  host(): Host {
    return this.core.host(undefined, () => silentHost(this.#reader.hostMask));
  }

  probe(next?: Probe): Probe {
    return this.core.probe(next, this.#observer);
  }

  input<Data>(name: string, handler: (data: Data) => unknown): (data: Data) => void {
    this.core.declareInput(name, handler as (data: unknown) => unknown);
    return (data) => {
      if (this.core.depth > 0) handler(data);
    };
  }

  async call<Result>(name: string, start: () => Result | PromiseLike<Result>): Promise<Result> {
    checkKind('Session.call: name', typeof name === 'string', 'a string', name);
    checkCallback('Session.call: start', start);
    const call = this.#calls++;
    this.#reader.note(ItemKind.called, this.core.nameOf(name));
    return new Promise<unknown>((resolve, reject) => {
      if (this.#isOver) reject(endedBefore(name));
      else this.#pending.set(call, { name, resolve, reject });
    }) as Promise<Result>;
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

  costed<Run extends (...args: never[]) => unknown>(_name: string, run: Run): Run {
    return run;
  }

  /** Settles calls in the recorded order. `count`: the number of results that follow in the log. */
  takeResults(count: number): () => void {
    const results: { readonly call: number; readonly failed: boolean; readonly value: unknown }[] = [];
    // A log that was cut has fewer results than it says.
    while (results.length < count && !this.#reader.isCut) {
      const code = this.#reader.number();
      results.push({ call: Math.floor(code / 2), failed: code % 2 === 1, value: this.#reader.value() });
    }
    if (this.#reader.isCut) return () => {};
    return () => {
      for (const { call, failed, value } of results) {
        const pending = this.#pending.get(call);
        if (pending === undefined)
          return this.#reader.diverge(`the result of the call ${call}`, 'no such call');
        this.#pending.delete(call);
        if (failed) pending.reject(value);
        else pending.resolve(value);
      }
    };
  }

  /** Rejects the calls that wait for results. */
  end(): void {
    this.#isOver = true;
    for (const { name, reject } of this.#pending.values()) reject(endedBefore(name));
    this.#pending.clear();
  }
}

function endedBefore(name: string): Error {
  return new Error(`the replay ended before the result of ${JSON.stringify(name)}`);
}

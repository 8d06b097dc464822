import { type FrameProbe, type Host, type Probe, ThreadHost } from '@doha/loop';
import { checkNumber } from '@doha/loop/options';
import { ByteReader } from '../log/byte-reader.ts';
import type { Bytes } from '../bytes/bytes.ts';
import { ByteWriter } from '../bytes/byte-writer.ts';
import { ItemKind } from '../log/log-format.ts';
import { completeLogOptions, type LogOptions, LogWriter } from '../log/log-writer.ts';
import { checkCosted } from './check-session.ts';
import { NextTask } from '../callbacks/next-task.ts';
import { type OpenCall, type Outcome, promiseOfCall } from './open-call.ts';
import { readValue } from '../log/read-value.ts';
import type { Session } from './session.ts';
import { SessionCore } from './session-core.ts';
import { writeValue } from '../log/write-value.ts';

/** Options of a {@link RecordedSession}. An option that is `undefined` counts as absent. */
export interface RecordedSessionOptions extends LogOptions {
  /** Seed of {@link Session.random}, a whole number from 0 to 2³² - 1. Default: a random one, which the log contains. */
  readonly seed?: number | undefined;
}

interface Settled {
  readonly contents: Bytes;
  readonly settle: () => void;
}

/** Runs a program, and writes a log with which a `Replay` runs it again. */
export class RecordedSession implements Session {
  #core: SessionCore;
  #writer: LogWriter;
  #next: NextTask = new NextTask();
  #settled: Settled[] = []; // results that are not delivered yet
  #calls = 0;
  #clock: Host = performance; // that of the first host
  #readClock = (): number => this.#clock.peek?.() ?? this.#clock.now();

  /** Throws a TypeError or RangeError if an option is invalid. */
  constructor(options: RecordedSessionOptions) {
    const complete = completeLogOptions('RecordedSession', options, ['seed']);
    const seed = options.seed ?? Math.floor(2 ** 32 * Math.random());
    checkNumber('RecordedSession: seed', seed, { min: 0, max: 2 ** 32 - 1, whole: true });
    this.#writer = new LogWriter(complete, seed);
    this.#core = new SessionCore(this.#writer, seed);
  }

  /** Whether the log continues: false after {@link end}, or if the sink has thrown an error. */
  get isRecording(): boolean {
    return this.#writer.isOpen;
  }

  /** Number of entries so far: turns, inputs, display frames, and results. */
  get entries(): number {
    return this.#core.entries;
  }

  host(platform: Host = new ThreadHost()): Host {
    const host = this.#core.host(platform);
    if (this.#clock === performance) this.#clock = platform;
    return host;
  }

  probe(next?: Probe): Probe {
    return this.#core.probe(next);
  }

  frameProbe(next?: FrameProbe): FrameProbe {
    return this.#core.frameProbe(next);
  }

  input<Data>(name: string, handler: (data: Data) => unknown): (data: Data) => void {
    const number = this.#core.declareInput(name, handler as (data: unknown) => unknown);
    const what = `the data of the input ${JSON.stringify(name)}`;
    const record = (data: Data): void => {
      const contents = copyOf(what, data);
      const copy = readValue(new ByteReader(contents)) as Data;
      const time = this.#readClock(); // may throw, so before the log contains a part of the entry
      this.#writer.begin(ItemKind.input, number, contents);
      this.#writer.reading(() => time);
      this.#core.enter(() => handler(copy));
    };
    return (data) => {
      if (this.#core.depth > 0) handler(data);
      else record(data);
    };
  }

  call<Result>(name: string, start: () => Result | PromiseLike<Result>): Promise<Result> {
    return promiseOfCall(name, start, (call) => this.#open(call, start));
  }

  now(): number {
    return this.#writer.reading(this.#readClock);
  }

  random(): number {
    return this.#core.random();
  }

  state(hash: () => unknown): void {
    this.#core.declareState(hash);
  }

  costed<Args extends readonly unknown[], Result>(
    name: string,
    run: (...args: Args) => Result,
  ): (...args: Args) => Result {
    checkCosted(name, run);
    return run;
  }

  /** Passes what is recorded so far to the sink; in a callback of the program, after this callback's entry. For a page that is hidden, and may not be shown again. */
  flush(): void {
    this.#writer.flush();
  }

  /** Ends the log with a hash of the state; in a callback of the program, after this callback's entry. The program continues without being recorded. */
  end(): void {
    if (this.#core.depth > 0) {
      this.#writer.hashAtEnd();
      this.#core.afterEntry = () => this.#writer.finish();
      return;
    }
    if (this.#core.hash !== undefined) this.#writer.state(this.#core.hash, true);
    this.#writer.finish();
  }

  #open(call: OpenCall, start: () => unknown): void {
    const number = this.#calls++;
    this.#writer.note(ItemKind.called, this.#core.nameOf(call.name));
    attempt(start)
      .then((value) => this.#settle(call, number, { failed: false, value }))
      .catch((error) => this.#settle(call, number, { failed: true, value: error }));
  }

  /** Keeps a result for the next task, in which all results are delivered. Throws a TypeError if it cannot be recorded. */
  #settle(call: OpenCall, number: number, { failed, value }: Outcome): void {
    const what = `the result of ${JSON.stringify(call.name)}`;
    const contents = new ByteWriter();
    contents.number(2 * number + (failed ? 1 : 0));
    const bytes = failed ? copyOfError(what, value) : copyOf(what, value);
    contents.bytes(bytes);
    const copy = readValue(new ByteReader(bytes));
    this.#settled.push({ contents: contents.take(), settle: () => call.settle({ failed, value: copy }) });
    if (this.#settled.length === 1) this.#next.request(() => this.#deliver());
  }

  #deliver(): void {
    const settled = this.#settled;
    this.#settled = [];
    const contents = new ByteWriter();
    for (const one of settled) contents.bytes(one.contents);
    const time = this.#timeOfDelivery();
    this.#writer.begin(ItemKind.results, settled.length, contents.take());
    this.#writer.reading(() => time);
    this.#core.enter(() => {
      for (const { settle } of settled) settle();
    });
  }

  /** Promises must be settled, so results are delivered even if the clock throws. */
  #timeOfDelivery(): number {
    try {
      return this.#readClock();
    } catch (error) {
      this.#writer.report(error);
      return this.#writer.lastTime;
    }
  }
}

function copyOf(what: string, value: unknown): Bytes {
  const writer = new ByteWriter();
  writeValue(writer, what, value);
  return writer.take();
}

/** An error that cannot be recorded becomes one that says so, because a promise must be settled. */
function copyOfError(what: string, error: unknown): Bytes {
  try {
    return copyOf(what, error);
  } catch {
    return copyOf(what, new TypeError(`${what} is an error that cannot be recorded`));
  }
}

async function attempt(start: () => unknown): Promise<unknown> {
  return start();
}

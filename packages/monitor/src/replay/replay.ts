import { checkCallback, checkNumber, checkObject, warnUnknownOptions } from '@doha/loop/options';
import { describeItem, type Divergence } from '../log/divergence.ts';
import { ItemKind } from '../log/log-format.ts';
import type { Item } from '../log/item-reader.ts';
import { LogReader } from '../log/log-reader.ts';
import { bytesOfLog, type Log } from '../log/log-sink.ts';
import { CallQueue, type QueuedCall } from './call-queue.ts';
import { NextTask } from '../callbacks/next-task.ts';
import { checkObservers, type Observers, ReplayedSession } from './replayed-session.ts';
import type { Program } from './session.ts';

/** Options of a {@link Replay}: probes that receive the events of the replayed program, with the recorded times. */
export type ReplayOptions = Observers;

/** Options of `Replay.run`. An option that is `undefined` counts as absent. */
export interface ReplayRunOptions {
  /** Number of the entry after which the replay pauses, or after the entries that are replayed together with it; default: none. */
  readonly until?: number | undefined;
  /** Recorded ms per ms, such as 0.5 for half the speed; > 0. Default: as fast as possible. */
  readonly speed?: number | undefined;
}

/** Shorter pauses of a paced replay are left out, because `setTimeout` takes up to 4 ms. In ms. */
const minPause = 4;

/** A program that has been started, and its session. */
interface Start<Result> {
  readonly reader: LogReader;
  readonly session: ReplayedSession;
  readonly program: Result;
}

/**
 * Runs a program again with the log of a `RecordedSession`. The program gets the recorded readings of clocks, turns, inputs and results, in the
 * recorded order, and so comes to the same state. The replay compares each decision of the loops, and stops at the first difference.
 *
 * Calls of {@link step}, {@link run} and {@link seek} may overlap: they are made one after another. Any later call ends a run, and a later seek ends a
 * seek: the ended one resolves after the entry that it is replaying, or without effect if it has not begun. So a page may call `seek` at each movement of a
 * slider, also during a run.
 */
export class Replay<Result> {
  #bytes: Uint8Array;
  #start: Program<Result>;
  #observers: Observers;
  #current: Start<Result>;
  #calls: CallQueue = new CallQueue();
  #next: NextTask = new NextTask();
  #mustDrain = true; // whether microtasks of the program may be waiting
  #isDisposed = false;

  /**
   * Starts the program. `program`: the one that was recorded. Throws the error of the program, a TypeError if an argument is of the wrong type, and a
   * RangeError if `log` is not a log, or is cut off within its first 9 bytes.
   */
  constructor(log: Log, program: Program<Result>, options: ReplayOptions = {}) {
    this.#bytes = bytesOfLog('Replay: log', log);
    checkCallback('Replay: program', program);
    checkObservers('Replay', options);
    warnUnknownOptions('Replay', options, ['probe', 'frameProbe']);
    this.#start = program;
    this.#observers = options;
    this.#current = this.#started();
  }

  /** The result of the program's function. Changes at a {@link seek} to an earlier entry, which starts the program again. */
  get program(): Result {
    return this.#current.program;
  }

  /** Number of entries that were replayed: turns, inputs, display frames, and results. */
  get entry(): number {
    return this.#reader.entries;
  }

  /** The last recorded reading of a clock, in ms. */
  get time(): number {
    return this.#reader.time;
  }

  /** The first difference from the recorded session; undefined if there is none so far. */
  get divergence(): Divergence | undefined {
    return this.#reader.divergence;
  }

  /** Whether the log has ended, a difference was found, or the replay was disposed of. */
  get isOver(): boolean {
    return this.#isDisposed || this.#reader.isOver;
  }

  /** Whether the whole session was replayed, up to its `end()`, without a difference. False for a log without its last chunk. */
  get isComplete(): boolean {
    return this.divergence === undefined && this.#reader.isComplete;
  }

  /**
   * Replays the next entry and the microtasks after it. Entries that began in the same task of the platform, without a microtask between them, are
   * replayed together. Resolves to false if there is none, or after {@link dispose}.
   */
  async step(): Promise<boolean> {
    return this.#calls.add('step', async () => this.#step());
  }

  /**
   * Replays up to the end, the first difference, or an entry. Resolves earlier if a later call ends it; {@link entry} then says how far it has come.
   * Rejects with a TypeError or RangeError if an option is invalid.
   */
  async run(options: ReplayRunOptions = {}): Promise<void> {
    checkObject('Replay.run: options', options);
    const { speed = Infinity, until = Infinity } = options;
    checkNumber('Replay.run: until', until, { min: 0, unlimited: true });
    checkNumber('Replay.run: speed', speed, { above: 0, unlimited: true });
    warnUnknownOptions('Replay.run', options, ['speed', 'until']);
    return this.#calls.add('run', async (call) => this.#run(call, until, speed));
  }

  /**
   * Replays to an entry. To reach an earlier one, the program starts again, because neither the functions that wait in a loop nor its expected costs
   * can be copied. The caller disposes of what {@link program} has created. Resolves earlier if a later seek ends it, like {@link run}. Rejects with a
   * TypeError or RangeError if `entry` is invalid, and with the error of the program if it throws at its start; the replay then stays where it was.
   */
  async seek(entry: number): Promise<void> {
    checkNumber('Replay.seek: entry', entry, { min: 0, whole: true });
    return this.#calls.add('seek', async (call) => {
      if (entry < this.entry && !call.isEnded) this.#restart();
      await this.#run(call, entry, Infinity);
    });
  }

  /**
   * Ends the replay at its entry. Calls of the program whose results are missing are rejected. A run or a seek that is going on resolves, and later
   * calls have no effect.
   */
  dispose(): void {
    this.#isDisposed = true;
    this.#calls.end();
    this.#current.session.end();
  }

  get #reader(): LogReader {
    return this.#current.reader;
  }

  #started(): Start<Result> {
    const reader = new LogReader(this.#bytes);
    const session = new ReplayedSession(reader, this.#observers);
    try {
      return { reader, session, program: this.#start(session) };
    } catch (error) {
      session.end();
      throw error;
    }
  }

  #restart(): void {
    if (this.#isDisposed) return;
    const { session } = this.#current;
    this.#current = this.#started();
    this.#mustDrain = true;
    session.end();
    if (this.#isDisposed) this.#current.session.end(); // the program has disposed of the replay at its start
  }

  async #step(): Promise<boolean> {
    await this.#drain();
    if (this.isOver) return false;
    do this.#enter();
    while (!this.isOver && this.#reader.isNextJoined);
    await this.#drain();
    return true;
  }

  async #run(call: QueuedCall, until: number, speed: number): Promise<void> {
    let first: { readonly time: number; readonly at: number } | undefined; // after the first entry, because a log does not begin at 0
    while (!call.isEnded && this.entry < until && (await this.#step())) {
      first ??= { time: this.time, at: performance.now() };
      const due = first.at + (this.time - first.time) / speed;
      while (!call.isEnded && due - performance.now() > minPause) await call.pause(due - performance.now());
    }
  }

  /** Lets the microtasks of the program run. */
  async #drain(): Promise<void> {
    this.#reader.lookForEnd();
    if (this.#mustDrain) await this.#next.arrives();
    this.#mustDrain = false;
    if (this.#isDisposed) return;
    this.#reader.skipReadings();
    this.#reader.lookForEnd();
    this.#reader.compareEnd();
  }

  #enter(): void {
    const { core } = this.#current.session;
    const isTurn = this.#reader.next.kind === ItemKind.turn;
    const run = this.#takeEntry();
    if (run === undefined) return;
    this.#reader.entries++;
    const { dispatches } = core;
    try {
      core.enter(run);
    } catch {
      // The recorded entry has ended with an error, too. Otherwise the reader has noted the difference.
    }
    // A turn without a callback has done nothing. A firm timer causes thousands of such turns per second.
    this.#mustDrain ||= !(isTurn && core.isObserved && core.dispatches === dispatches);
  }

  /** Takes the beginning of an entry from the log, and returns its function; undefined if the program has none for it. */
  #takeEntry(): (() => unknown) | undefined {
    const { core } = this.#current.session;
    const item = this.#reader.take();
    const run = this.#functionOf(item);
    if (run === undefined)
      this.#reader.diverge(describeItem(item.kind, item.argument, core.names), 'nothing that receives it');
    return run;
  }

  #functionOf({ argument: code, kind }: Item): (() => unknown) | undefined {
    const { core } = this.#current.session;
    const argument = Math.floor(code / 2);
    if (kind === ItemKind.turn) return core.turns[argument];
    if (kind === ItemKind.visibility) {
      const visible = this.#reader.number() === 1;
      const listener = core.visibilityListeners[argument];
      return listener && (() => listener(visible));
    }
    if (kind === ItemKind.frame) return this.#takeFrame(argument);
    if (kind === ItemKind.input) return this.#takeInput(argument);
    return kind === ItemKind.results ? this.#takeResults(argument) : undefined;
  }

  #takeFrame(request: number): (() => unknown) | undefined {
    const { draws } = this.#current.session.core;
    const time = this.#reader.float64();
    const draw = draws.get(request);
    draws.delete(request);
    return draw && (() => draw(time));
  }

  #takeInput(name: number): (() => unknown) | undefined {
    const data = this.#reader.value();
    this.#reader.reading();
    const handler = this.#current.session.core.inputs.get(name);
    return handler && (() => handler(data));
  }

  #takeResults(count: number): () => unknown {
    const settle = this.#current.session.takeResults(count);
    this.#reader.reading();
    return settle;
  }
}

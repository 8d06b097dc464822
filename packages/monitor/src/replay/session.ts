import type { FrameProbe, Host, Probe } from '@doha/loop';

/**
 * The world outside of a program, as a program sees it: clocks, turns, inputs, results of other threads, and chance. A program that uses nothing else
 * is a deterministic function of them, so a replay of the same session leads to the same state.
 */
export interface Session {
  /**
   * Returns a host for an `EventLoop`. `platform`: the host below it, which a replay does not use; default: a `ThreadHost`. A program calls it in the
   * same order in each run, once for each loop.
   */
  host(platform?: Host): Host;

  /**
   * Returns a probe for an `EventLoop`, with which the session knows the decisions of the loop. `next`: a probe of the program, which receives the
   * same calls.
   */
  probe(next?: Probe): Probe;

  /** Returns a probe for a `Frame`, for its windows. `next`: a probe of the program, which receives the same calls. */
  frameProbe(next?: FrameProbe): FrameProbe;

  /**
   * Declares an input, and returns the function that the application calls for it, such as in a listener of the DOM. `handler` receives a copy of the
   * data. In a replay, `handler` is called for recorded inputs, and calls of the returned function have no effect.
   *
   * A call from a turn or from another handler is not an input from outside: it calls `handler` directly, with the same data, in each run.
   *
   * The returned function throws the error of `handler`, and a TypeError if the data cannot be recorded. `input` throws an Error if the name is in
   * use.
   */
  input<Data>(name: string, handler: (data: Data) => unknown): (data: Data) => void;

  /**
   * Calls `start`, and returns a promise of a copy of its result, or of its error. For results from outside of the program: of tasks in other
   * threads, of requests. In a replay, `start` is not called, and the promise has the recorded result at the recorded moment.
   *
   * Results are delivered in a task of the platform of their own, so that no other microtask can run between them. The promise is rejected with a
   * TypeError if the result cannot be recorded.
   */
  call<Result>(name: string, start: () => Result | PromiseLike<Result>): Promise<Result>;

  /** The time in ms on the clock of the first host, or of the thread if there is none. For programs that read a clock themselves. */
  now(): number;

  /** A random number from 0, inclusive, to 1, exclusive. Not for secrets. */
  random(): number;

  /**
   * Declares the function that computes a hash of the state, a value such as a number or a text. Replays compare it. It is called between turns,
   * about once per second and at the end of the recording. It must change nothing: there, `now` and the clocks of hosts return the last reading, and
   * `random` does not advance.
   */
  state(hash: () => unknown): void;

  /**
   * Declares a function that takes much time and that the loop does not call itself, such as `update` of a `Frame`, and returns it. `rerun` charges
   * the cost of its name to each call. In recordings and replays, the result is `run` itself.
   */
  costed<Args extends readonly unknown[], Result>(
    name: string,
    run: (...args: Args) => Result,
  ): (...args: Args) => Result;
}

/** A program for recordings and replays. It sets itself up without waiting, and returns what its caller wants to see of it. */
export type Program<Result> = (session: Session) => Result;

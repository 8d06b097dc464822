import type { Clock } from '@doha/loop';
import { checkCallback, checkKind, checkNumber, checkObject, checkOptions } from '@doha/loop/options';
import { callGuarded, logError } from '../callbacks/call-guarded.ts';
import { maxTimeout } from '../callbacks/max-timeout.ts';
import { eventsOf } from '../recording/events-of.ts';
import type { Followed, Follower, OwnThread } from '../recording/follower.ts';
import { Recorder } from '../recording/recorder.ts';
import { recordSize } from '../recording/record-ring.ts';
import { Recording } from '../recording/recording.ts';
import { unref } from '../callbacks/unref.ts';
import { type Channel, checkChannel } from './channel.ts';
import { ChannelRequests } from './channel-requests.ts';
import type { CollectedThread, CollectedThreadInfo } from './collected-thread.ts';
import { PoolChannels, type RecordedPool } from './pool-channels.ts';

/** Maximum number of threads that have ended, and whose records are kept. */
const maxEnded = 8;

/** Options of a {@link Collector}. An option that is `undefined` counts as absent. */
export interface CollectorOptions {
  /** The recorder of the collector's own thread. Default: none. */
  recorder?: Recorder | undefined;
  /** Time in ms between two requests for the records of the other threads, 1 to 60,000. Default 100. */
  interval?: number | undefined;
  /** Receives errors of channels, and the reasons why workers give no records. Default: `console.error`. */
  onError?: ((error: unknown) => unknown) | undefined;
}

/** Options of {@link Collector.recording}. */
export interface CollectOptions {
  /** Maximum time in ms to wait for the newest records of threads that do not answer, such as busy ones; ≥ 0. Default 500. */
  timeout?: number | undefined;
}

/** Options of {@link Collector.addPool}. */
export interface PoolOptions {
  /** Beginning of the names of the threads: with 'worker', the default, they are `worker 0`, `worker 1` and so on. */
  name?: string | undefined;
  /** Name of the channel that the workers accept. Default 'monitor'. */
  channel?: string | undefined;
}

/**
 * Collects the records of several threads: of this one, of workers, of other pages and of servers. All times are on the clock of this thread. Each other
 * thread calls {@link serveRecorder}.
 */
export class Collector implements Followed {
  #recorder: Recorder | undefined;
  #clock: Clock;
  #origin: number | undefined;
  #id = `${Math.random()}`;
  #channels: Set<ChannelRequests> = new Set();
  #joined: Set<CollectedThread> = new Set(); // in the order in which they joined
  #pools: Set<PoolChannels> = new Set();
  #onError: (error: unknown) => unknown;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Throws a TypeError or RangeError if an option is invalid. */
  constructor(options: CollectorOptions = {}) {
    checkOptions('Collector', options, [
      'interval',
      'onError',
      'recorder',
    ] satisfies readonly (keyof CollectorOptions)[]);
    const { interval = 100, onError = logError, recorder } = options;
    checkNumber('Collector: interval', interval, { min: 1, max: 60_000 });
    if (recorder !== undefined)
      checkKind('Collector: recorder', recorder instanceof Recorder, 'a Recorder', recorder);
    checkCallback('Collector: onError', onError);
    this.#onError = onError;
    this.#recorder = recorder;
    this.#clock = recorder?.parts.clock ?? performance;
    this.#origin = recorder === undefined ? performance.timeOrigin : recorder.parts.origin;
    this.#timer = setInterval(() => this.#askAll(), interval);
    unref(this.#timer);
  }

  /**
   * Collects the records of the recorders at the other end of a channel. Sets `onmessage` of the channel. `name`: the name of the thread; default: that of
   * its recorder. Returns a function that ends the collection; the records so far remain. Throws a TypeError if an argument is of the wrong type, and an
   * Error if the collector is disposed of.
   */
  add(channel: Channel, name?: string): () => void {
    checkChannel('Collector.add: channel', channel);
    if (name !== undefined) checkKind('Collector.add: name', typeof name === 'string', 'a string', name);
    if (this.#timer === undefined) throw new Error('Collector.add: the collector is disposed of');
    const requests = new ChannelRequests(channel, name, {
      id: this.#id,
      clock: this.#clock,
      origin: this.#origin,
      joined: (thread) => this.#join(thread),
    });
    this.#channels.add(requests);
    this.#ask(requests);
    return () => {
      if (this.#channels.delete(requests)) requests.stop();
    };
  }

  /**
   * Collects the records of all workers of a pool of `@doha/multiproc`, also of replacements of lost workers. The workers call
   * `worker.accept('monitor', (port) => serveRecorder(recorder, port))`. Returns a function that ends the collection.
   */
  addPool(pool: RecordedPool, options: PoolOptions = {}): () => void {
    checkObject('Collector.addPool: pool', pool);
    checkKind(
      'Collector.addPool: pool',
      typeof pool.worker === 'function',
      'a pool of @doha/multiproc',
      pool,
    );
    checkOptions('Collector.addPool', options, ['channel', 'name'] satisfies readonly (keyof PoolOptions)[]);
    const { channel = 'monitor', name = 'worker' } = options;
    checkKind('Collector.addPool: channel', typeof channel === 'string', 'a string', channel);
    checkKind('Collector.addPool: name', typeof name === 'string', 'a string', name);
    if (this.#timer === undefined) throw new Error('Collector.addPool: the collector is disposed of');
    const channels = new PoolChannels(pool, channel, {
      open: (port, index) => this.add(port, `${name} ${index}`),
      onError: (error) => this.#report(error),
    });
    this.#pools.add(channels);
    return () => {
      if (this.#pools.delete(channels)) channels.stop();
    };
  }

  /** The threads whose records are collected, and the newest eight threads that have ended. */
  get threads(): readonly CollectedThreadInfo[] {
    const others = [...this.#joined].map(({ answers, clockError, lost, name }) => ({
      name,
      clockError,
      lost,
      answers,
    }));
    const own = this.#recorder;
    return own === undefined
      ? others
      : [{ name: own.thread, clockError: 0, lost: 0, answers: true }, ...others];
  }

  /**
   * Returns the newest events of all threads. Waits until each thread has answered, for at most `timeout`. Of a thread that has not answered, such as a busy
   * or a lost one, it contains the events until the last answer, and with shared memory all of them. Throws a TypeError or RangeError if `timeout` is
   * invalid.
   */
  async recording(options: CollectOptions = {}): Promise<Recording> {
    checkOptions('Collector.recording', options, ['timeout'] satisfies readonly (keyof CollectOptions)[]);
    const { timeout = 500 } = options;
    checkNumber('Collector.recording: timeout', timeout, { min: 0, unlimited: true });
    await within(
      timeout,
      Promise.all(
        [...this.#channels].map((requests) =>
          requests.update().catch((error: unknown) => this.#report(error)),
        ),
      ),
    );
    const own = this.#recorder?.recording();
    const records = [...this.#joined].map((thread) => thread.since(0));
    const events = records.flatMap(eventsOf);
    const written = records.reduce((sum, { lost, numbers }) => sum + lost + numbers.length / recordSize, 0);
    const lost = [...this.#joined].reduce((sum, thread) => sum + thread.lost, written - events.length);
    return new Recording([...(own?.events ?? []), ...events], (own?.lost ?? 0) + lost, this.#origin);
  }

  /** Returns a follower of the records of all threads, and of those that join later. */
  follow(): Follower {
    const own = this.#recorder?.follow();
    const others = new Map([...this.#joined].map((thread) => [thread, thread.follow()]));
    return {
      take: () => {
        for (const thread of others.keys()) if (!this.#joined.has(thread)) others.delete(thread);
        for (const thread of this.#joined) if (!others.has(thread)) others.set(thread, thread.follow(0));
        return [...(own?.take() ?? []), ...[...others.values()].flatMap((follower) => follower.take())];
      },
    };
  }

  /** @internal */
  get ownThread(): OwnThread {
    return { name: this.#recorder?.thread ?? 'main', clock: this.#clock };
  }

  /** Ends the collection. The records so far remain. */
  dispose(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const channels of this.#pools) channels.stop();
    this.#pools.clear();
    for (const requests of this.#channels) requests.stop();
    this.#channels.clear();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #askAll(): void {
    for (const requests of this.#channels) this.#ask(requests);
  }

  #ask(requests: ChannelRequests): void {
    try {
      requests.ask();
    } catch (error) {
      this.#report(error);
    }
  }

  #report(error: unknown): void {
    callGuarded(this.#onError, error);
  }

  #join(thread: CollectedThread): void {
    this.#joined.add(thread);
    const ended = [...this.#joined].filter(({ answers }) => !answers);
    for (const old of ended.slice(0, -maxEnded)) this.#joined.delete(old);
  }
}

// Resolves when a promise is settled, which does not reject, or after a time. A time of more than 25 days is without limit.
function within(ms: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = ms <= maxTimeout ? setTimeout(resolve, ms) : undefined;
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    void promise.finally(done);
  });
}

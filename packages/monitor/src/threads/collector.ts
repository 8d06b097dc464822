import type { Clock } from '@doha/loop';
import { checkCallback, checkKind, checkNumber, checkObject, checkOptions } from '@doha/loop/options';
import { callGuarded, logError } from '../callbacks/call-guarded.ts';
import { eventsOf } from '../recording/events-of.ts';
import type { Followed, Follower, OwnThread } from '../recording/follower.ts';
import { Recorder } from '../recording/recorder.ts';
import { Recording } from '../recording/recording.ts';
import { unref } from '../callbacks/unref.ts';
import { type Channel, checkChannel, type NodeChannel } from './channel.ts';
import { ChannelRequests } from './channel-requests.ts';
import type { CollectedThreadInfo } from './collected-thread.ts';
import { CollectedThreads } from './collected-threads.ts';
import { PoolChannels, type RecordedPool } from './pool-channels.ts';
import { within } from './within.ts';

/** Options of a {@link Collector}. An option that is `undefined` counts as absent. */
export interface CollectorOptions {
  /** The recorder of the collector's own thread. Default: none. */
  recorder?: Recorder | undefined;
  /** Time in ms between two requests for the records of the other threads, 1 to 60,000. Default 100. */
  interval?: number | undefined;
  /**
   * Receives the first error of each channel, an error for the first message of each channel that is not valid, the reasons why workers give no
   * records, and an error for a further pool of the same name.
   * Default: `console.error`.
   */
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
  #channels: Set<ChannelRequests> = new Set();
  #threads: CollectedThreads;
  #pools: Map<PoolChannels, string> = new Map(); // and the beginnings of the names of their threads
  #unseen = 0;
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
    this.#threads = new CollectedThreads(recorder, this.#origin);
    this.#timer = setInterval(() => this.#askAll(), interval);
    unref(this.#timer);
  }

  /**
   * Collects the records of the recorders at the other end of a channel. Sets `onmessage` of the channel, if there is one. {@link serveRecorder} may give records through the
   * same channel. A recorder that can be reached through several channels is one thread.
   *
   * `name`: the name of the thread. Default: that of its recorder. A number follows if another thread that has not ended has this name, as in `main (2)`. Returns a
   * function that ends the collection; the records so far remain. Throws a TypeError if an argument is of the wrong type, and an Error if the collector is
   * disposed of.
   */
  add(channel: Channel | NodeChannel, name?: string): () => void {
    checkChannel('Collector.add: channel', channel);
    if (name !== undefined) checkKind('Collector.add: name', typeof name === 'string', 'a string', name);
    if (this.#timer === undefined) throw new Error('Collector.add: the collector is disposed of');
    const requests = this.#open(channel, name);
    return () => this.#close(requests);
  }

  /**
   * Collects the records of all workers of a pool of `@doha/multiproc`, also of replacements of lost workers. The workers call
   * `worker.accept('monitor', (port) => serveRecorder(recorder, port))`. Returns a function that ends the collection. If the pool is closed, `onError` receives
   * its PoolClosedError. If another pool has the name, it receives an Error: tasks would then be linked to the workers of the wrong pool.
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
      open: (port, index) => this.#open(port, `${name} ${index}`),
      close: (requests) => this.#close(requests),
      unseen: () => this.#unseen++,
      onError: (error) => this.#report(error),
    });
    this.#checkUnused(name);
    this.#pools.set(channels, name);
    channels.connect();
    return () => {
      if (this.#pools.delete(channels)) channels.stop();
    };
  }

  /** The threads whose records are collected, and the newest eight threads that have ended. */
  get threads(): readonly CollectedThreadInfo[] {
    const others = this.#threads.kept.map(({ answers, clockError, lost, name }) => ({
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

  /** Number of workers that were lost before their first answer. Their records are missing, and nobody knows how many there were. */
  get unseen(): number {
    return this.#unseen;
  }

  /**
   * Returns the newest events of all threads. Waits until each thread has answered, for at most `timeout`. Of a thread that has not answered, such as a busy
   * or a lost one, it contains the events until the last answer, and with shared memory all of them. Waits for a thread no longer after it has left three
   * requests unanswered that were sent at least a second apart, until it answers again. Throws a TypeError or RangeError if `timeout` is invalid.
   */
  async recording(options: CollectOptions = {}): Promise<Recording> {
    checkOptions('Collector.recording', options, ['timeout'] satisfies readonly (keyof CollectOptions)[]);
    const { timeout = 500 } = options;
    checkNumber('Collector.recording: timeout', timeout, { min: 0, unlimited: true });
    this.#connectAll();
    await within(timeout, Promise.all([...this.#channels].map((requests) => requests.update())));
    const own = this.#recorder?.recording();
    const threads = [...this.#threads];
    const records = threads.map((thread) => thread.since(0));
    const events = [...(own?.events ?? []), ...records.flatMap(eventsOf)];
    const lost = threads.reduce((sum, thread) => sum + thread.lost, this.#threads.lost + (own?.lost ?? 0));
    return new Recording(events, lost + records.reduce((sum, taken) => sum + taken.lost, 0), this.#origin);
  }

  /** Returns a follower of the records of all threads, and of those that join later. */
  follow(): Follower {
    const own = this.#recorder?.follow();
    const others = new Map([...this.#threads].map((thread) => [thread, thread.follow()]));
    return {
      take: () => {
        const threads = new Set(this.#threads);
        for (const thread of threads) if (!others.has(thread)) others.set(thread, thread.follow(true));
        const taken = [...others.values()].flatMap((follower) => follower.take());
        for (const thread of others.keys()) if (!threads.has(thread)) others.delete(thread);
        return [...(own?.take() ?? []), ...taken];
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
    for (const channels of this.#pools.keys()) channels.stop();
    this.#pools.clear();
    for (const requests of this.#channels) this.#close(requests);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  // The tasks of a pool and the calls in its workers are linked by the names of the workers.
  #checkUnused(name: string): void {
    const isUsed = [...this.#pools].some(([{ isStopped }, other]) => other === name && !isStopped);
    if (!isUsed) return;
    const advice = 'give it a name of its own, and the same to recorder.pool';
    this.#report(
      new Error(`Collector.addPool: another pool has the name ${JSON.stringify(name)}: ${advice}`),
    );
  }

  #open(channel: Channel | NodeChannel, name: string | undefined): ChannelRequests {
    const requests = new ChannelRequests(channel, {
      clock: this.#clock,
      platformClock: performance,
      join: (answer, liveness) => this.#threads.join(answer, liveness, name),
      onError: (error) => this.#report(error),
    });
    this.#channels.add(requests);
    requests.ask();
    return requests;
  }

  #close(requests: ChannelRequests): void {
    this.#channels.delete(requests);
    requests.stop();
  }

  #askAll(): void {
    this.#connectAll();
    for (const requests of this.#channels) requests.ask();
  }

  // The replacement of a lost worker accepts a channel when it has started, and nothing tells when.
  #connectAll(): void {
    for (const channels of this.#pools.keys()) channels.connect();
  }

  #report(error: unknown): void {
    callGuarded(this.#onError, error);
  }
}

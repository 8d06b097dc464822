import type { Channel } from './channel.ts';
import type { ChannelRequests } from './channel-requests.ts';

/** The members of a `MultiProc` that a collector needs. */
export interface RecordedPool {
  readonly workers: number;
  worker(index: number): {
    connect(name: string, lost: (reason: Error) => unknown): Channel & { close(): void };
  };
}

/** Callbacks of {@link PoolChannels}. */
export interface ChannelUses {
  /** Starts to ask a worker for its records. */
  readonly open: (channel: Channel, index: number) => ChannelRequests;
  readonly close: (requests: ChannelRequests) => void;
  /** Called when a worker was lost that had not answered. */
  readonly unseen: () => void;
  /** Receives the reasons why workers do not accept a channel. */
  readonly onError: (error: unknown) => void;
}

interface OpenChannel {
  readonly port: Channel & { close(): void };
  readonly requests: ChannelRequests;
}

/** A channel to each worker of a pool. If a worker is lost, a channel to its replacement follows. */
export class PoolChannels {
  #pool: RecordedPool;
  #name: string;
  #uses: ChannelUses;
  #open: Map<number, OpenChannel> = new Map(); // by the index of the worker
  #excluded: Set<number> = new Set(); // indexes of workers that do not accept a channel
  #hasOpened = false;
  #isStopped = false;

  constructor(pool: RecordedPool, name: string, uses: ChannelUses) {
    this.#pool = pool;
    this.#name = name;
    this.#uses = uses;
  }

  /** Whether the collection has ended, also because the pool has ended. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Opens a channel to each worker that has none. A worker that is being replaced accepts none yet, so call this method again later. */
  connect(): void {
    for (let index = 0; index < this.#pool.workers && !this.#isStopped; index++) {
      if (this.#open.has(index) || this.#excluded.has(index)) continue;
      try {
        this.#connect(index);
      } catch (error) {
        this.#exclude(index, error);
      }
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const index of this.#open.keys()) this.#close(index);
  }

  #connect(index: number): void {
    let [isNew, isLost] = [true, false];
    const port = this.#pool.worker(index).connect(this.#name, (reason) => {
      isLost = true;
      this.#lost(index, reason, isNew);
    });
    // Without a worker, the reason comes before this microtask.
    queueMicrotask(() => {
      isNew = false;
      this.#hasOpened ||= !isLost;
    });
    if (!isLost) this.#open.set(index, { port, requests: this.#uses.open(port, index) });
  }

  #lost(index: number, reason: Error, isNew: boolean): void {
    const isAnswered = this.#close(index);
    if (reason.name === 'WorkerLostError') {
      if (!isNew && !isAnswered) this.#uses.unseen();
      return;
    }
    if (reason.name !== 'PoolClosedError') return this.#exclude(index, reason);
    // The end of a pool is no error, but the use of a pool that has ended is.
    if (!this.#isStopped && !this.#hasOpened) this.#uses.onError(reason);
    this.#isStopped = true;
  }

  #exclude(index: number, reason: unknown): void {
    this.#excluded.add(index);
    this.#uses.onError(reason);
  }

  /** Returns whether the worker had answered. */
  #close(index: number): boolean {
    const channel = this.#open.get(index);
    if (channel === undefined) return false;
    this.#open.delete(index);
    this.#uses.close(channel.requests);
    channel.port.close();
    return channel.requests.isAnswered;
  }
}

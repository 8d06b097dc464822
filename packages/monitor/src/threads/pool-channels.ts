import { unref } from '../callbacks/unref.ts';
import type { Channel } from './channel.ts';

/** Time in ms until a channel is opened to the replacement of a lost worker. */
const retryDelay = 500;

/** The members of a `MultiProc` that a collector needs. */
export interface RecordedPool {
  readonly workers: number;
  worker(index: number): {
    connect(name: string, lost: (reason: Error) => unknown): Channel & { close(): void };
  };
}

/** Callbacks of {@link PoolChannels}. */
export interface ChannelUses {
  /** Starts to use a channel to a worker, and returns a function that ends the use. */
  readonly open: (channel: Channel, index: number) => () => void;
  /** Receives the reasons why workers do not accept a channel. */
  readonly onError: (error: unknown) => unknown;
}

/** A channel to each worker of a pool. If a worker is lost, a channel to its replacement follows. */
export class PoolChannels {
  #pool: RecordedPool;
  #name: string;
  #uses: ChannelUses;
  #ends: Map<number, () => void> = new Map(); // by the index of the worker
  #timers: Set<ReturnType<typeof setTimeout>> = new Set();
  #isStopped = false;

  constructor(pool: RecordedPool, name: string, uses: ChannelUses) {
    this.#pool = pool;
    this.#name = name;
    this.#uses = uses;
    for (let index = 0; index < pool.workers; index++) this.#connect(index);
  }

  stop(): void {
    this.#isStopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const end of this.#ends.values()) end();
    this.#ends.clear();
  }

  // A pool that is closed calls `lost` as well. The channels of a closed pool are not opened again.
  #connect(index: number): void {
    const port = this.#pool.worker(index).connect(this.#name, (reason) => {
      this.#ends.get(index)?.();
      this.#ends.delete(index);
      if (reason.name === 'WorkerLostError') this.#connectLater(index);
      else if (reason.name !== 'PoolClosedError') this.#uses.onError(reason);
    });
    const end = this.#uses.open(port, index);
    this.#ends.set(index, () => {
      end();
      port.close();
    });
  }

  #connectLater(index: number): void {
    if (this.#isStopped) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#connect(index);
    }, retryDelay);
    unref(timer);
    this.#timers.add(timer);
  }
}

import type { NamesOf } from '../transport/remote-methods.ts';

/** Messages from the pool to a worker about subscriptions that `proc.worker(i).subscribe` requests. */
export interface PoolToListener {
  /** Calls an exposed function with the values of a topic, until `unlisten` with the same number. */
  listen(number: number, topic: string, name: string): void;
  unlisten(number: number): void;
}

/** The remote methods of {@link PoolToListener}. */
export const poolToListener: NamesOf<PoolToListener> = { listen: true, unlisten: true };

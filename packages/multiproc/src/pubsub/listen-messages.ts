/** Messages from the pool to a worker about subscriptions that `proc.worker(i).subscribe` requests. */
export interface PoolToListener {
  /** Calls an exposed function with the values of a topic, until `unlisten` with the same number. */
  listen(number: number, topic: string, name: string): void;
  unlisten(number: number): void;
}

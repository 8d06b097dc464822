import type { PoolToListener } from '../pubsub/listen-messages.ts';
import type { SendTo } from '../transport/remote-methods.ts';

interface WorkerSubscription {
  /** Of the worker. */
  readonly index: number;
  readonly topic: string;
  readonly name: string;
}

/** What workers are to listen to, as are those that take the place of one that was lost. */
export class WorkerSubscriptions {
  #subscriptions: Map<number, WorkerSubscription> = new Map();
  #next = 0;
  #send: SendTo<number, PoolToListener>;

  /** `tell` reaches the worker of an index, if there is one. */
  constructor(send: SendTo<number, PoolToListener>) {
    this.#send = send;
  }

  /** Has a worker call a function with what is published. Returns the undo. */
  add(subscription: WorkerSubscription): () => void {
    const number = this.#next++;
    this.#subscriptions.set(number, subscription);
    this.#request(number, subscription);
    return () => {
      if (this.#subscriptions.delete(number)) this.#send(subscription.index, 'unlisten', [number]);
    };
  }

  /** Another worker has this index now. */
  resend(index: number): void {
    for (const [number, subscription] of this.#subscriptions)
      if (subscription.index === index) this.#request(number, subscription);
  }

  #request(number: number, { index, name, topic }: WorkerSubscription): void {
    this.#send(index, 'listen', [number, topic, name]);
  }
}

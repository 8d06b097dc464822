import type { PoolToListener } from './listen-messages.ts';
import type { SendTo } from '../transport/remote-methods.ts';

interface WorkerSubscription {
  /** Index of the worker. */
  readonly index: number;
  readonly topic: string;
  readonly name: string;
}

/** The subscriptions that `proc.worker(i).subscribe` has requested. They are requested again from the replacement of a lost worker. */
export class WorkerSubscriptions {
  #subscriptions: Map<number, WorkerSubscription> = new Map();
  #next = 0;
  #send: SendTo<number, PoolToListener>;

  /** `send` calls a method of the worker with this index, unless there is no such worker now. */
  constructor(send: SendTo<number, PoolToListener>) {
    this.#send = send;
  }

  /** Makes a worker call a function with the values of a topic. Returns a function that ends the subscription. */
  add(subscription: WorkerSubscription): () => void {
    const number = this.#next++;
    this.#subscriptions.set(number, subscription);
    this.#request(number, subscription);
    return () => {
      if (this.#subscriptions.delete(number)) this.#send(subscription.index, 'unlisten', [number]);
    };
  }

  /** Requests the subscriptions from the new worker with this index. */
  resend(index: number): void {
    for (const [number, subscription] of this.#subscriptions)
      if (subscription.index === index) this.#request(number, subscription);
  }

  #request(number: number, { index, name, topic }: WorkerSubscription): void {
    this.#send(index, 'listen', [number, topic, name]);
  }
}

import type { ListenerNews } from '../pubsub/listen-messages.ts';
import type { TellTo } from '../transport/telegraph.ts';

interface Order {
  /** Of the worker. */
  readonly index: number;
  readonly topic: string;
  readonly name: string;
}

/** What workers are to listen to, as are those that take the place of one that was lost. */
export class StandingOrders {
  #orders: Map<number, Order> = new Map();
  #next = 0;
  #tell: TellTo<number, ListenerNews>;

  /** `tell` reaches the worker of an index, if there is one. */
  constructor(tell: TellTo<number, ListenerNews>) {
    this.#tell = tell;
  }

  /** Has a worker call a function with what is published. Returns the undo. */
  add(order: Order): () => void {
    const number = this.#next++;
    this.#orders.set(number, order);
    this.#give(number, order);
    return () => {
      if (this.#orders.delete(number)) this.#tell(order.index, 'unlisten', [number]);
    };
  }

  /** Another worker has this index now. */
  renew(index: number): void {
    for (const [number, order] of this.#orders) if (order.index === index) this.#give(number, order);
  }

  #give(number: number, { index, name, topic }: Order): void {
    this.#tell(index, 'listen', [number, topic, name]);
  }
}

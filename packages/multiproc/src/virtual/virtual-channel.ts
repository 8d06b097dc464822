import type { Endpoint, EndpointListener } from '../transport/endpoint.ts';
import type { VirtualThread } from './virtual-thread.ts';

/** One side of a channel. */
export interface Side {
  readonly thread: VirtualThread;
  /**
   * Cost in ms of receiving a message, and of sending one. The thread sends the message before it
   * spends this time.
   */
  readonly message: number;
}

/**
 * Creates a channel between two threads. `latency`: transmission time in ms. Messages are not
 * copied.
 */
export function virtualChannel(one: Side, other: Side, latency: number): [Endpoint, Endpoint] {
  const [end, otherEnd] = [new End(one, latency), new End(other, latency)];
  end.peer = otherEnd;
  otherEnd.peer = end;
  return [end, otherEnd];
}

class End implements Endpoint {
  peer: End | undefined;
  #side: Side;
  #latency: number;
  #listener: EndpointListener | undefined;

  constructor(side: Side, latency: number) {
    this.#side = side;
    this.#latency = latency;
  }

  post(message: unknown): void {
    const peer = this.peer!;
    this.#side.thread.send(peer.#side.thread, this.#latency, () => peer.#receive(message));
    this.#charge();
  }

  listen(listener: EndpointListener): void {
    this.#listener = listener;
  }

  async close(): Promise<void> {
    this.#listener = undefined;
  }

  #receive(message: unknown): void {
    this.#charge();
    this.#listener?.message(message);
  }

  #charge(): void {
    this.#side.thread.messages++;
    this.#side.thread.spend(this.#side.message);
  }
}

import type { Endpoint, EndpointListener } from '../transport/endpoint.ts';
import type { VirtualThread } from './virtual-thread.ts';

/** One side of a channel. */
export interface Side {
  readonly thread: VirtualThread;
  /** Cost of receiving a message, and of sending one after its transmission; ms. */
  readonly message: number;
}

/** Creates a channel between two threads. `latency`: transmission time in ms. Nothing is copied. */
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

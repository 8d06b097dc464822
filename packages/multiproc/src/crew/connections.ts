import type { Tell } from '../channel/telegraph.ts';
import type { AcceptorNews, ConnectorNews } from '../worker/acceptors.ts';

interface Connection {
  readonly name: string;
  readonly port: MessagePort;
  readonly lost: (reason: Error) => void;
}

/** The channels of the application to one worker. */
export class Connections implements ConnectorNews {
  #connections: Map<number, Connection> = new Map();
  #next = 0;
  #tell: Tell<AcceptorNews>;
  #onError: (error: unknown) => void;

  /** `onError` is told of what `lost` throws. */
  constructor(tell: Tell<AcceptorNews>, onError: (error: unknown) => void) {
    this.#tell = tell;
    this.#onError = onError;
  }

  /** Opens a channel for who accepts those of this name. `lost` is told why, when there is nobody at its other end any more. */
  open(name: string, lost: (reason: Error) => void): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const number = this.#next++;
    this.#connections.set(number, { name, port: port1, lost });
    this.#tell('connect', [number, name, port2], [port2]);
    return port1;
  }

  refuse(number: number, accepted: readonly string[]): void {
    const { name } = this.#connections.get(number)!;
    this.#end(
      number,
      new Error(`connect: the worker must accept ${name}, and accepts ${accepted.join(', ')}`),
    );
  }

  /** The worker is no more. */
  close(reason: Error): void {
    for (const number of this.#connections.keys()) this.#end(number, reason);
  }

  #end(number: number, reason: Error): void {
    const { lost, port } = this.#connections.get(number)!;
    this.#connections.delete(number);
    port.close();
    try {
      lost(reason);
    } catch (error) {
      this.#onError(error);
    }
  }
}

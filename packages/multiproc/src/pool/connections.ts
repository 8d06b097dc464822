import type { Tell } from '../transport/telegraph.ts';
import { type Thrown, unpackThrown } from '../transport/thrown.ts';
import { reportRejection } from '../report-rejection.ts';
import type { AcceptorNews, ConnectorNews } from '../transport/port-messages.ts';

interface Connection {
  readonly name: string;
  readonly port: MessagePort;
  /** The port for the worker. Once it is sent, it has no effect here. */
  readonly far: MessagePort;
  readonly lost: (reason: Error) => unknown;
}

export interface ConnectionsOptions {
  readonly tell: Tell<AcceptorNews>;
  /** Sends what was told. */
  readonly flush: () => void;
  /** Told of what `lost` throws, or rejects with. */
  readonly onError: (error: unknown) => void;
}

/** The channels of the application to one worker. */
export class Connections implements ConnectorNews {
  #connections: Map<number, Connection> = new Map();
  #next = 0;
  #options: ConnectionsOptions;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** How many channels are open. */
  get count(): number {
    return this.#connections.size;
  }

  /**
   * Opens a channel for who accepts those of this name. `lost` is told why, when there is nobody at its other end any more. The channel is
   * forgotten when the port is closed; the other end's `close` shows in Node and Chromium only.
   */
  open(name: string, lost: (reason: Error) => unknown): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const number = this.#next++;
    this.#connections.set(number, { name, port: port1, far: port2, lost });
    this.#options.tell('connect', [number, name, port2], [port2]);
    port1.close = () => {
      this.#connections.delete(number);
      MessagePort.prototype.close.call(port1);
    };
    port1.addEventListener('close', () => this.#ask(number));
    return port1;
  }

  closed(number: number): void {
    this.#end(number, new Error(`connect: the worker has closed ${this.#connections.get(number)?.name}`));
  }

  refuse(number: number, accepted: readonly string[]): void {
    const name = this.#connections.get(number)?.name;
    const names = accepted.join(', ') || 'nothing';
    this.#end(number, new Error(`connect: the worker must accept ${name}, and accepts ${names}`));
  }

  failed(number: number, thrown: Thrown): void {
    const name = this.#connections.get(number)?.name;
    this.#end(number, new Error(`connect: the acceptor of ${name} threw`, { cause: unpackThrown(thrown) }));
  }

  /** The worker is no more. */
  close(reason: Error): void {
    for (const number of this.#connections.keys()) this.#end(number, reason);
  }

  // A port is closed as well when its worker is lost, which shows later.
  #ask(number: number): void {
    if (!this.#connections.has(number)) return;
    this.#options.tell('isClosed', [number]);
    this.#options.flush();
  }

  #end(number: number, reason: Error): void {
    const connection = this.#connections.get(number);
    if (connection === undefined) return; // the application has closed it
    this.#connections.delete(number);
    // Messages wait at it if it was not sent. They are dropped, and in Node ports in them are closed: an open one would keep the process alive.
    connection.far.close();
    connection.port.close();
    try {
      const { lost } = connection;
      reportRejection(lost(reason), this.#options.onError);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}

/** Opens a channel to a worker that is not there. In the next microtask it is closed and `lost` is told why, unless the application has closed it. */
export function openToNobody(
  name: string,
  lost: (reason: Error) => unknown,
  reason: Error,
  onError: (error: unknown) => void,
): MessagePort {
  let far: MessagePort | undefined;
  const tell: Tell<AcceptorNews> = (_, args) => void (far = args[2] as MessagePort);
  const connections = new Connections({ tell, flush: () => {}, onError });
  const port = connections.open(name, lost);
  queueMicrotask(() => {
    far?.close(); // also if the application has closed its port, and the connection is forgotten
    connections.close(reason);
  });
  return port;
}

import type { Send } from '../transport/remote-methods.ts';
import { type Thrown, unpackThrown } from '../transport/thrown.ts';
import { callGuarded } from '../call-guarded.ts';
import type { PoolToAcceptor, AcceptorToPool } from '../transport/port-messages.ts';
import type { MessagePort } from '../platform-types.ts';

interface OpenPort {
  readonly name: string;
  readonly port: MessagePort;
  /** The port for the worker. After it was sent, closing it in this thread has no effect. */
  readonly far: MessagePort;
  readonly onLost: (reason: Error) => unknown;
}

export interface WorkerPortsOptions {
  readonly send: Send<PoolToAcceptor>;
  /** Sends the written records. */
  readonly flush: () => void;
  /** Receives errors and rejections of `onLost`. */
  readonly onError: (error: unknown) => void;
}

/** The channels between the application and one worker. */
export class WorkerPorts implements AcceptorToPool {
  #ports: Map<number, OpenPort> = new Map();
  #next = 0;
  #options: WorkerPortsOptions;

  constructor(options: WorkerPortsOptions) {
    this.#options = options;
  }

  /** Number of open channels. */
  get count(): number {
    return this.#ports.size;
  }

  /**
   * Opens a channel to the acceptor of this name. `onLost` is called with the reason when the other end is gone. Closing the port releases the channel. Only
   * Node and Chromium report that the other end was closed.
   */
  open(name: string, onLost: (reason: Error) => unknown): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const number = this.#next++;
    this.#ports.set(number, { name, port: port1, far: port2, onLost });
    this.#options.send('connect', [number, name, port2], [port2]);
    port1.close = () => {
      this.#ports.delete(number);
      globalThis.MessagePort.prototype.close.call(port1);
    };
    port1.addEventListener('close', () => this.#askForConfirmation(number));
    return port1;
  }

  closed(number: number): void {
    this.#end(number, new Error(`connect: the worker has closed ${this.#ports.get(number)?.name}`));
  }

  refused(number: number, accepted: readonly string[]): void {
    const name = this.#ports.get(number)?.name;
    const names = accepted.join(', ') || 'nothing';
    this.#end(number, new Error(`connect: the worker must accept ${name}, and accepts ${names}`));
  }

  failed(number: number, thrown: Thrown): void {
    const name = this.#ports.get(number)?.name;
    this.#end(number, new Error(`connect: the acceptor of ${name} threw`, { cause: unpackThrown(thrown) }));
  }

  /** Called when the worker is gone. */
  close(reason: Error): void {
    for (const number of this.#ports.keys()) this.#end(number, reason);
  }

  // A port is also closed when its worker is lost. Only an answer of the worker shows that the worker is alive and has closed the port.
  #askForConfirmation(number: number): void {
    if (!this.#ports.has(number)) return;
    this.#options.send('confirmClosed', [number]);
    this.#options.flush();
  }

  #end(number: number, reason: Error): void {
    const open = this.#ports.get(number);
    if (open === undefined) return; // the application has closed the port
    this.#ports.delete(number);
    // Closing an unsent port drops its waiting messages. In Node this also closes the ports in these messages. Otherwise they would keep the process alive.
    open.far.close();
    open.port.close();
    callGuarded(this.#options.onError, open.onLost, reason);
  }
}

/**
 * Opens a channel to an absent worker. In the next microtask the channel is closed and `onLost` is called with the reason, unless the application has
 * closed the port.
 */
export function openToNobody(
  name: string,
  onLost: (reason: Error) => unknown,
  reason: Error,
  onError: (error: unknown) => void,
): MessagePort {
  let far: MessagePort | undefined;
  const send: Send<PoolToAcceptor> = (_, args) => void (far = args[2] as MessagePort);
  const ports = new WorkerPorts({ send, flush: () => {}, onError });
  const port = ports.open(name, onLost);
  queueMicrotask(() => {
    far?.close(); // also if the application has closed its port
    ports.close(reason);
  });
  return port;
}

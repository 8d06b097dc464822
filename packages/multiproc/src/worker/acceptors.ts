import { checkCallback, checkKind } from '@doha/loop/options';
import type { Tell } from '../channel/telegraph.ts';
import { packThrown, type Thrown } from '../channel/thrown.ts';
import { reportRejection } from '../report-rejection.ts';

/** What the thread that started a worker asks for. */
export interface AcceptorNews {
  /** A channel, of this number, for who accepts those of this name. */
  connect(number: number, name: string, port: MessagePort): void;
  /** The channel of this number is closed. Was it by this worker? One that is lost does not answer. */
  isClosed(number: number): void;
}

/** What it is answered. */
export interface ConnectorNews {
  /** Nobody accepts the channel of this number, only those of these names. */
  refuse(number: number, accepted: readonly string[]): void;
  /** Its acceptor threw, or its promise rejected. */
  failed(number: number, thrown: Thrown): void;
  /** This worker has closed the channel of this number. */
  closed(number: number): void;
}

/** Gives channels that come to a worker to who accepts them there. */
export class Acceptors implements AcceptorNews {
  #acceptors: Map<string, (port: MessagePort) => unknown> = new Map();
  #tell: Tell<ConnectorNews>;

  constructor(tell: Tell<ConnectorNews>) {
    this.#tell = tell;
  }

  /** Throws a RangeError if channels of this name are accepted already. */
  add(name: string, acceptor: (port: MessagePort) => unknown): void {
    checkKind('accept: name', typeof name === 'string', 'a string', name);
    checkCallback('accept: acceptor', acceptor);
    if (this.#acceptors.has(name)) throw new RangeError(`accept: ${name} must not be accepted already`);
    this.#acceptors.set(name, acceptor);
  }

  connect(number: number, name: string, port: MessagePort): void {
    const acceptor = this.#acceptors.get(name);
    if (acceptor === undefined) {
      port.close(); // and with it the ports in messages that wait there
      return this.#tell('refuse', [number, [...this.#acceptors.keys()]]);
    }
    const fail = (error: unknown): void => {
      port.close();
      this.#tell('failed', [number, packThrown(error)]);
    };
    try {
      reportRejection(acceptor(port), fail);
    } catch (error) {
      fail(error);
    }
  }

  isClosed(number: number): void {
    this.#tell('closed', [number]);
  }
}

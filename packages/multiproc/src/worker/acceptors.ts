import { checkCallback, checkKind } from '@doha/loop/options';
import type { Send } from '../transport/remote-methods.ts';
import type { PoolToAcceptor, AcceptorToPool } from '../transport/port-messages.ts';
import { packThrown } from '../transport/thrown.ts';
import { callGuarded } from '../call-guarded.ts';
import type { MessagePort } from '../platform-types.ts';

/** Passes the channels that the page opens to the acceptors of this worker. */
export class Acceptors implements PoolToAcceptor {
  #acceptors: Map<string, (port: MessagePort) => unknown> = new Map();
  #send: Send<AcceptorToPool>;

  constructor(send: Send<AcceptorToPool>) {
    this.#send = send;
  }

  /** Throws a RangeError if the name has an acceptor already. */
  add(name: string, acceptor: (port: MessagePort) => unknown): void {
    checkKind('accept: name', typeof name === 'string', 'a string', name);
    checkCallback('accept: acceptor', acceptor);
    if (this.#acceptors.has(name)) throw new RangeError(`accept: the name ${name} has an acceptor already`);
    this.#acceptors.set(name, acceptor);
  }

  connect(number: number, name: string, port: MessagePort): void {
    const acceptor = this.#acceptors.get(name);
    if (acceptor === undefined) {
      port.close(); // also closes ports in messages that it has received and not delivered
      return this.#send('refused', [number, [...this.#acceptors.keys()]]);
    }
    const fail = (error: unknown): void => {
      port.close();
      this.#send('failed', [number, packThrown(error)]);
    };
    callGuarded(fail, acceptor, port);
  }

  confirmClosed(number: number): void {
    this.#send('closed', [number]);
  }
}

import type { NamesOf } from './remote-methods.ts';
import type { Thrown } from './thrown.ts';
import type { MessagePort } from '../platform-types.ts';

/** Messages from a pool to a worker about channels that the application opens by `connect`. */
export interface PoolToAcceptor {
  /** Opens the channel of this number for the acceptor of this name. */
  connect(number: number, name: string, port: MessagePort): void;
  /**
   * Asks the worker for `closed`, after the platform has reported that the worker's port of this
   * channel was closed. A live worker answers, because it must have closed the port itself. A lost
   * worker does not answer.
   */
  confirmClosed(number: number): void;
}

/** Messages from a worker to the pool about channels. */
export interface AcceptorToPool {
  /** No acceptor has the name of this channel. `accepted`: the names of the acceptors. */
  refused(number: number, accepted: readonly string[]): void;
  /** The acceptor threw an error, or its promise rejected. */
  failed(number: number, thrown: Thrown): void;
  /** The answer to `confirmClosed`: the worker has closed the port of this channel. */
  closed(number: number): void;
}

/** The remote methods of {@link PoolToAcceptor}. */
export const poolToAcceptor: NamesOf<PoolToAcceptor> = { connect: true, confirmClosed: true };

/** The remote methods of {@link AcceptorToPool}. */
export const acceptorToPool: NamesOf<AcceptorToPool> = { refused: true, failed: true, closed: true };

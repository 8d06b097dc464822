import type { Thrown } from './thrown.ts';

/** What the thread that started a worker asks for. */
export interface PoolToAcceptor {
  /** A channel, of this number, for who accepts those of this name. */
  connect(number: number, name: string, port: MessagePort): void;
  /** The channel of this number is closed. Was it by this worker? One that is lost does not answer. */
  isClosed(number: number): void;
}

/** What it is answered. */
export interface AcceptorToPool {
  /** Nobody accepts the channel of this number, only those of these names. */
  refuse(number: number, accepted: readonly string[]): void;
  /** Its acceptor threw, or its promise rejected. */
  failed(number: number, thrown: Thrown): void;
  /** This worker has closed the channel of this number. */
  closed(number: number): void;
}

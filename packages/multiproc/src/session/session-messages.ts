import type { NamesOf } from '../transport/remote-methods.ts';
import type { EntityToHub, EntityMessages } from '../entities/entity-messages.ts';
import type { Retention } from '../pubsub/publications.ts';
import type { ArgumentsOf } from '../transport/remote-methods.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import type { ThreadIndex } from './thread-index.ts';
import type { IdRange } from './ids.ts';
import { type BrokerToPublisher, brokerToPublisher } from '../pubsub/broker.ts';
import type { WriterToReader, ReaderToWriter } from '../tables/table-messages.ts';
import type { MessagePort } from '../platform-types.ts';
/** Messages from a peer to the hub. */
export interface PeerToHub extends EntityToHub {
  /** `retention`: undefined for a table. */
  announce(topic: string, retention?: Retention): void;
  withdraw(topic: string): void;
  /** A message from another peer to the peer of the main thread. */
  peer<Name extends keyof PeerToPeer>(name: Name, ...args: ArgumentsOf<PeerToPeer[Name]>): void;
  /** A value that another thread has published. */
  value(topic: string, value: unknown, isRetained: boolean, subscription: number): void;
  /** A publisher no longer retains the newest value of a topic. */
  retentionEnded(topic: string): void;
  /** The worker has handled the request to subscribe a function to a topic, successfully or not. */
  listening(topic: string): void;
  /**
   * `subscription`: the number of the subscription in its thread. `wakeSignal`: for a table, the
   * shared memory by which a writer wakes the thread in `replica.wait`, if memory can be shared.
   */
  subscribe(topic: string, subscription: number, wakeSignal?: SharedArrayBuffer): void;
  unsubscribe(topic: string): void;
  /** Requests a range of ids. */
  requestIds(): void;
  /** The answer to `barrierPing`. */
  barrierPong(): void;
  /** The module of the worker has not called `join`, so the worker takes no part in the session. */
  notShared(): void;
  /**
   * A message of `thread` could not be read. Other threads may wait for its content, which is lost,
   * so the hub ends `thread`.
   */
  couldNotRead(thread: ThreadId): void;
}

/** The first message to a peer. */
export interface SessionStart {
  /** The id of the peer. */
  readonly thread: ThreadId;
  readonly index: ThreadIndex;
  readonly ids: IdRange;
  /** Start of the session, in ms since the epoch. */
  readonly began: number;
  /** The other threads. Their `link` messages follow. */
  readonly others: readonly ThreadId[];
  /** Lost threads of which other threads may not know yet. */
  readonly leaving: readonly ThreadId[];
}

/** Messages from the hub to a peer. */
export interface HubToPeer extends BrokerToPublisher, EntityMessages {
  beginSession(beginSession: SessionStart): void;
  ids(range: IdRange): void;
  /** A link to another peer. */
  link(thread: ThreadId, index: ThreadIndex, port: MessagePort): void;
  unlink(thread: ThreadId): void;
  /** To be answered by `barrierPong` when all earlier messages have been read. */
  barrierPing(): void;
  /** All threads know that `thread` is gone. */
  forget(thread: ThreadId): void;
}

/** Messages from a peer to another. */
export interface PeerToPeer extends WriterToReader, ReaderToWriter, EntityMessages {
  value(topic: string, value: unknown, isRetained: boolean, from: number, subscription: number): void;
  retentionEnded(topic: string, from: number): void;
}

/** The remote methods of a {@link Peer} itself. Tables, replicas and entities have their own. */
export type PeerMethods = Omit<HubToPeer, 'ofKind'> & Pick<PeerToPeer, 'value' | 'retentionEnded'>;

/** The names of {@link PeerMethods}. */
export const peerMethods: NamesOf<PeerMethods> = {
  beginSession: true,
  ids: true,
  link: true,
  unlink: true,
  barrierPing: true,
  forget: true,
  ...brokerToPublisher,
  value: true,
  retentionEnded: true,
};

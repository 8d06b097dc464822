import type { NamesOf } from '../transport/remote-methods.ts';
import type { EntityTransfer } from './ownership.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import type { Mutation } from './mutation.ts';
import type { ThreadIndex } from '../session/thread-index.ts';

/** Messages about the entities of a kind, from the hub and from other peers. */
export interface EntityMessages {
  ofKind(kind: string, name: keyof RegistryToOwner | keyof OwnerToOwner, ...args: readonly unknown[]): void;
}

/** Messages about entities to the hub. */
export interface EntityToHub {
  ofKind(kind: string, name: keyof OwnerToRegistry, ...args: readonly unknown[]): void;
  migrate(kind: string, id: number, to: ThreadIndex): void;
}

/** Messages between threads about entities of one kind. */
export interface OwnerToOwner {
  receiveEntity(transfer: EntityTransfer<unknown>): void;
  receiveMutation(mutation: Mutation<unknown>, epoch: number): void;
  acknowledge(ids: readonly number[], numbers: readonly number[]): void;
}

/** Messages from a thread to the owner registry. `OwnerRegistry` describes them. */
export interface OwnerToRegistry {
  /** `mayOwn`: whether entities can move to the thread. */
  join(mayOwn: boolean): void;
  register(id: number): void;
  remove(id: number): void;
  adopted(id: number, epoch: number): void;
  refused(id: number, epoch: number): void;
  bounced(id: number, epoch: number): void;
  resumed(id: number, epoch: number): void;
  /** Requests the owner of an entity. There is no answer until the entity is created. */
  find(id: number): void;
}

/** Messages from the owner registry to a thread, which the comments below call the receiver. */
export interface RegistryToOwner {
  /**
   * The receiver must send its entity to the thread `to`, which becomes the authority with this
   * epoch.
   */
  transferEntity(id: number, to: ThreadId, epoch: number): void;
  /** The entity that the receiver has sent has arrived. */
  arrived(id: number): void;
  /**
   * The entity of the receiver could not move. The receiver is its authority again, with this
   * epoch.
   */
  resume(id: number, epoch: number): void;
  /**
   * The thread that was to send an entity to the receiver is gone. The receiver must report if the
   * entity has not arrived.
   */
  checkArrival(id: number, epoch: number): void;
  /**
   * The entity that the receiver has created has the id of another entity, so the receiver does not
   * own it.
   */
  denied(id: number): void;
  /** `thread` is the owner of an entity from now on; `undefined`: the entity is gone. */
  owner(id: number, thread: ThreadId | undefined, epoch: number): void;
  /** No thread has created an entity for which the receiver has mutations. */
  unknown(id: number, problem: string): void;
  /** An entity could not be moved as the receiver requested. */
  unmoved(problem: string): void;
  /** Entities were lost with their owner. */
  died(ids: readonly number[]): void;
}

/** The remote methods of {@link EntityMessages}. */
export const entityMessages: NamesOf<EntityMessages> = { ofKind: true };

/** The remote methods of an {@link Ownership}. */
export const ownershipMethods: NamesOf<Omit<RegistryToOwner, 'died'> & OwnerToOwner> = {
  transferEntity: true,
  arrived: true,
  resume: true,
  checkArrival: true,
  denied: true,
  owner: true,
  unknown: true,
  unmoved: true,
  receiveEntity: true,
  receiveMutation: true,
  acknowledge: true,
};

import type { SendTo, Receiver } from '../transport/remote-methods.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import { IdSet } from './id-set.ts';
import { nameOfThread, type ThreadIndex } from '../session/thread-index.ts';
import type { RegistryToOwner, OwnerToRegistry } from './entity-messages.ts';

export interface OwnerRegistryOptions {
  /** Name of the kind of the entities. */
  readonly kind: string;
  readonly send: SendTo<ThreadId, RegistryToOwner>;
  /** Calls back when all messages that threads have sent until now have been read here. */
  readonly afterBarrier: (callback: () => void) => void;
}

/** The destination of a move. */
export interface Target {
  readonly thread: ThreadId;
  readonly index: ThreadIndex;
}

interface Entity {
  owner: ThreadId;
  epoch: number;
  /** The thread to which the entity is moving. */
  to: ThreadId | undefined;
}

const nowhere = { owner: undefined, to: undefined };

/**
 * Knows the owner of each entity and grants ownership. An epoch that rises with each grant is assigned before the entity moves. So an entity never has
 * two authorities, and messages of an earlier one are recognized as old.
 */
export class OwnerRegistry {
  #entities: Map<number, Entity> = new Map();
  #gone: IdSet = new IdSet();
  #threads: Set<ThreadId> = new Set();
  #possibleOwners: Set<ThreadId> = new Set(); // threads that may own entities
  #requests: Map<number, Target> = new Map(); // by entity: requests whose entity or target thread may not be known yet
  #options: OwnerRegistryOptions;
  #send: SendTo<ThreadId, RegistryToOwner>;

  constructor(options: OwnerRegistryOptions) {
    this.#options = options;
    this.#send = options.send;
  }

  /** Returns the owner of an entity; undefined if there is none. */
  ownerOf(id: number): ThreadId | undefined {
    return this.#entities.get(id)?.owner;
  }

  /** Adds a thread and tells it the owners of all entities. `mayOwn`: whether it may own entities. */
  join(thread: ThreadId, mayOwn = true): void {
    this.#threads.add(thread);
    if (mayOwn) this.#possibleOwners.add(thread);
    for (const [id, { epoch, owner }] of this.#entities) {
      // Otherwise the owner is lost, and the target of its move is asked whether the entity has arrived.
      if (this.#threads.has(owner)) this.#send(thread, 'owner', [id, owner, epoch]);
    }
  }

  /** Called when a thread has created an entity. */
  register(id: number, thread: ThreadId): void {
    if (this.#entities.has(id) || this.#gone.has(id)) return this.#send(thread, 'denied', [id]);
    this.#entities.set(id, { owner: thread, epoch: 1, to: undefined });
    this.#broadcast(id, thread, 1);
  }

  /** Called when the owner has removed an entity. */
  remove(id: number): void {
    const entity = this.#entities.get(id);
    if (entity === undefined) return;
    this.#entities.delete(id);
    this.#gone.add(id);
    this.#broadcast(id, undefined, entity.epoch);
  }

  /** Called when a thread has mutations for an unknown entity. */
  find(id: number, thread: ThreadId): void {
    const entity = this.#entities.get(id);
    if (entity !== undefined && this.#threads.has(entity.owner))
      this.#send(thread, 'owner', [id, entity.owner, entity.epoch]);
    else if (this.#gone.has(id)) this.#send(thread, 'owner', [id, undefined, Infinity]);
    else if (entity === undefined) this.#options.afterBarrier(() => this.#reportUnknown(id, thread));
  }

  /**
   * Called when a thread requests a move. If the entity or the target thread is unknown, its announcement may be in flight, so the registry tries again after
   * a barrier.
   */
  request(id: number, target: Target, from: ThreadId): void {
    this.#requests.delete(id);
    if (this.#problemOf(id, target) === undefined) return void this.migrate(id, target.thread);
    this.#requests.set(id, target);
    this.#options.afterBarrier(() => {
      if (this.#requests.get(id) !== target) return; // a later request counts
      this.#requests.delete(id);
      const problem = this.#problemOf(id, target);
      if (problem === undefined) this.migrate(id, target.thread);
      else if (this.#threads.has(from)) this.#send(from, 'unmoved', [problem]);
    });
  }

  // Ignores a removal by a thread that does not own the entity: it had created an entity with the same id, and the message `denied` is on its way to that
  // thread.
  #removeOf(id: number, thread: ThreadId): void {
    const { owner, to } = this.#entities.get(id) ?? nowhere;
    if (owner === thread || to === thread) this.remove(id);
  }

  #reportUnknown(id: number, thread: ThreadId): void {
    const isUnknown = !this.#entities.has(id) && !this.#gone.has(id);
    if (isUnknown && this.#threads.has(thread)) this.#send(thread, 'unknown', [id, this.#unknown(id)]);
  }

  // A request to move a removed entity is ignored, whatever its target.
  #problemOf(id: number, { index, thread }: Target): string | undefined {
    if (this.#gone.has(id)) return undefined;
    if (!this.#entities.has(id)) return this.#unknown(id);
    if (this.#possibleOwners.has(thread)) return undefined;
    return `${nameOfThread(index)} must have opened ${this.#options.kind} with the callbacks release, adopt and apply, so ${id} cannot move there`;
  }

  #unknown(id: number): string {
    return `no thread has created the entity ${id} of the kind ${this.#options.kind}`;
  }

  /**
   * Starts a move. Returns false if the entity is unknown, moving or there already, or if the thread
   * may not own entities.
   */
  migrate(id: number, to: ThreadId): boolean {
    const entity = this.#entities.get(id);
    if (
      entity === undefined ||
      entity.to !== undefined ||
      entity.owner === to ||
      !this.#possibleOwners.has(to)
    )
      return false;
    entity.to = to;
    this.#send(entity.owner, 'transferEntity', [id, to, entity.epoch + 1]);
    return true;
  }

  /** Called when an entity has arrived at its new owner. */
  adopted(id: number, epoch: number): void {
    const entity = this.#entities.get(id);
    if (entity?.to === undefined || epoch !== entity.epoch + 1) return;
    const before = entity.owner;
    entity.owner = entity.to;
    entity.epoch = epoch;
    entity.to = undefined;
    if (this.#threads.has(before)) this.#send(before, 'arrived', [id]);
    this.#broadcast(id, entity.owner, epoch);
  }

  /**
   * Called when an entity is lost. Either its owner is lost and the entity has not reached the target, or the move has failed and the owner cannot take it
   * back.
   */
  refused(id: number, epoch: number): void {
    if (this.#entities.get(id)?.epoch === epoch - 1) this.#die([id]);
  }

  /** Called when an entity could not move. Its owner keeps it, unless the owner is lost. */
  bounced(id: number, epoch: number): void {
    const entity = this.#entities.get(id);
    if (entity?.to === undefined || entity.epoch !== epoch - 1) return;
    if (this.#threads.has(entity.owner)) this.#resume(id, entity);
    else this.#die([id]);
  }

  /**
   * Called when an entity that could not move belongs to its owner again. Other threads are told
   * only now, so that their mutations do not overtake the message `resume`.
   */
  resumed(id: number, epoch: number): void {
    const entity = this.#entities.get(id);
    if (entity?.epoch === epoch) this.#broadcast(id, entity.owner, epoch);
  }

  /** Returns the methods that a thread calls. */
  methodsFor(thread: ThreadId): OwnerToRegistry & Receiver {
    return {
      join: (mayOwn) => this.join(thread, mayOwn),
      register: (id) => this.register(id, thread),
      remove: (id) => this.#removeOf(id, thread),
      adopted: (id, epoch) => this.adopted(id, epoch),
      refused: (id, epoch) => this.refused(id, epoch),
      bounced: (id, epoch) => this.bounced(id, epoch),
      resumed: (id, epoch) => this.resumed(id, epoch),
      find: (id) => this.find(id, thread),
    };
  }

  /** Called when a thread is gone. */
  leave(thread: ThreadId): void {
    this.#threads.delete(thread);
    this.#possibleOwners.delete(thread);
    for (const [id, target] of this.#requests) if (target.thread === thread) this.#requests.delete(id);
    const dead: number[] = [];
    for (const [id, entity] of this.#entities) {
      if (entity.owner !== thread && entity.to !== thread) continue;
      if (entity.to === undefined || !this.#threads.has(entity.to)) {
        if (this.#threads.has(entity.owner)) this.#resume(id, entity);
        else dead.push(id);
      } else this.#send(entity.to, 'checkArrival', [id, entity.epoch + 1]);
    }
    if (dead.length > 0) this.#die(dead);
  }

  // The epoch rises by 2, because messages about the failed move have the epoch in between.
  #resume(id: number, entity: Entity): void {
    entity.epoch += 2;
    entity.to = undefined;
    this.#send(entity.owner, 'resume', [id, entity.epoch]);
  }

  #die(ids: readonly number[]): void {
    for (const id of ids) this.remove(id);
    for (const thread of this.#threads) this.#send(thread, 'died', [[...ids]]); // a copy, because the application may change its array
  }

  #broadcast(id: number, thread: ThreadId | undefined, epoch: number): void {
    for (const other of this.#threads) this.#send(other, 'owner', [id, thread, epoch]);
  }
}

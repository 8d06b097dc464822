import type { SendTo } from '../transport/remote-methods.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import { IdSet } from './id-set.ts';
import { nameOfThread, type ThreadIndex } from '../session/thread-index.ts';

/** What threads send the registry. */
export interface OwnerToRegistry {
  /** `mayOwn`: entities can be given to it. */
  join(mayOwn: boolean): void;
  register(id: number): void;
  remove(id: number): void;
  taken(id: number, epoch: number): void;
  refused(id: number, epoch: number): void;
  bounced(id: number, epoch: number): void;
  resumed(id: number, epoch: number): void;
  /** Which thread has this entity? There is no answer as long as none has made it. */
  find(id: number): void;
}

/** What the registry tells threads of entities. */
export interface RegistryToOwner {
  /** Give an entity that is yours to another thread, whose authority has this epoch. */
  give(id: number, to: ThreadId, epoch: number): void;
  /** What you gave has arrived. */
  arrived(id: number): void;
  /** Who should have got it is no more: it is yours again, with this epoch. */
  resume(id: number, epoch: number): void;
  /** Who was to give you an entity is no more: say whether you have got it. */
  question(id: number, epoch: number): void;
  /** What you have made has the id of another entity: it is not yours. */
  denied(id: number): void;
  /** An entity is this thread's from now on; `undefined`: it is no more. */
  owner(id: number, thread: ThreadId | undefined, epoch: number): void;
  /** No thread has created an entity for which you have mutations. */
  unknown(id: number, problem: string): void;
  /** An entity could not be moved as you asked. */
  unmoved(problem: string): void;
  /** Entities have died with their owner. */
  died(ids: readonly number[]): void;
}

export interface OwnerRegistryOptions {
  /** Of the entities. */
  readonly kind: string;
  readonly send: SendTo<ThreadId, RegistryToOwner>;
  /** Calls back when all that threads have told until now is known here. */
  readonly afterBarrier: (callback: () => void) => void;
}

/** Where an entity is to move. */
export interface Target {
  readonly thread: ThreadId;
  readonly index: ThreadIndex;
}

interface Entity {
  owner: ThreadId;
  epoch: number;
  /** To whom it is being given. */
  to: ThreadId | undefined;
}

const nowhere = { owner: undefined, to: undefined };

/**
 * Who has the authority over which entity. It is granted here, with an epoch that rises, before it moves; so there are never two, and what an
 * earlier one said is known to be old.
 */
export class OwnerRegistry {
  #entities: Map<number, Entity> = new Map();
  #gone: IdSet = new IdSet();
  #threads: Set<ThreadId> = new Set();
  #homes: Set<ThreadId> = new Set(); // those that may own entities
  #requests: Map<number, Target> = new Map(); // that may be early, by entity
  #options: OwnerRegistryOptions;
  #send: SendTo<ThreadId, RegistryToOwner>;

  constructor(options: OwnerRegistryOptions) {
    this.#options = options;
    this.#send = options.send;
  }

  /** The owner of an entity; undefined if there is none. */
  ownerOf(id: number): ThreadId | undefined {
    return this.#entities.get(id)?.owner;
  }

  /** A thread takes part from now on, and is told of all entities. They can be given to it if it may own any. */
  join(thread: ThreadId, mayOwn = true): void {
    this.#threads.add(thread);
    if (mayOwn) this.#homes.add(thread);
    for (const [id, { epoch, owner }] of this.#entities) {
      if (this.#threads.has(owner)) this.#send(thread, 'owner', [id, owner, epoch]); // else it is being asked where it is
    }
  }

  /** A thread has made an entity. */
  register(id: number, thread: ThreadId): void {
    if (this.#entities.has(id) || this.#gone.has(id)) return this.#send(thread, 'denied', [id]);
    this.#entities.set(id, { owner: thread, epoch: 1, to: undefined });
    this.#broadcast(id, thread, 1);
  }

  /** Its owner has removed an entity. */
  remove(id: number): void {
    const entity = this.#entities.get(id);
    if (entity === undefined) return;
    this.#entities.delete(id);
    this.#gone.add(id);
    this.#broadcast(id, undefined, entity.epoch);
  }

  /** A thread has mutations for an entity of which it has heard nothing. */
  find(id: number, thread: ThreadId): void {
    const entity = this.#entities.get(id);
    if (entity !== undefined && this.#threads.has(entity.owner))
      this.#send(thread, 'owner', [id, entity.owner, entity.epoch]);
    else if (this.#gone.has(id)) this.#send(thread, 'owner', [id, undefined, Infinity]);
    else if (entity === undefined) this.#options.afterBarrier(() => this.#miss(id, thread));
  }

  /** A thread asks for an entity to move. If the entity or its new thread is not known, that may be on its way here. */
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

  // The site may have created and removed another entity with this id, which it will hear was denied.
  #removeOf(id: number, thread: ThreadId): void {
    const { owner, to } = this.#entities.get(id) ?? nowhere;
    if (owner === thread || to === thread) this.remove(id);
  }

  #miss(id: number, thread: ThreadId): void {
    const isUnknown = !this.#entities.has(id) && !this.#gone.has(id);
    if (isUnknown && this.#threads.has(thread)) this.#send(thread, 'unknown', [id, this.#unknown(id)]);
  }

  // An entity that is no more is left alone, wherever it was to go.
  #problemOf(id: number, { index, thread }: Target): string | undefined {
    if (this.#gone.has(id)) return undefined;
    if (!this.#entities.has(id)) return this.#unknown(id);
    if (this.#homes.has(thread)) return undefined;
    return `${nameOfThread(index)} must have opened ${this.#options.kind} with a host, ${id} cannot move there`;
  }

  #unknown(id: number): string {
    return `a thread must have created ${id} of ${this.#options.kind} by own, none has`;
  }

  /** Lets an entity move. Returns whether it does: not if it is there already, is moving, or one of both is not known. */
  migrate(id: number, to: ThreadId): boolean {
    const entity = this.#entities.get(id);
    if (entity === undefined || entity.to !== undefined || entity.owner === to || !this.#homes.has(to))
      return false;
    entity.to = to;
    this.#send(entity.owner, 'give', [id, to, entity.epoch + 1]);
    return true;
  }

  /** An entity has come to whom it was given. */
  taken(id: number, epoch: number): void {
    const entity = this.#entities.get(id);
    if (entity?.to === undefined || epoch !== entity.epoch + 1) return;
    const before = entity.owner;
    entity.owner = entity.to;
    entity.epoch = epoch;
    entity.to = undefined;
    if (this.#threads.has(before)) this.#send(before, 'arrived', [id]);
    this.#broadcast(id, entity.owner, epoch);
  }

  /** An entity whose owner is no more has not come, and will not be taken. */
  refused(id: number, epoch: number): void {
    if (this.#entities.get(id)?.epoch === epoch - 1) this.#die([id]);
  }

  /** An entity could not be given: its owner keeps it. */
  bounced(id: number, epoch: number): void {
    const entity = this.#entities.get(id);
    if (entity?.to === undefined || entity.epoch !== epoch - 1) return;
    if (this.#threads.has(entity.owner)) this.#resume(id, entity);
    else this.#die([id]);
  }

  /** An entity that could not move belongs to its owner again. The other threads hear of it now, before they send anything. */
  resumed(id: number, epoch: number): void {
    const entity = this.#entities.get(id);
    if (entity?.epoch === epoch) this.#broadcast(id, entity.owner, epoch);
  }

  /** Gets what a thread tells. */
  methodsFor(thread: ThreadId): OwnerToRegistry {
    return {
      join: (mayOwn) => this.join(thread, mayOwn),
      register: (id) => this.register(id, thread),
      remove: (id) => this.#removeOf(id, thread),
      taken: (id, epoch) => this.taken(id, epoch),
      refused: (id, epoch) => this.refused(id, epoch),
      bounced: (id, epoch) => this.bounced(id, epoch),
      resumed: (id, epoch) => this.resumed(id, epoch),
      find: (id) => this.find(id, thread),
    };
  }

  /** A thread is no more. */
  leave(thread: ThreadId): void {
    this.#threads.delete(thread);
    this.#homes.delete(thread);
    for (const [id, target] of this.#requests) if (target.thread === thread) this.#requests.delete(id);
    const dead: number[] = [];
    for (const [id, entity] of this.#entities) {
      if (entity.owner !== thread && entity.to !== thread) continue;
      if (entity.to === undefined || !this.#threads.has(entity.to)) {
        if (this.#threads.has(entity.owner)) this.#resume(id, entity);
        else dead.push(id);
      } else this.#send(entity.to, 'question', [id, entity.epoch + 1]);
    }
    if (dead.length > 0) this.#die(dead);
  }

  // What the one that has gone may have said of it has a lower epoch.
  #resume(id: number, entity: Entity): void {
    entity.epoch += 2;
    entity.to = undefined;
    this.#send(entity.owner, 'resume', [id, entity.epoch]);
  }

  #die(ids: readonly number[]): void {
    for (const id of ids) this.remove(id);
    for (const thread of this.#threads) this.#send(thread, 'died', [[...ids]]); // the application may change its array
  }

  #broadcast(id: number, thread: ThreadId | undefined, epoch: number): void {
    for (const other of this.#threads) this.#send(other, 'owner', [id, thread, epoch]);
  }
}

import { copyOf } from '../transport/copy-of.ts';
import type { Send } from '../transport/remote-methods.ts';
import { transfersOf } from '../transport/transfer.ts';
import { Acknowledgments } from './acknowledgments.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import type { Mutation } from './mutation.ts';
import { SentMutations } from './sent-mutations.ts';
import type { RegistryToOwner, OwnerToRegistry } from './entity-messages.ts';

/** An entity in transit to another thread. */
export interface EntityTransfer<S> {
  readonly id: number;
  readonly epoch: number;
  readonly state: S;
  /** For each sender the number of its last mutation that the state contains. */
  readonly applied: ReadonlyMap<ThreadId, number>;
}

/** `gone`: the thread is gone, but other threads may not know that yet. `forgotten`: all threads know that it is gone. */
export type ThreadState = 'alive' | 'gone' | 'forgotten';

export interface OwnershipOptions<S, M> {
  readonly thread: ThreadId;
  readonly stateOf: (thread: ThreadId) => ThreadState;
  /** Removes an entity from this thread and returns its whole state. If it throws, the entity stays. */
  readonly release: (id: number) => S;
  /** Adds an entity to this thread. If it throws, the entity goes back. */
  readonly adopt: (id: number, state: S) => void;
  /** Applies a mutation to an entity of this thread. */
  readonly apply: (id: number, what: M) => void;
  /** Receives errors of `release` and `adopt`, and reports of lost mutations. */
  readonly onError: (error: unknown) => void;
  /** Calls a method of the owner registry. */
  readonly send: Send<OwnerToRegistry>;
  readonly sendEntity: (to: ThreadId, transfer: EntityTransfer<S>) => void;
  /** `epoch`: the epoch of the receiving authority. */
  readonly sendMutation: (to: ThreadId, mutation: Mutation<M>, epoch: number) => void;
  readonly sendAcknowledgments: (to: ThreadId, ids: readonly number[], numbers: readonly number[]) => void;
}

/** An entity of this thread. */
interface Owned {
  epoch: number;
  /** For each sender the number of its last applied mutation. */
  readonly applied: Map<ThreadId, number>;
  /** Whether the registry has confirmed the ownership. Until then, an earlier state may come back if this thread dies. */
  isConfirmed: boolean;
  /**
   * Whether the entity is being adopted or released. Meanwhile the mutations of this thread wait.
   */
  isMoving: boolean;
}

/** An entity that was sent to another thread, until its arrival is confirmed. */
interface EntityInTransit<S> {
  readonly to: ThreadId;
  readonly transfer: EntityTransfer<S>;
  /** The map of the transfer, but mutable. */
  readonly applied: Map<ThreadId, number>;
  /** Whether parts of the state were transferred, so that the state cannot come back. */
  isMoved: boolean;
}

/** The authority of an entity, as the registry has reported it. */
interface Owner {
  /** Undefined if the thread is gone and the registry has not named another one. */
  readonly thread: ThreadId | undefined;
  readonly epoch: number;
}

const nobody: Owner = { thread: undefined, epoch: 0 };

/**
 * Maximum number of remembered entities that were removed or lost. The registry is asked about
 * older ones.
 */
const MAX_GONE = 4096;
/** Maximum number of entities unknown to this thread and the registry, for which mutations wait. */
const MAX_UNKNOWN = 4096;

/**
 * The entities of which a thread is the authority, and the routing of mutations to all other
 * entities. Each mutation of a living thread is applied once and in order, even if the entity moves
 * or threads on the way die. If a thread dies, its last mutations may be lost.
 */
export class Ownership<S, M> implements Omit<RegistryToOwner, 'died'> {
  #options: OwnershipOptions<S, M>;
  #owned: Map<number, Owned> = new Map();
  #inTransit: Map<number, EntityInTransit<S>> = new Map(); // entities that were sent and whose arrival is not confirmed
  #refused: Map<number, number> = new Map(); // by entity: a transfer with this epoch or an older one is ignored
  #owners: Map<number, Owner> = new Map();
  #unknown: Set<number> = new Set(); // unknown entities that have mutations
  #gone: Set<number> = new Set(); // entities that were removed or lost most recently
  #sent: SentMutations<M>;
  #acknowledgments: Acknowledgments;

  constructor(options: OwnershipOptions<S, M>) {
    this.#options = options;
    this.#sent = new SentMutations(options.thread);
    this.#acknowledgments = new Acknowledgments(options.sendAcknowledgments);
  }

  /** Whether this thread is the authority of an entity. */
  has(id: number): boolean {
    return this.#owned.has(id);
  }

  /** Makes this thread the authority of a new entity. Throws a RangeError if this thread knows that the id is or was used. */
  own(id: number): void {
    if (this.#owned.has(id) || this.#inTransit.has(id) || this.#owners.has(id) || this.#gone.has(id))
      throw new RangeError(`own: the id of a new entity must be new, got ${id}`);
    const owned = this.#addOwned(id, { epoch: 1, applied: new Map(), isConfirmed: false });
    this.#options.send('register', [id]);
    this.#applyOwn(id, owned);
  }

  /** Removes an entity of this thread. */
  disown(id: number): void {
    if (this.#owned.delete(id)) this.#options.send('remove', [id]);
  }

  /** Ends the session: nothing is applied any more, even if a callback has ended it. */
  end(): void {
    this.#owned.clear();
    this.#inTransit.clear();
  }

  /** Applies a mutation here, or sends it to the authority. Throws a DataCloneError if the mutation must be sent and cannot be copied. */
  mutate(id: number, what: M): void {
    if (this.#isHere(id)) return this.#options.apply(id, what);
    if (this.#gone.has(id)) return;
    this.#mutateElsewhere(id, copyOf(what)); // getters of the mutation may create the entity here
  }

  #isHere(id: number): boolean {
    return this.#owned.get(id)?.isMoving === false;
  }

  #mutateElsewhere(id: number, what: M): void {
    if (this.#isHere(id)) return this.#options.apply(id, what);
    if (this.#gone.has(id)) return;
    const mutation = this.#sent.add(id, what);
    if (this.#owned.has(id)) return; // it is applied after earlier mutations, or in the thread to which the entity moves
    const route = this.#routeTo(id);
    if (route !== undefined) this.#options.sendMutation(route.thread, mutation, route.epoch);
    else if (!this.#owners.has(id) && !this.#unknown.has(id)) this.#find(id);
  }

  /** Called when a mutation arrives that was sent to the authority of this epoch. */
  receiveMutation(mutation: Mutation<M>, epoch: number): void {
    const { from, id } = mutation;
    // The numbers of a dead sender may be forgotten already, so a late copy of a mutation would be
    // applied again.
    if (this.#options.stateOf(from) !== 'alive') return;
    const owned = this.#owned.get(id);
    if (owned !== undefined) return this.#acceptMutation(owned, mutation);
    // The sender will send the mutation again when it knows a newer authority. Forwarding is faster. A mutation is never forwarded to an older
    // authority, so the forwarding ends.
    const route = this.#routeTo(id);
    if (route !== undefined && route.epoch > epoch)
      this.#options.sendMutation(route.thread, mutation, route.epoch);
  }

  /** Called when the states of these entities contain this thread's mutations up to these numbers. */
  acknowledge(ids: readonly number[], numbers: readonly number[]): void {
    for (const [index, id] of ids.entries()) this.#sent.acknowledge(id, numbers[index]!);
  }

  /** Called when an entity could not be copied. */
  transferRefused({ epoch, id }: EntityTransfer<S>): void {
    const inTransit = this.#inTransit.get(id);
    if (inTransit !== undefined) inTransit.isMoved = false;
    this.#options.send('bounced', [id, epoch]);
  }

  /** Called when a mutation could not be copied. */
  mutationRefused(mutation: Mutation<M>): void {
    if (mutation.from !== this.#options.thread) return;
    this.#sent.cancel(mutation);
    this.#sendAgain(mutation.id);
  }

  /** Called when an entity arrives. */
  receiveEntity({ applied, epoch, id, state }: EntityTransfer<S>): void {
    if (this.#gone.has(id) || (this.#refused.get(id) ?? 0) >= epoch) return;
    const known = [...applied].filter(([sender]) => this.#options.stateOf(sender) !== 'forgotten');
    const owned = this.#adopt(id, state, { epoch, applied: new Map(known), isConfirmed: false });
    if (owned === undefined) return this.#options.send('bounced', [id, epoch]);
    if (this.#owned.get(id) !== owned) return; // `adopt` has removed the entity
    this.#options.send('adopted', [id, epoch]);
    this.#applyOwn(id, owned);
  }

  transferEntity(id: number, to: ThreadId, epoch: number): void {
    const owned = this.#owned.get(id);
    if (owned === undefined) return; // the entity was removed, and the message `remove` is in flight
    owned.isMoving = true;
    const released = this.#release(id);
    if (this.#owned.get(id) !== owned) return; // `release` has removed the entity
    if (released === undefined) return this.#keepUnreleased(id, owned, epoch);
    this.#owned.delete(id);
    const { applied } = owned;
    const transfer = { id, epoch, state: released.state, applied };
    const hasLostTarget = owned.epoch > epoch; // `resume` was called while `release` was running
    const isMoved = !hasLostTarget && transfersOf(released.state) !== undefined;
    this.#inTransit.set(id, { to, transfer, applied, isMoved });
    if (hasLostTarget) return this.resume(id, owned.epoch);
    this.#options.sendEntity(to, transfer);
    this.#sendAgain(id);
  }

  arrived(id: number): void {
    this.#inTransit.delete(id);
  }

  resume(id: number, epoch: number): void {
    const owned = this.#owned.get(id); // defined if the entity could not be released
    if (owned !== undefined) owned.epoch = epoch;
    // The state may have been lost at an earlier attempt, or the entity was removed and the message
    // `remove` is in flight.
    else if (!this.#takeBack(id, epoch)) return this.#options.send('refused', [id, epoch + 1]);
    this.#options.send('resumed', [id, epoch]);
  }

  checkArrival(id: number, epoch: number): void {
    if (this.#owned.has(id)) return; // the message `adopted` is in flight
    this.#refused.set(id, epoch);
    this.#options.send('refused', [id, epoch]);
  }

  denied(id: number): void {
    if (this.#owned.get(id)?.epoch === 1) this.#owned.delete(id); // otherwise the first entity with this id has moved here meanwhile
    this.#options.onError(new RangeError(`own: the id of a new entity must be new, got ${id}`));
  }

  owner(id: number, thread: ThreadId | undefined, epoch: number): void {
    this.#unknown.delete(id);
    if (thread === undefined) return this.#forgetEntity(id);
    if ((this.#owners.get(id)?.epoch ?? 0) > epoch) return;
    this.#owners.set(id, { thread, epoch });
    const owned = this.#owned.get(id);
    if (owned === undefined) this.#sendAgain(id);
    else if (thread === this.#options.thread && epoch >= owned.epoch) this.#confirm(id, owned);
  }

  /** Called when a thread is gone. */
  left(thread: ThreadId): void {
    this.#acknowledgments.forget(thread);
    // The registry reports later where the entities are that were in transit.
    for (const [id, owner] of this.#owners) {
      if (owner.thread === thread) this.#owners.set(id, { ...owner, thread: undefined });
    }
  }

  /**
   * Called when all threads know that a thread is gone and accept no more of its mutations. So the
   * numbers of its last mutations are not needed any longer.
   */
  forget(thread: ThreadId): void {
    this.#acknowledgments.forget(thread);
    for (const { applied } of this.#owned.values()) applied.delete(thread);
    for (const { applied } of this.#inTransit.values()) applied.delete(thread);
  }

  /** Called when no thread has created an entity for which this thread has mutations. They wait. */
  unknown(id: number, problem: string): void {
    if (this.#unknown.has(id))
      this.#options.onError(new RangeError(`mutate: ${problem}; its mutations wait`));
  }

  /** Called when an entity could not be moved as this thread requested. */
  unmoved(problem: string): void {
    this.#options.onError(new RangeError(`migrate: ${problem}`));
  }

  #routeTo(id: number): { readonly thread: ThreadId; readonly epoch: number } | undefined {
    const inTransit = this.#inTransit.get(id);
    if (inTransit !== undefined) return { thread: inTransit.to, epoch: inTransit.transfer.epoch };
    const { epoch, thread } = this.#owners.get(id) ?? nobody;
    return thread === undefined || thread === this.#options.thread ? undefined : { thread, epoch };
  }

  #sendAgain(id: number): void {
    const route = this.#routeTo(id);
    if (route === undefined) return;
    for (const mutation of this.#sent.of(id)) this.#options.sendMutation(route.thread, mutation, route.epoch);
  }

  // Accepts only the next mutation of the sender. Others were applied already, or are sent again
  // after the missing ones.
  #acceptMutation(owned: Owned, { from, id, isVoid, number, what }: Mutation<M>): void {
    if (number !== (owned.applied.get(from) ?? 0) + 1) return;
    owned.applied.set(from, number);
    if (owned.isConfirmed && from !== this.#options.thread) this.#acknowledgments.owe(from, id, number);
    if (isVoid !== true) this.#options.apply(id, what);
  }

  #addOwned(id: number, fields: Omit<Owned, 'isMoving'>): Owned {
    const owned = { ...fields, isMoving: true };
    this.#owned.set(id, owned);
    return owned;
  }

  // This thread is the authority before `adopt` is called, because `adopt` may remove the entity,
  // or end the thread that sent it.
  #adopt(id: number, state: S, fields: Omit<Owned, 'isMoving'>): Owned | undefined {
    const owned = this.#addOwned(id, fields);
    try {
      this.#options.adopt(id, state);
      return owned;
    } catch (error) {
      if (this.#owned.get(id) === owned) this.#owned.delete(id);
      this.#options.onError(error);
      return undefined;
    }
  }

  // The entity could not be released.
  #keepUnreleased(id: number, owned: Owned, epoch: number): void {
    this.#applyOwn(id, owned);
    this.#options.send('bounced', [id, epoch]);
  }

  // Applies the mutations that this thread has sent and that were not applied elsewhere.
  #applyOwn(id: number, owned: Owned): void {
    for (let next = this.#sent.first(id); next !== undefined; next = this.#sent.first(id)) {
      if (this.#owned.get(id) !== owned) return; // a mutation has removed the entity, ended the session or moved the entity
      this.#sent.acknowledge(id, next.number);
      this.#acceptMutation(owned, next);
    }
    owned.isMoving = false;
  }

  #confirm(id: number, owned: Owned): void {
    owned.isConfirmed = true;
    for (const [sender, number] of owned.applied) {
      if (sender !== this.#options.thread) this.#acknowledgments.owe(sender, id, number);
    }
  }

  #takeBack(id: number, epoch: number): boolean {
    const inTransit = this.#inTransit.get(id);
    if (inTransit === undefined) return false;
    this.#inTransit.delete(id);
    const { applied, isMoved, transfer } = inTransit;
    if (isMoved) return false;
    const owned = this.#adopt(id, transfer.state, { epoch, applied: new Map(applied), isConfirmed: true });
    if (owned !== undefined) this.#applyOwn(id, owned);
    return owned !== undefined;
  }

  #release(id: number): { readonly state: S } | undefined {
    try {
      return { state: this.#options.release(id) };
    } catch (error) {
      this.#options.onError(error);
      return undefined;
    }
  }

  // Asks the registry, which answers when the entity is created, or if it is gone.
  #find(id: number): void {
    this.#unknown.add(id);
    this.#options.send('find', [id]);
    if (this.#unknown.size <= MAX_UNKNOWN) return;
    const oldest = this.#unknown.values().next().value!;
    this.#unknown.delete(oldest);
    const count = this.#sent.forget(oldest);
    this.#options.onError(new Error(`mutate: no thread has the entity ${oldest}; mutations lost: ${count}`));
  }

  #forgetEntity(id: number): void {
    this.#owners.delete(id);
    this.#inTransit.delete(id);
    this.#refused.delete(id);
    this.#sent.forget(id);
    this.#gone.add(id);
    if (this.#gone.size > MAX_GONE) this.#gone.delete(this.#gone.values().next().value!);
  }
}

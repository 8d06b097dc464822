import { copyOf } from '../transport/copy-of.ts';
import type { Send } from '../transport/remote-methods.ts';
import { transfersOf } from '../transport/transfer.ts';
import { Acknowledgements } from './acknowledgements.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import type { Mutation } from './mutation.ts';
import type { RegistryToOwner, OwnerToRegistry } from './owner-registry.ts';
import { SentMutations } from './sent-mutations.ts';

/** An entity on its way to another thread. */
export interface EntityTransfer<S> {
  readonly id: number;
  readonly epoch: number;
  readonly state: S;
  /** By sender the number of its last mutation that is in the state. */
  readonly applied: ReadonlyMap<ThreadId, number>;
}

/** What a thread knows of another one. `gone`: it is no more, but others may not know that yet. `forgotten`: all threads know it. */
export type ThreadState = 'alive' | 'gone' | 'forgotten';

export interface OwnershipOptions<S, M> {
  readonly thread: ThreadId;
  readonly stateOf: (thread: ThreadId) => ThreadState;
  /** Takes an entity out of this thread: it is not updated here any more. Returns all its state; if it throws, the entity stays. */
  readonly release: (id: number) => S;
  /** Puts an entity into this thread; if it throws, the entity stays where it was. */
  readonly adopt: (id: number, state: S) => void;
  /** Applies a mutation to an entity of this thread. */
  readonly apply: (id: number, what: M) => void;
  /** Told of what `release` and `adopt` throw, and of mutations that are lost. */
  readonly onError: (error: unknown) => void;
  /** Tells the registry. */
  readonly send: Send<OwnerToRegistry>;
  readonly sendEntity: (to: ThreadId, transfer: EntityTransfer<S>) => void;
  /** `epoch` is that of the authority to which it is sent. */
  readonly sendMutation: (to: ThreadId, mutation: Mutation<M>, epoch: number) => void;
  readonly sendAcknowledgements: (to: ThreadId, ids: readonly number[], numbers: readonly number[]) => void;
}

interface Owned {
  epoch: number;
  /** By sender the number of its last mutation that is applied. */
  readonly applied: Map<ThreadId, number>;
  /** Whether the registry knows it: until then an earlier state may come back, if this thread dies. */
  isConfirmed: boolean;
  /** While it is adopted or released, this thread's own mutations wait. */
  isMoving: boolean;
}

interface Given<S> {
  readonly to: ThreadId;
  readonly transfer: EntityTransfer<S>;
  /** That of the transfer. */
  readonly applied: Map<ThreadId, number>;
  /** Whether parts of the state were moved and not copied: it cannot come back. */
  isMoved: boolean;
}

interface Owner {
  /** Undefined if the thread has gone and the registry has not told of another one. */
  readonly thread: ThreadId | undefined;
  readonly epoch: number;
}

const nobody: Owner = { thread: undefined, epoch: 0 };

/** Entities that are remembered as removed or dead. The registry answers for older ones. */
const mostGone = 4096;
/** Entities that are unknown here and to the registry, for which mutations wait. */
const mostUnknown = 4096;

/**
 * The entities that a thread has the authority over, and the way of mutations to those that it has not. Each mutation of a thread
 * that lives is applied once and in order, also while the entity moves and if threads on its way die. Of a thread that has died
 * mutations may be lost: only the last ones.
 */
export class Ownership<S, M> implements Omit<RegistryToOwner, 'died'> {
  #options: OwnershipOptions<S, M>;
  #owned: Map<number, Owned> = new Map();
  #given: Map<number, Given<S>> = new Map(); // and not arrived yet
  #refused: Map<number, number> = new Map(); // epochs
  #owners: Map<number, Owner> = new Map();
  #unknown: Set<number> = new Set(); // entities of which nothing was heard, with mutations
  #gone: Set<number> = new Set(); // the latest entities that are no more
  #sent: SentMutations<M>;
  #acknowledgements: Acknowledgements;

  constructor(options: OwnershipOptions<S, M>) {
    this.#options = options;
    this.#sent = new SentMutations(options.thread);
    this.#acknowledgements = new Acknowledgements(options.sendAcknowledgements);
  }

  /** Whether an entity is this thread's. */
  has(id: number): boolean {
    return this.#owned.has(id);
  }

  /** A new entity of this thread. Throws a RangeError if this thread knows that there is or was one with this id. */
  own(id: number): void {
    if (this.#owned.has(id) || this.#given.has(id) || this.#owners.has(id) || this.#gone.has(id))
      throw new RangeError(`own: the id of a new entity must be new, got ${id}`);
    const owned = this.#hold(id, { epoch: 1, applied: new Map(), isConfirmed: false });
    this.#options.send('register', [id]);
    this.#applyOwn(id, owned);
  }

  /** An entity of this thread is no more. */
  disown(id: number): void {
    if (this.#owned.delete(id)) this.#options.send('remove', [id]);
  }

  /** The session is over: nothing is applied any more, also if a callback has ended it. */
  end(): void {
    this.#owned.clear();
    this.#given.clear();
  }

  /** Has an entity changed, here or where it is. Throws a DataCloneError if it is elsewhere and the mutation cannot be copied. */
  mutate(id: number, what: M): void {
    if (this.#isHere(id)) return this.#options.apply(id, what);
    if (this.#gone.has(id)) return;
    this.#mutateElsewhere(id, copyOf(what)); // the getters of the mutation may create the entity here
  }

  #isHere(id: number): boolean {
    return this.#owned.get(id)?.isMoving === false;
  }

  #mutateElsewhere(id: number, what: M): void {
    if (this.#isHere(id)) return this.#options.apply(id, what);
    if (this.#gone.has(id)) return;
    const mutation = this.#sent.add(id, what);
    if (this.#owned.has(id)) return; // applied after those that were asked for before, or where it moves
    const way = this.#wayTo(id);
    if (way !== undefined) this.#options.sendMutation(way.thread, mutation, way.epoch);
    else if (!this.#owners.has(id) && !this.#unknown.has(id)) this.#find(id);
  }

  /** A mutation has come for the authority of this epoch. */
  receive(mutation: Mutation<M>, epoch: number): void {
    const { from, id } = mutation;
    // Its number may be forgotten already: a copy that comes late would be applied again.
    if (this.#options.stateOf(from) !== 'alive') return;
    const owned = this.#owned.get(id);
    if (owned !== undefined) return this.#accept(owned, mutation);
    // The sender will send it again when it hears of a newer authority. This way is shorter, and never leads to an older one: it has
    // an end, whatever threads know.
    const way = this.#wayTo(id);
    if (way !== undefined && way.epoch > epoch) this.#options.sendMutation(way.thread, mutation, way.epoch);
  }

  /** The states of these entities contain this thread's mutations up to these numbers. */
  acknowledge(ids: readonly number[], numbers: readonly number[]): void {
    for (const [place, id] of ids.entries()) this.#sent.acknowledge(id, numbers[place]!);
  }

  /** An entity could not be copied. */
  transferRefused({ epoch, id }: EntityTransfer<S>): void {
    const given = this.#given.get(id);
    if (given !== undefined) given.isMoved = false;
    this.#options.send('bounced', [id, epoch]);
  }

  /** A mutation could not be copied. */
  mutationRefused(mutation: Mutation<M>): void {
    if (mutation.from !== this.#options.thread) return;
    this.#sent.cancel(mutation);
    this.#sendAgain(mutation.id);
  }

  /** An entity has come. */
  take({ applied, epoch, id, state }: EntityTransfer<S>): void {
    if (this.#gone.has(id) || (this.#refused.get(id) ?? 0) >= epoch) return;
    const known = [...applied].filter(([sender]) => this.#options.stateOf(sender) !== 'forgotten');
    const owned = this.#adopt(id, state, { epoch, applied: new Map(known), isConfirmed: false });
    if (owned === undefined) return this.#options.send('bounced', [id, epoch]);
    if (this.#owned.get(id) !== owned) return; // `adopt` has removed it
    this.#options.send('taken', [id, epoch]);
    this.#applyOwn(id, owned);
  }

  give(id: number, to: ThreadId, epoch: number): void {
    const owned = this.#owned.get(id);
    if (owned === undefined) return; // it was removed meanwhile, and the registry is being told
    owned.isMoving = true;
    const released = this.#release(id);
    if (this.#owned.get(id) !== owned) return; // `release` has removed it
    if (released === undefined) return this.#keep(id, owned, epoch);
    this.#owned.delete(id);
    const { applied } = owned;
    const transfer = { id, epoch, state: released.state, applied };
    const hasLostTarget = owned.epoch > epoch; // while `release` ran
    const isMoved = !hasLostTarget && transfersOf(released.state) !== undefined;
    this.#given.set(id, { to, transfer, applied, isMoved });
    if (hasLostTarget) return this.resume(id, owned.epoch);
    this.#options.sendEntity(to, transfer);
    this.#sendAgain(id);
  }

  arrived(id: number): void {
    this.#given.delete(id);
  }

  resume(id: number, epoch: number): void {
    const owned = this.#owned.get(id); // where it could not be released
    if (owned !== undefined) owned.epoch = epoch;
    // It may have been lost at an earlier attempt, or removed, which the registry is being told.
    else if (!this.#takeBack(id, epoch)) return this.#options.send('refused', [id, epoch + 1]);
    this.#options.send('resumed', [id, epoch]);
  }

  question(id: number, epoch: number): void {
    if (this.#owned.has(id)) return; // that it was taken is on its way
    this.#refused.set(id, epoch);
    this.#options.send('refused', [id, epoch]);
  }

  denied(id: number): void {
    if (this.#owned.get(id)?.epoch === 1) this.#owned.delete(id); // else the other entity has come here meanwhile
    this.#options.onError(new RangeError(`own: the id of a new entity must be new, got ${id}`));
  }

  owner(id: number, thread: ThreadId | undefined, epoch: number): void {
    this.#unknown.delete(id);
    if (thread === undefined) return this.#bury(id);
    if ((this.#owners.get(id)?.epoch ?? 0) > epoch) return;
    this.#owners.set(id, { thread, epoch });
    const owned = this.#owned.get(id);
    if (owned === undefined) this.#sendAgain(id);
    else if (thread === this.#options.thread && epoch >= owned.epoch) this.#confirm(id, owned);
  }

  /** A thread is no more. */
  left(thread: ThreadId): void {
    this.#acknowledgements.forget(thread);
    // The registry tells later where its entities are that were on their way.
    for (const [id, owner] of this.#owners) {
      if (owner.thread === thread) this.#owners.set(id, { ...owner, thread: undefined });
    }
  }

  /** All threads know that a thread is no more, and take no more mutations of it: the numbers of the last ones are not needed any longer. */
  forget(thread: ThreadId): void {
    this.#acknowledgements.forget(thread);
    for (const { applied } of this.#owned.values()) applied.delete(thread);
    for (const { applied } of this.#given.values()) applied.delete(thread);
  }

  /** No thread has created an entity of which this one has mutations. They wait. */
  unknown(id: number, problem: string): void {
    if (this.#unknown.has(id))
      this.#options.onError(new RangeError(`mutate: ${problem}; its mutations wait`));
  }

  /** An entity could not be moved as this thread has asked. */
  unmoved(problem: string): void {
    this.#options.onError(new RangeError(`migrate: ${problem}`));
  }

  #wayTo(id: number): { readonly thread: ThreadId; readonly epoch: number } | undefined {
    const given = this.#given.get(id);
    if (given !== undefined) return { thread: given.to, epoch: given.transfer.epoch };
    const { epoch, thread } = this.#owners.get(id) ?? nobody;
    return thread === undefined || thread === this.#options.thread ? undefined : { thread, epoch };
  }

  #sendAgain(id: number): void {
    const way = this.#wayTo(id);
    if (way === undefined) return;
    for (const mutation of this.#sent.of(id)) this.#options.sendMutation(way.thread, mutation, way.epoch);
  }

  // Another one than the next was either applied already, or is sent again behind those before it.
  #accept(owned: Owned, { from, id, isVoid, number, what }: Mutation<M>): void {
    if (number !== (owned.applied.get(from) ?? 0) + 1) return;
    owned.applied.set(from, number);
    if (owned.isConfirmed && from !== this.#options.thread) this.#acknowledgements.owe(from, id, number);
    if (isVoid !== true) this.#options.apply(id, what);
  }

  #hold(id: number, given: Omit<Owned, 'isMoving'>): Owned {
    const owned = { ...given, isMoving: true };
    this.#owned.set(id, owned);
    return owned;
  }

  // It is this thread's before `adopt` is called, which may remove it, or end the thread that has given it.
  #adopt(id: number, state: S, given: Omit<Owned, 'isMoving'>): Owned | undefined {
    const owned = this.#hold(id, given);
    try {
      this.#options.adopt(id, state);
      return owned;
    } catch (error) {
      if (this.#owned.get(id) === owned) this.#owned.delete(id);
      this.#options.onError(error);
      return undefined;
    }
  }

  // It could not be released.
  #keep(id: number, owned: Owned, epoch: number): void {
    this.#applyOwn(id, owned);
    this.#options.send('bounced', [id, epoch]);
  }

  // What this thread has sent and was not applied elsewhere, it applies itself now.
  #applyOwn(id: number, owned: Owned): void {
    for (let next = this.#sent.first(id); next !== undefined; next = this.#sent.first(id)) {
      if (this.#owned.get(id) !== owned) return; // one that was applied has ended the entity or the session, or given it away
      this.#sent.acknowledge(id, next.number);
      this.#accept(owned, next);
    }
    owned.isMoving = false;
  }

  #confirm(id: number, owned: Owned): void {
    owned.isConfirmed = true;
    for (const [sender, number] of owned.applied) {
      if (sender !== this.#options.thread) this.#acknowledgements.owe(sender, id, number);
    }
  }

  #takeBack(id: number, epoch: number): boolean {
    const given = this.#given.get(id);
    if (given === undefined) return false;
    this.#given.delete(id);
    const { applied, isMoved, transfer } = given;
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

  // The registry knows whether the entity is no more, or its birth is on its way here.
  #find(id: number): void {
    this.#unknown.add(id);
    this.#options.send('find', [id]);
    if (this.#unknown.size <= mostUnknown) return;
    const oldest = this.#unknown.values().next().value!;
    this.#unknown.delete(oldest);
    const count = this.#sent.forget(oldest);
    this.#options.onError(new Error(`mutate: no thread has the entity ${oldest}; mutations lost: ${count}`));
  }

  #bury(id: number): void {
    this.#owners.delete(id);
    this.#given.delete(id);
    this.#refused.delete(id);
    this.#sent.forget(id);
    this.#gone.add(id);
    if (this.#gone.size > mostGone) this.#gone.delete(this.#gone.values().next().value!);
  }
}

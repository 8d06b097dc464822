import { checkCallback, checkKind, checkNumber, checkOptions } from '@doha/loop/options';
import { deliver, type Send, type SendTo } from '../transport/remote-methods.ts';
import { transfersOf } from '../transport/transfer.ts';
import { reportRejection } from '../report-rejection.ts';
import { Ownership, type EntityTransfer, type ThreadState } from './ownership.ts';
import { checkId } from './check-id.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import { disposedError } from '../disposed-error.ts';
import type { Mutation } from './mutation.ts';
import { notStartedError } from '../session/not-started-error.ts';
import type { ThreadIndex } from '../session/thread-index.ts';
import type { RegistryToOwner, OwnerToRegistry } from './owner-registry.ts';

/** The callbacks of a thread that can be the authority of entities of a kind. */
export interface EntityHost<State, M> {
  /**
   * Removes an entity from this thread, which then is no longer its authority. Returns the whole state of the entity, for `adopt` in another thread. If
   * `release` throws an error, the entity stays. The state may be a result of `transfer`. Then no copy remains, and the entity is lost if the other thread
   * dies before the state arrives.
   */
  release(id: number): State;
  /** Adds an entity to this thread, which is its authority from now on. If `adopt` throws an error, it is called in the thread that had the entity, which puts it back. If that call throws as well, the entity is lost. */
  adopt(id: number, state: State): void;
  /** Applies a mutation, which any thread can send by `mutate`, to an entity of this thread. */
  apply(id: number, mutation: M): void;
  /** Called with entities that were lost: their authority was lost, or no thread could adopt them. */
  died?: ((ids: readonly number[]) => unknown) | undefined;
}

/** The callbacks of a thread that is never the authority of entities of a kind. It can send mutations and start moves. */
export type EntitySpectator = Pick<EntityHost<never, never>, 'died'>;

/**
 * The entities of one kind. Each entity has one thread as its authority (DOHA, WWW'12 §2.2.3; thesis §3.1.2). In a worker that the pool has not started
 * yet, for example while its module is loaded, `own`, `mutate` and `migrate` throw an Error.
 */
export class Entities<State, M> {
  /** Name of the kind. */
  readonly kind: string;
  #options: EntitiesOptions<State, M>;

  /** @internal */
  constructor(kind: string, options: EntitiesOptions<State, M>) {
    this.kind = kind;
    this.#options = options;
  }

  /** Whether this thread is the authority of the entity. False before the pool has started this worker, and after `dispose`. */
  has(id: number): boolean {
    return this.#options.isLive() && this.#options.part().has(id);
  }

  /**
   * Makes this thread the authority of a new entity with an id from `nextId`. Throws a TypeError if this thread has not passed the callbacks of an
   * {@link EntityHost}, and a RangeError if this thread knows the id as used.
   */
  own(id: number): void {
    checkId('own: id', id);
    this.#mustLive('own');
    if (!this.#options.mayOwn)
      throw new TypeError(`own: this thread must have a host of ${this.kind}, and has a spectator`);
    this.#options.part().own(id);
  }

  /** Removes an entity of this thread. Its id is not used again. Has no effect before the pool has started this worker, and after `dispose`. */
  disown(id: number): void {
    if (this.#options.isLive()) this.#options.part().disown(id);
  }

  /**
   * Sends a mutation to the authority of an entity, which applies it. An entity of this thread is changed at once. Each mutation is applied once, and the
   * mutations of one thread are applied in order, even if the entity is moving or other threads die. If this thread dies, its last mutations may be lost.
   * Mutations of an entity that was removed or lost are dropped.
   *
   * Mutations of an entity that no thread has created wait for its creation. Once all threads have answered that they do not know the entity, `onError`
   * receives a RangeError. Throws a DataCloneError if the mutation must leave this thread and cannot be copied.
   */
  mutate(id: number, mutation: M): void {
    checkId('mutate: id', id);
    this.#mustLive('mutate');
    this.#options.part().mutate(id, mutation);
  }

  /**
   * Moves an entity to another thread. Has no effect if the entity is there already, is moving, or was removed or lost. `onError` receives a RangeError if no
   * thread has created the entity, if there is no worker `to`, or if that thread has not opened the kind with an {@link EntityHost}. Before that, the pool
   * waits until all threads have answered, because the creation may be on its way.
   */
  migrate(id: number, to: ThreadIndex): void {
    checkId('migrate: id', id);
    if (to !== 'main') checkNumber("migrate: to, unless it is 'main',", to, { min: 0, whole: true });
    this.#mustLive('migrate');
    this.#options.migrate(id, to);
  }

  #mustLive(action: string): void {
    if (this.#options.isDisposed()) throw disposedError(action);
  }
}

interface EntitiesOptions<State, M> {
  readonly mayOwn: boolean;
  /** The ownership of the current session. Throws an Error before the first one. */
  readonly part: () => Ownership<State, M>;
  readonly migrate: (id: number, to: ThreadIndex) => void;
  readonly isDisposed: () => boolean;
  /** Whether there is a session, and the pool is not disposed. */
  readonly isLive: () => boolean;
}

/** Messages about the entities of a kind, from the hub and from other peers. */
export interface EntityMessages {
  ofKind(kind: string, name: keyof RegistryToOwner | keyof OwnerToOwner, ...args: readonly unknown[]): void;
}

/** Messages about entities to the hub. */
export interface EntityToHub {
  ofKind(kind: string, name: keyof OwnerToRegistry, ...args: readonly unknown[]): void;
  migrate(kind: string, id: number, to: ThreadIndex): void;
}

interface OwnerToOwner {
  take(transfer: EntityTransfer<unknown>): void;
  receive(mutation: Mutation<unknown>, epoch: number): void;
  acknowledge(ids: readonly number[], numbers: readonly number[]): void;
}

export interface EntityKindsOptions {
  /** The id of this thread. */
  readonly thread: () => ThreadId;
  readonly stateOf: (thread: ThreadId) => ThreadState;
  readonly hub: Send<EntityToHub>;
  readonly isDisposed: () => boolean;
  /** Sends at once. */
  readonly send: SendTo<ThreadId, EntityMessages>;
  /** Sends at the end of the turn. */
  readonly sendSoon: SendTo<ThreadId, EntityMessages>;
  /** Receives errors of hosts. */
  readonly onError: (error: unknown) => void;
}

interface Kind {
  readonly host: EntityHost<unknown, unknown>;
  readonly mayOwn: boolean;
  ownership: Ownership<unknown, unknown>;
}

/** The kinds of entities that a thread has opened. */
export class EntityKinds implements EntityMessages {
  #options: EntityKindsOptions;
  #kinds: Map<string, Kind> = new Map();

  constructor(options: EntityKindsOptions) {
    this.#options = options;
  }

  /** Opens a kind. Throws a RangeError if this thread has opened it already, and an Error if the pool is disposed. */
  open<State, M>(kind: string, host: EntityHost<State, M> | EntitySpectator): Entities<State, M> {
    checkHost(host); // first, because its getters may open the kind, or dispose of the pool
    const mayOwn = 'adopt' in host && host.adopt !== undefined;
    const own = (mayOwn ? host : { ...idle, ...host }) as EntityHost<unknown, unknown>;
    if (this.#options.isDisposed()) throw disposedError('entities');
    if (this.#kinds.has(kind)) throw new RangeError(`entities: ${kind} must not be open here already`);
    this.#kinds.set(kind, { host: own, mayOwn, ownership: this.#ownership(kind, own) });
    this.#send(kind, 'join', mayOwn);
    return new Entities<State, M>(kind, {
      mayOwn,
      isDisposed: this.#options.isDisposed,
      isLive: () => !this.#options.isDisposed() && !Number.isNaN(this.#options.thread()),
      part: () => {
        this.#mustHaveBegun();
        return this.#kinds.get(kind)!.ownership as Ownership<State, M>;
      },
      migrate: (id, to) => {
        this.#mustHaveBegun();
        this.#options.hub('migrate', [kind, id, to]);
      },
    });
  }

  /** Announces all kinds to the owner registry of a new session. Entities of earlier sessions are gone. */
  beginSession(): void {
    for (const [kind, opened] of this.#kinds) {
      opened.ownership = this.#ownership(kind, opened.host);
      this.#send(kind, 'join', opened.mayOwn);
    }
  }

  /** Ends the session: waiting mutations are not applied. */
  endSession(): void {
    for (const { ownership } of this.#kinds.values()) ownership.end();
  }

  ofKind(kind: string, name: string, ...args: readonly unknown[]): void {
    if (this.#options.isDisposed()) return;
    const { ownership, host } = this.#kinds.get(kind)!;
    if (name !== 'died') deliver([ownership], name, args);
    else this.#guard(() => host.died?.(args[0] as readonly number[]));
  }

  /** Called when a thread is gone. */
  gone(thread: ThreadId): void {
    for (const { ownership } of this.#kinds.values()) ownership.left(thread);
  }

  /** Called when all threads know that a thread is gone. */
  forget(thread: ThreadId): void {
    for (const { ownership } of this.#kinds.values()) ownership.forget(thread);
  }

  /** Called when a message could not be copied: an entity stays, and a mutation is left out. */
  bounced([kind, name, what]: readonly unknown[]): void {
    const { ownership } = this.#kinds.get(kind as string)!;
    if (name === 'take') ownership.transferRefused(what as EntityTransfer<unknown>);
    else if (name === 'receive') ownership.mutationRefused(what as Mutation<unknown>);
  }

  #mustHaveBegun(): void {
    if (Number.isNaN(this.#options.thread())) throw notStartedError('entities');
  }

  #ownership<State, M>(kind: string, host: EntityHost<State, M>): Ownership<State, M> {
    const { send, sendSoon, thread, stateOf } = this.#options;
    return new Ownership<State, M>({
      thread: thread(),
      stateOf,
      release: (id) => host.release(id),
      adopt: (id, state) => host.adopt(id, state),
      apply: (id, what) => this.#guard(() => host.apply(id, what)),
      onError: this.#options.onError,
      send: (name, args) => this.#send(kind, name, ...args),
      sendEntity: (to, transfer) => send(to, 'ofKind', [kind, 'take', transfer], transfersOf(transfer.state)),
      sendMutation: (to, mutation, epoch) => sendSoon(to, 'ofKind', [kind, 'receive', mutation, epoch]),
      sendAcknowledgements: (to, ids, numbers) => sendSoon(to, 'ofKind', [kind, 'acknowledge', ids, numbers]),
    });
  }

  #send(kind: string, name: keyof OwnerToRegistry, ...args: readonly unknown[]): void {
    this.#options.hub('ofKind', [kind, name, ...args]);
  }

  #guard(call: () => unknown): void {
    try {
      reportRejection(call(), this.#options.onError);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}

// A spectator has none of these three callbacks, a host has all of them.
function checkHost(host: object): void {
  checkKind('entities: host', typeof host === 'object' && host !== null, 'an object', host);
  if (Object.getPrototypeOf(host) === Object.prototype) checkOptions('entities', host, HOST); // instances of classes may have other properties
  const { adopt, apply, died, release } = host as Readonly<Record<string, unknown>>;
  if (died !== undefined) checkCallback('entities: died', died);
  if (adopt === undefined && apply === undefined && release === undefined) return;
  for (const [name, callback] of Object.entries({ adopt, apply, release }))
    checkCallback(`entities: ${name}`, callback);
}

const HOST = ['adopt', 'apply', 'died', 'release'] as const satisfies readonly (keyof EntityHost<
  unknown,
  unknown
>)[];

/** The callbacks of a thread that owns no entities. */
const idle: EntityHost<unknown, unknown> = { release: () => {}, adopt: () => {}, apply: () => {} };

import { checkNumber } from '@doha/loop/options';
import type { Ownership } from './ownership.ts';
import { checkId } from './check-id.ts';
import { disposedError } from '../pool-closed-error.ts';
import type { ThreadIndex } from '../session/thread-index.ts';

/** The callbacks of a thread that can be the authority of entities of a kind. */
export interface EntityHost<State, M> {
  /**
   * Removes an entity from this thread, which then is no longer its authority. Returns the whole state of the entity, for `adopt` in another thread. If
   * `release` throws an error, the entity stays. The state may be a result of `transfer`. Then no copy remains, and the entity is lost if the other thread
   * dies before the state arrives.
   */
  release(id: number): State;
  /**
   * Adds an entity to this thread, which is its authority from now on. If `adopt` throws an error,
   * the entity goes back: `adopt` is called in its previous thread. If that call throws as well, or
   * the state was transferred, the entity is lost.
   */
  adopt(id: number, state: State): void;
  /** Applies a mutation, which any thread can send by `mutate`, to an entity of this thread. */
  apply(id: number, mutation: M): void;
  /**
   * Called with the ids of entities that were lost, because their authority was lost or no thread
   * could adopt them.
   */
  died?: ((ids: readonly number[]) => unknown) | undefined;
}

/** The callbacks of a thread that is never the authority of entities of a kind. It can send mutations and start moves. */
export type EntitySpectator = Pick<EntityHost<never, never>, 'died'>;

/**
 * The entities of one kind. Each entity has one thread as its authority (DOHA, WWW'12 §2.2.3; thesis §3.1.2). In a worker before the pool
 * is shared, for example while its module is loaded, `own`, `mutate` and `migrate` throw an Error.
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

  /** Whether this thread is the authority of the entity. False before the pool is shared, and after `dispose`. */
  has(id: number): boolean {
    return this.#options.isLive() && this.#options.ownership().has(id);
  }

  /**
   * Makes this thread the authority of a new entity with an id from `nextId`. Throws a TypeError if this thread has not passed the callbacks of an
   * {@link EntityHost}, and a RangeError if this thread knows the id as used.
   */
  own(id: number): void {
    checkId('own: id', id);
    this.#checkNotDisposed('own');
    if (!this.#options.mayOwn)
      throw new TypeError(
        `own: this thread must have opened ${this.kind} with the callbacks release, adopt and apply`,
      );
    this.#options.ownership().own(id);
  }

  /** Removes an entity of this thread. Its id is not used again. Has no effect before the pool is shared, and after `dispose`. */
  disown(id: number): void {
    if (this.#options.isLive()) this.#options.ownership().disown(id);
  }

  /**
   * Sends a mutation to the authority of an entity, which applies it. An entity of this thread is changed at once. Each mutation is applied once, and the
   * mutations of one thread are applied in order, even if the entity is moving or other threads die. If this thread dies, its last mutations may be lost.
   * Mutations of an entity that was removed or lost are dropped.
   *
   * Mutations of an entity that no thread has created wait for its creation. Once all threads have answered a question of the pool and none
   * has created the entity, `onError` receives a RangeError. Throws a DataCloneError if the mutation must leave this thread and cannot be copied.
   */
  mutate(id: number, mutation: M): void {
    checkId('mutate: id', id);
    this.#checkNotDisposed('mutate');
    this.#options.ownership().mutate(id, mutation);
  }

  /**
   * Moves an entity to another thread. Has no effect if the entity is there already, is moving, or was removed or lost, or while the worker `to` is being
   * replaced. `onError` receives a RangeError if no thread has created the entity, if there was never a worker `to`, or if that thread has not opened the kind
   * with an {@link EntityHost}. Before it reports the error, the pool asks all threads and awaits their answers, because the creation may
   * be on its way.
   */
  migrate(id: number, to: ThreadIndex): void {
    checkId('migrate: id', id);
    if (to !== 'main') checkNumber("migrate: to, unless it is 'main',", to, { min: 0, whole: true });
    this.#checkNotDisposed('migrate');
    this.#options.migrate(id, to);
  }

  #checkNotDisposed(action: string): void {
    if (this.#options.isDisposed()) throw disposedError(action);
  }
}

export interface EntitiesOptions<State, M> {
  readonly mayOwn: boolean;
  /** The ownership of the current session. Throws an Error before the first one. */
  readonly ownership: () => Ownership<State, M>;
  readonly migrate: (id: number, to: ThreadIndex) => void;
  readonly isDisposed: () => boolean;
  /** Whether there is a session, and the pool is not disposed. */
  readonly isLive: () => boolean;
}

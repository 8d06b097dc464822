import { checkCallback, checkKind, checkOptions } from '@doha/loop/options';
import { deliver, type Receiver, receiver, type Send, type SendTo } from '../transport/remote-methods.ts';
import { transfersOf } from '../transport/transfer.ts';
import { callGuarded } from '../call-guarded.ts';
import { Ownership, type EntityTransfer, type ThreadState } from './ownership.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import { disposedError } from '../pool-closed-error.ts';
import type { Mutation } from './mutation.ts';
import { notStartedError } from '../session/not-started-error.ts';
import {
  type OwnerToRegistry,
  type EntityToHub,
  type EntityMessages,
  ownershipMethods,
} from './entity-messages.ts';
import { type EntityHost, type EntitySpectator, Entities } from './entities.ts';

export interface EntityKindsOptions {
  /** The id of this thread. */
  readonly thread: () => ThreadId;
  readonly stateOf: (thread: ThreadId) => ThreadState;
  readonly hub: Send<EntityToHub>;
  readonly isDisposed: () => boolean;
  /** Sends at once. */
  readonly send: SendTo<ThreadId, EntityMessages>;
  /** Sends in the next microtask. */
  readonly sendSoon: SendTo<ThreadId, EntityMessages>;
  /** Receives errors of the application's callbacks, and other errors about entities. */
  readonly onError: (error: unknown) => void;
}

interface Kind {
  readonly host: EntityHost<unknown, unknown>;
  readonly mayOwn: boolean;
  ownership: Ownership<unknown, unknown>;
  /** The remote methods of `ownership`. */
  receivers: readonly Receiver[];
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
    const ownership = this.#ownership(kind, own);
    this.#kinds.set(kind, { host: own, mayOwn, ownership, receivers: receiversOf(ownership) });
    this.#send(kind, 'join', mayOwn);
    return new Entities<State, M>(kind, {
      mayOwn,
      isDisposed: this.#options.isDisposed,
      isLive: () => !this.#options.isDisposed() && !Number.isNaN(this.#options.thread()),
      ownership: () => {
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
      opened.receivers = receiversOf(opened.ownership);
      this.#send(kind, 'join', opened.mayOwn);
    }
  }

  /** Ends the session: waiting mutations are not applied. */
  endSession(): void {
    for (const { ownership } of this.#kinds.values()) ownership.end();
  }

  ofKind(kind: string, name: string, ...args: readonly unknown[]): void {
    if (this.#options.isDisposed()) return;
    const { host, receivers } = this.#kinds.get(kind)!;
    if (name !== 'died') deliver(receivers, name, args);
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
    if (name === 'receiveEntity') ownership.transferRefused(what as EntityTransfer<unknown>);
    else if (name === 'receiveMutation') ownership.mutationRefused(what as Mutation<unknown>);
  }

  #mustHaveBegun(): void {
    if (Number.isNaN(this.#options.thread())) throw notStartedError('a method of entities');
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
      sendEntity: (to, transfer) =>
        send(to, 'ofKind', [kind, 'receiveEntity', transfer], transfersOf(transfer.state)),
      sendMutation: (to, mutation, epoch) =>
        sendSoon(to, 'ofKind', [kind, 'receiveMutation', mutation, epoch]),
      sendAcknowledgments: (to, ids, numbers) => sendSoon(to, 'ofKind', [kind, 'acknowledge', ids, numbers]),
    });
  }

  #send(kind: string, name: keyof OwnerToRegistry, ...args: readonly unknown[]): void {
    this.#options.hub('ofKind', [kind, name, ...args]);
  }

  #guard(call: () => unknown): void {
    callGuarded(this.#options.onError, call);
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

function receiversOf(ownership: Ownership<unknown, unknown>): readonly Receiver[] {
  return [receiver(ownership, ownershipMethods)];
}

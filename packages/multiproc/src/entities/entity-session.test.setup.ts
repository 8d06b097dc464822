import { expect } from 'vitest';
import { Ownership, type OwnershipOptions, type EntityTransfer, type ThreadState } from './ownership.ts';
import { Barrier } from '../session/barrier.ts';
import { deliver, receiver } from '../transport/remote-methods.ts';
import type { ThreadId } from '../transport/thread-id.ts';
import { OwnerRegistry } from './owner-registry.ts';
import { ownershipMethods } from './entity-messages.ts';

/** An entity's state: the mutations that were applied to it, each with its sender and number. */
type State = string[];

/**
 * Simulated threads. Each channel between two threads keeps the order of its messages, and the test
 * chooses when they arrive. The registry is in thread 0, which has no `EntityThread`.
 */
export class EntitySession {
  readonly registry: OwnerRegistry;
  readonly threads: Map<ThreadId, EntityThread> = new Map();
  readonly #channels: Map<string, (() => void)[]> = new Map();
  /** All transfers of entities so far, as they were sent. */
  readonly transfers: EntityTransfer<State>[] = [];
  /** Lost threads whose loss other threads may not know yet. */
  readonly leaving: Set<ThreadId> = new Set();
  readonly barrier: Barrier = new Barrier(
    () => this.threads.keys(),
    (thread) =>
      this.send(0, thread, () =>
        this.#queue(thread, 0, () => {
          if (this.threads.has(thread)) this.barrier.answered(thread);
        }),
      ),
  );

  #joined = 0;

  constructor(threads: number) {
    this.registry = new OwnerRegistry({
      kind: 'things',
      send: (to, name, args) =>
        this.send(0, to, (thread) =>
          deliver(
            [
              receiver(thread.ownership, ownershipMethods),
              { died: (ids: readonly number[]) => thread.died(ids) },
            ],
            name,
            args,
          ),
        ),
      afterBarrier: (callback) => this.barrier.after(callback),
    });
    for (let i = 0; i < threads; i++) this.#join();
  }

  /** Returns one of the current threads. */
  some(which: number): ThreadId {
    return [...this.threads.keys()][which % this.threads.size]!;
  }

  /** Sends a message. It is lost if its receiver is gone when it arrives. */
  send(from: ThreadId, to: ThreadId, message: (thread: EntityThread) => void): void {
    this.#queue(from, to, () => {
      const thread = this.threads.get(to);
      if (thread !== undefined) message(thread);
    });
  }

  sendToRegistry(from: ThreadId, message: (registry: OwnerRegistry) => void): void {
    this.#queue(from, 0, () => {
      if (this.threads.has(from)) message(this.registry);
    });
  }

  /** Delivers the first message of a channel. */
  deliver(which: number): boolean {
    const channels = [...this.#channels.values()].filter(({ length }) => length > 0);
    channels[which % channels.length]?.shift()!();
    return channels.length > 0;
  }

  /** Delivers the first message from one thread to another, if there is one. */
  deliverOn(from: ThreadId, to: ThreadId): boolean {
    const message = this.#channels.get(`${from}>${to}`)?.shift();
    message?.();
    return message !== undefined;
  }

  /**
   * Lets a thread die. The last `lost` messages to each other thread are lost, and all those to the
   * registry. Another thread replaces it.
   */
  crash(thread: ThreadId, lost: number): void {
    this.threads.delete(thread);
    for (const [name, channel] of this.#channels) {
      if (name.startsWith(`${thread}>`)) channel.splice(Math.max(0, channel.length - lost));
    }
    for (const other of this.threads.keys()) this.send(0, other, (one) => one.left(thread));
    this.registry.leave(thread);
    this.leaving.add(thread);
    this.barrier.answered(thread);
    this.barrier.after(() => {
      this.leaving.delete(thread);
      for (const other of this.threads.keys()) this.send(0, other, (one) => one.forget(thread));
    });
    this.#join();
  }

  #join(): void {
    const thread = ++this.#joined;
    this.threads.set(thread, new EntityThread(this, thread));
    this.registry.join(thread);
  }

  #queue(from: ThreadId, to: ThreadId, message: () => void): void {
    const name = `${from}>${to}`;
    if (!this.#channels.has(name)) this.#channels.set(name, []);
    this.#channels.get(name)!.push(message);
  }
}

/** A thread of a session, with the entities that it owns. */
class EntityThread {
  readonly entities: Map<number, State> = new Map();
  readonly ownership: Ownership<State, string>;
  /** Entities that were reported as lost. */
  readonly dead: number[] = [];
  readonly #states: Map<ThreadId, ThreadState> = new Map(); // of threads that are gone
  /** The callback that throws at its next call. */
  willThrow: 'release' | 'adopt' | undefined;

  constructor(session: EntitySession, thread: ThreadId) {
    for (let other = 1; other < thread; other++) {
      if (session.leaving.has(other)) this.#states.set(other, 'gone');
      else if (!session.threads.has(other)) this.#states.set(other, 'forgotten');
    }
    this.ownership = new Ownership({
      thread,
      stateOf: (other) => this.#states.get(other) ?? 'alive',
      release: (id) => {
        this.#throwOnce('release');
        const state = this.entities.get(id)!;
        this.entities.delete(id);
        return [...state];
      },
      adopt: (id, state) => {
        this.#throwOnce('adopt');
        this.entities.set(id, [...state]);
      },
      apply: (id, what) => this.entities.get(id)!.push(what),
      onError: (error) => {
        if (error !== onPurpose) throw error;
      },
      send: (name, args) =>
        session.sendToRegistry(thread, (registry) => deliver([registry.methodsFor(thread)], name, args)),
      sendEntity: (to, moved) => {
        const copy = { ...moved, applied: new Map(moved.applied) };
        session.transfers.push(copy);
        session.send(thread, to, ({ ownership }) => ownership.receiveEntity(copy));
      },
      sendMutation: (to, mutation, epoch) =>
        session.send(thread, to, ({ ownership }) => ownership.receiveMutation(mutation, epoch)),
      sendAcknowledgments: (to, ids, numbers) =>
        session.send(thread, to, ({ ownership }) => ownership.acknowledge(ids, numbers)),
    });
  }

  died(ids: readonly number[]): void {
    this.dead.push(...ids);
  }

  left(thread: ThreadId): void {
    this.#states.set(thread, 'gone');
    this.ownership.left(thread);
  }

  forget(thread: ThreadId): void {
    this.#states.set(thread, 'forgotten');
    this.ownership.forget(thread);
  }

  #throwOnce(name: 'release' | 'adopt'): void {
    if (this.willThrow !== name) return;
    this.willThrow = undefined;
    throw onPurpose;
  }
}

const onPurpose = new Error('on purpose');

export const threadCount = 3;
/** Ids of the entities in {@link open}. */
export const ids: readonly number[] = [1, 2];

/** Returns a session in which two threads each own an entity. */
export function open(): EntitySession {
  const session = new EntitySession(threadCount);
  for (const [i, each] of ids.entries()) {
    const thread = session.threads.get(1 + i)!;
    thread.entities.set(each, []);
    thread.ownership.own(each);
  }
  while (session.deliver(0));
  return session;
}

/**
 * Returns the state of an entity. Checks that exactly one thread has the entity: the owner that the
 * registry knows.
 */
export function stateOf({ registry, threads }: EntitySession, each: number): State {
  const owners = [...threads].filter(([, { ownership }]) => ownership.has(each));
  expect(owners.map(([owner]) => owner)).toEqual([registry.ownerOf(each)]);
  return owners[0]![1].entities.get(each)!;
}

/** An ownership whose messages go nowhere, unless `options` has a function for them. */
export function part(
  own: ThreadId,
  options: Partial<OwnershipOptions<number, unknown>> = {},
): Ownership<number, unknown> {
  return new Ownership<number, unknown>({
    thread: own,
    stateOf: () => 'alive',
    release: () => 0,
    adopt: () => {},
    apply: () => {},
    onError: (error) => {
      throw error;
    },
    send: () => {},
    sendEntity: () => {},
    sendMutation: () => {},
    sendAcknowledgments: () => {},
    ...options,
  });
}

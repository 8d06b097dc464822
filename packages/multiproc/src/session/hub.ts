import { Barrier } from './barrier.ts';
import { canShareMemory } from '../transport/can-share-memory.ts';
import { deliver, type Send, type Receiver } from '../transport/remote-methods.ts';
import { mainThread, type ThreadId } from '../transport/thread-id.ts';
import { atAnnouncement, Broker } from '../pubsub/broker.ts';
import { type IdRange, type IdRanges, rangesOfThread } from './ids.ts';
import { nameOfThread, type ThreadIndex } from './thread-index.ts';
import { endWaitForLost } from '../tables/wake-signal.ts';
import { OwnerRegistry } from '../entities/owner-registry.ts';
import { Peer } from './peer.ts';
import type { MessagePort } from '../platform-types.ts';
import type { PeerToPeer, PeerToHub, HubToPeer } from './session-messages.ts';

/** A new channel. */
interface Channel {
  readonly port1: MessagePort;
  readonly port2: MessagePort;
}

/**
 * The object for shared state in the thread that started the pool. It connects the peers of all
 * threads, and has the broker, the owner registries and the peer of its own thread.
 */
export class Hub {
  /** The peer in this thread. */
  readonly peer: Peer;
  #threads: Map<ThreadId, Send<HubToPeer>> = new Map();
  #ends: Map<ThreadId, (reason: Error) => void> = new Map();
  #threadAt: Map<ThreadIndex, ThreadId> = new Map([['main', mainThread]]);
  #vacated: Set<ThreadIndex> = new Set(); // indices of lost workers, until the replacement has started
  #broker: Broker = new Broker((thread, ...call) => this.#threads.get(thread)!(...call));
  #registries: Map<string, OwnerRegistry> = new Map();
  #ranges: IdRanges;
  #rangesOf: Map<ThreadId, number> = new Map(); // number of ranges that the thread has had
  #indices: Map<ThreadId, ThreadIndex> = new Map([[mainThread, 'main']]);
  #recentlyLost: Set<ThreadId> = new Set(); // lost threads of which other threads may not know yet
  #barrier: Barrier = new Barrier(
    () => this.#threads.keys(),
    (thread) => this.#threads.get(thread)!('barrierPing', []),
  );
  #lastThread = 0;
  #began = performance.timeOrigin + performance.now();

  #openChannel: () => Channel;

  /** `openChannel` creates the channels between threads. `ranges` allocates ranges of ids. By default all pools of this thread share one allocator. */
  constructor(
    onError: (error: unknown) => void,
    openChannel: () => Channel = () => new MessageChannel(),
    canShare: boolean = canShareMemory(),
    ranges: IdRanges = rangesOfThread,
  ) {
    this.#ranges = ranges;
    this.#openChannel = openChannel;
    const methods = this.methodsFor(mainThread);
    // An entity must not leave within the call of `migrate`, which may be in the middle of an
    // update. A request of a worker arrives by a message, and a request of this thread waits for a
    // microtask.
    const migrate: PeerToHub['migrate'] = (...request) => queueMicrotask(() => methods.migrate(...request));
    const here = [{ ...methods, migrate }];
    this.peer = new Peer((name, args) => deliver(here, name, args), onError, canShare);
    this.#threads.set(mainThread, (name, args) => deliver(this.peer.receivers, name, args));
    this.peer.beginSession({
      thread: mainThread,
      index: 'main',
      ids: this.#allocateRange(mainThread),
      began: this.#began,
      others: [],
      leaving: [],
    });
  }

  /** Returns the methods of the hub that a thread calls remotely. */
  methodsFor(thread: ThreadId): PeerToHub & Receiver {
    return {
      announce: (topic, retention) => this.#broker.announce(thread, topic, retention),
      withdraw: (topic) => this.#broker.withdraw(thread, topic),
      value: (topic, value, isRetained, subscription) => {
        const isKnown = subscription !== atAnnouncement;
        const number = isKnown ? subscription : this.#broker.mainSubscription(thread, topic);
        if (number !== undefined) this.peer.value(topic, value, isRetained, thread, number);
      },
      retentionEnded: (topic) => this.peer.retentionEnded(topic, thread),
      peer: (name, ...args) => this.peer.fromPeer(name, args),
      listening: (topic) => this.peer.confirmSubscriber(topic, thread),
      subscribe: (topic, subscription, wakeSignal) => {
        const onLoss = wakeSignal && ((writer: ThreadId): void => endWaitForLost(writer, wakeSignal));
        this.#broker.subscribe(thread, topic, subscription, onLoss);
      },
      unsubscribe: (topic) => this.#broker.unsubscribe(thread, topic),
      requestIds: () => this.#threads.get(thread)!('ids', [this.#allocateRange(thread)]),
      barrierPong: () => this.#barrier.answered(thread),
      couldNotRead: (sender) => this.#couldNotRead(thread, sender),
      ofKind: (kind, name, ...args) => deliver([this.#registryOf(kind).methodsFor(thread)], name, args),
      migrate: (kind, id, to) => this.#migrate(thread, kind, id, to),
      notShared: () => this.#dismiss(thread),
    };
  }

  /**
   * Adds the worker with this index to the session and returns its thread id. `send` sends a
   * message to the worker at the end of the turn, in order with tasks. `end` terminates the worker.
   * `sendNow` sends at once, so that the caller can change the objects of the message afterwards. If
   * the worker is still starting, `sendNow` copies them instead.
   */
  join(
    index: ThreadIndex,
    send: Send<HubToPeer & PeerToPeer>,
    end: (reason: Error) => void = () => {},
    sendNow: Send<PeerToPeer> = send,
  ): ThreadId {
    const thread = ++this.#lastThread;
    const [ids, began, leaving] = [this.#allocateRange(thread), this.#began, [...this.#recentlyLost]];
    const others = [...this.#threads.keys()];
    send('beginSession', [{ thread: thread, index, ids, began, others, leaving }]);
    this.peer.linkWorker(thread, { index, send, sendNow, flush: () => {}, close: () => {} });
    for (const [other, sendToOther] of this.#threads) {
      if (other === mainThread) continue;
      const { port1, port2 } = this.#openChannel();
      sendToOther('link', [thread, index, port1], [port1]);
      send('link', [other, this.#indices.get(other)!, port2], [port2]);
    }
    this.#threads.set(thread, send);
    this.#ends.set(thread, end);
    this.#threadAt.set(index, thread);
    this.#vacated.delete(index);
    this.#indices.set(thread, index);
    return thread;
  }

  /**
   * Called when the worker with this index was asked to subscribe to a topic. Values with the
   * retention `all` that this thread publishes from now on wait until the worker has subscribed.
   */
  expectSubscriber(index: ThreadIndex, topic: string): void {
    const thread = this.#threadAt.get(index);
    if (thread !== undefined) this.peer.expectSubscriber(topic, thread);
  }

  // Called if the module of a worker has not called `join`. The worker continues outside of the
  // session, so entities cannot move to it.
  #dismiss(thread: ThreadId): void {
    const index = this.#indices.get(thread);
    this.leave(thread);
    if (index !== undefined) this.#vacated.delete(index);
  }

  /** Called when a worker is gone. */
  leave(thread: ThreadId): void {
    const index = this.#indices.get(thread);
    if (index === undefined) return; // it has not joined the session
    this.#threads.delete(thread);
    this.#ends.delete(thread);
    this.#indices.delete(thread);
    this.#rangesOf.delete(thread);
    if (this.#threadAt.get(index) === thread) {
      this.#threadAt.delete(index);
      this.#vacated.add(index);
    }
    this.#broker.leave(thread);
    // The peers read the last messages of the worker before they are asked for its entities.
    for (const send of this.#threads.values()) send('unlink', [thread]);
    for (const registry of this.#registries.values()) registry.leave(thread);
    this.#recentlyLost.add(thread);
    this.#barrier.answered(thread);
    this.#barrier.after(() => this.#forget(thread));
  }

  // Ends the sender of a message that `thread` could not read. `thread` ignores all later messages
  // of the sender, as if the sender had died earlier.
  #couldNotRead(thread: ThreadId, sender: ThreadId): void {
    const reader = nameOfThread(this.#indices.get(thread));
    this.#ends.get(sender)?.(new Error(`it sent ${reader} a message that cannot be read`));
  }

  // Called when all threads know that a thread is gone.
  #forget(thread: ThreadId): void {
    this.#recentlyLost.delete(thread);
    for (const send of this.#threads.values()) send('forget', [thread]);
  }

  #allocateRange(thread: ThreadId): IdRange {
    const count = this.#rangesOf.get(thread) ?? 0;
    const range = this.#ranges.allocate(count);
    this.#rangesOf.set(thread, count + 1);
    return range;
  }

  #migrate(from: ThreadId, kind: string, id: number, to: ThreadIndex): void {
    const thread = this.#threadAt.get(to);
    if (thread !== undefined) return this.#registryOf(kind).request(id, { thread, index: to }, from);
    if (this.#vacated.has(to)) return; // the loss of the worker is reported, and the entity stays where it is
    const problem = `${id} of ${kind} cannot move, because ${nameOfThread(to)} does not exist or has not called join`;
    this.#threads.get(from)!('ofKind', [kind, 'unmoved', problem]);
  }

  #registryOf(kind: string): OwnerRegistry {
    let registry = this.#registries.get(kind);
    if (registry === undefined) {
      registry = new OwnerRegistry({
        kind,
        // The thread may be gone: while a worker leaves, callbacks of entities in the main thread may still send mutations to entities of that worker.
        send: (thread, name, args) => this.#threads.get(thread)?.('ofKind', [kind, name, ...args]),
        afterBarrier: (callback) => this.#barrier.after(callback),
      });
      this.#registries.set(kind, registry);
    }
    return registry;
  }
}

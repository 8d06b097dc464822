import { entityMessages, type EntityMessages } from '../entities/entity-messages.ts';
import {
  type ReaderToWriter,
  readerToWriter,
  type WriterToReader,
  writerToReader,
} from '../tables/table-messages.ts';
import { checkCallback, checkKind, checkOptions, checkSignal, mustBe } from '@doha/loop/options';
import { Code, type Message, MessageReader } from '../transport/message-format.ts';
import { copyOf } from '../transport/copy-of.ts';
import { canShareMemory } from '../transport/can-share-memory.ts';
import { UnreadableError } from '../transport/unreadable-error.ts';
import {
  deliver,
  readCall,
  type Send,
  type SendTo,
  type Receiver,
  receiver,
} from '../transport/remote-methods.ts';
import { disposed, disposedError } from '../pool-closed-error.ts';
import { mainThread, type ThreadId } from '../transport/thread-id.ts';
import type { SubscribedThread } from '../pubsub/broker.ts';
import type { Entities, EntityHost, EntitySpectator } from '../entities/entities.ts';
import { type IdRange, Ids } from './ids.ts';
import { type PeerLink, linkByPort } from './peer-link.ts';
import { notStartedError } from './not-started-error.ts';
import { nameOfThread, type ThreadIndex } from './thread-index.ts';
import { ThreadStates } from './thread-states.ts';
import { Publications, type Retention, type PublishOptions } from '../pubsub/publications.ts';
import { PublishedTables, type TableOptions } from '../tables/published-tables.ts';
import type { Replica } from '../tables/replica.ts';
import { Replicas, type ReplicaOptions } from '../tables/replicas.ts';
import type { Schema } from '../tables/schema.ts';
import { type Subscriber, Subscriptions } from '../pubsub/subscriptions.ts';
import { EntityKinds } from '../entities/entity-kinds.ts';
import {
  type PeerToPeer,
  type PeerToHub,
  type SessionStart,
  type PeerMethods,
  peerMethods,
} from './session-messages.ts';
import type { PublishedTable } from '../tables/published-table.ts';
import type { MessagePort } from '../platform-types.ts';

const PUBLISH_OPTIONS = ['retention'];

/**
 * Prefix for names of tables in the broker, which knows only topics. The names of other topics
 * cannot begin with it.
 */
const TABLE = '\0table ';

/**
 * The object for shared state in each thread. It connects the topics, tables, ids and entities of
 * the thread with the hub and with the peers of other threads.
 */
export class Peer implements PeerMethods {
  /** The objects whose methods other threads call. */
  readonly receivers: readonly Receiver[];
  #publications: Publications;
  #subscriptions: Subscriptions;
  #tables: PublishedTables;
  #replicas: Replicas;
  #entities: EntityKinds;
  #ids: Ids;
  #onError: (error: unknown) => void;
  #links: Map<ThreadId, PeerLink> = new Map();
  #thread = NaN; // NaN without a session
  #index: ThreadIndex | undefined;
  #states: ThreadStates = new ThreadStates();
  #hub: Send<PeerToHub>;
  #began = NaN;
  #isCommitting = false;
  #flushNow: () => void;
  #isDisposed = false;

  /**
   * `send` writes a call of a method of the hub, and `flushNow` sends the written calls at once. `onError`
   * receives the errors of callbacks, and of messages that cannot be copied. `canShare`: whether
   * threads can share memory.
   */
  constructor(
    send: Send<PeerToHub>,
    onError: (error: unknown) => void,
    canShare: boolean = canShareMemory(),
    flushNow: () => void = () => {},
  ) {
    this.#onError = onError;
    this.#flushNow = flushNow;
    // Without a session nothing is sent. Everything is announced when a session begins.
    const hub: Send<PeerToHub> = (...call) => {
      if (!Number.isNaN(this.#thread)) send(...call);
    };
    this.#hub = hub;
    const thread = (): ThreadId => this.#thread;
    this.#publications = new Publications({
      announce: (...publication) => hub('announce', publication),
      withdraw: (topic) => hub('withdraw', [topic]),
      send: ([to, subscription], topic, value, retention) => {
        const isRetained = retention === 'newest';
        if (this.#isMainOfWorker(to)) hub('value', [topic, value, isRetained, subscription]);
        else this.#queue(to, 'value', [topic, value, isRetained, this.#thread, subscription]);
      },
      endRetention: (to, topic) => {
        if (this.#isMainOfWorker(to)) hub('retentionEnded', [topic]);
        else this.#queue(to, 'retentionEnded', [topic, this.#thread]);
      },
      sharesTaskChannel: (to) => (this.#thread === mainThread ? to !== mainThread : this.#isMainOfWorker(to)),
      onPublisherConflict: (topic, other) => onError(new RangeError(this.#conflictText(topic, other))),
      commitSoon: () => this.#sendCollectedSoon(),
    });
    this.#subscriptions = new Subscriptions({
      subscribe: (topic, subscription) => {
        hub('subscribe', [topic, subscription]);
        this.#publications.joined(topic, this.#thread, subscription);
      },
      unsubscribe: (topic) => {
        hub('unsubscribe', [topic]);
        this.#publications.left(topic, this.#thread);
      },
      onError,
    });
    this.#tables = new PublishedTables({
      thread,
      announce: (name) => hub('announce', [TABLE + name]),
      withdraw: (name) => hub('withdraw', [TABLE + name]),
      send: (...call) => this.#send(...call),
      now: () => this.#now('commit'),
      checkNotDisposed: this.#checkNotDisposed,
      onError,
    });
    this.#replicas = new Replicas({
      thread,
      subscribe: (name, wakeSignal) => hub('subscribe', [TABLE + name, 0, wakeSignal]),
      unsubscribe: (name) => hub('unsubscribe', [TABLE + name]),
      send: (...call) => this.#send(...call),
      onError,
      canShare,
    });
    this.#entities = new EntityKinds({
      thread,
      stateOf: (other) => this.#states.of(other),
      hub,
      onError,
      isDisposed: () => this.#isDisposed,
      send: (to, ...call) => {
        if (to === this.#thread) this.#queue(to, ...call);
        else this.#links.get(to)?.sendNow(...call); // otherwise the thread is gone
      },
      sendSoon: (...call) => this.#sendSoon(...call),
    });
    this.#ids = new Ids(() => send('requestIds', []));
    this.receivers = [
      receiver<PeerMethods>(this, peerMethods),
      receiver<ReaderToWriter>(this.#tables, readerToWriter),
      receiver<WriterToReader>(this.#replicas, writerToReader),
      receiver<EntityMessages>(this.#entities, entityMessages),
    ];
  }

  get now(): number {
    return this.#now('now');
  }

  publish(topic: string, value: unknown, options: PublishOptions = {}): void {
    checkTopic('publish: topic', topic);
    checkOptions('publish', options, PUBLISH_OPTIONS);
    const { retention = 'newest' } = options;
    const isKnown = retention === 'newest' || retention === 'all';
    checkKind('publish: retention', isKnown, "'newest' or 'all'", retention);
    const copy = copyOf(value); // the caller may change the value afterwards, and its getters may dispose of the pool
    this.#checkNotDisposed('publish');
    this.#publications.publish(topic, copy, retention);
  }

  unpublish(topic: string): void {
    checkName('unpublish: topic', topic);
    if (!this.#isDisposed) this.#publications.unpublish(topic);
  }

  subscribe(topic: string, subscriber: Subscriber): () => void {
    checkTopic('subscribe: topic', topic);
    checkCallback('subscribe: subscriber', subscriber);
    this.#checkNotDisposed('subscribe');
    return this.#subscriptions.subscribe(topic, subscriber);
  }

  nextId(): number {
    this.#checkNotDisposed('nextId');
    return this.#ids.next();
  }

  table<S extends Schema>(name: string, schema: S, options: TableOptions = {}): PublishedTable<S> {
    checkName('table: name', name);
    checkOptions('table', options, ['capacity']);
    return this.#tables.create(name, schema, options.capacity);
  }

  async replica<S extends Schema>(
    name: string,
    schema: S,
    options: ReplicaOptions<NoInfer<S>> = {},
  ): Promise<Replica<S>> {
    checkName('replica: name', name);
    checkOptions('replica', options, ['within', 'signal']);
    const { signal, within: filter } = options;
    if (signal !== undefined) checkSignal('replica: signal', signal);
    const isFilter = filter === undefined || (typeof filter === 'object' && filter !== null);
    checkKind('replica: within', isFilter, 'an object', filter);
    this.#checkNotDisposed('replica');
    return this.#replicas.open(name, schema, { filter, signal });
  }

  entities<State, Mutation>(
    kind: string,
    host: EntityHost<State, Mutation> | EntitySpectator,
  ): Entities<State, Mutation> {
    checkName('entities: kind', kind);
    return this.#entities.open(kind, host);
  }

  beginSession({ began, ids, index, leaving, others, thread }: SessionStart): void {
    this.#endSession();
    this.#thread = thread;
    this.#index = index;
    this.#states.begin(thread, others, leaving);
    this.#began = began;
    this.#ids.begin(ids);
    if (others.includes(mainThread)) this.#linkMain();
    const parts = [this.#publications, this.#subscriptions, this.#tables, this.#replicas, this.#entities];
    for (const part of parts) part.beginSession();
  }

  ids(range: IdRange): void {
    this.#ids.addRange(range);
  }

  link(thread: ThreadId, index: ThreadIndex, port: MessagePort): void {
    const link = linkByPort(index, port, {
      message: (message, unreadable) => this.#read(message, this.receivers, unreadable),
      unreadable: () => {
        if (this.#links.get(thread) === link) this.#hub('couldNotRead', [thread]);
      },
      refused: ({ values }, error) => this.notSent(values, error),
      onError: this.#onError,
    });
    this.linkWorker(thread, link);
  }

  /** Adds a connection to a worker. */
  linkWorker(thread: ThreadId, link: PeerLink): void {
    this.#states.joined(thread);
    this.#links.set(thread, link);
  }

  // Messages to the main thread use the channel of tasks and results, to keep their order relative to these.
  #linkMain(): void {
    const send: Send<PeerToPeer> = (name, args, transfer) =>
      this.#hub('peer', [name, ...args] as never, transfer);
    this.#links.set(mainThread, {
      index: 'main',
      send,
      sendNow: (...call) => {
        send(...call);
        this.#flushNow();
      },
      flush: this.#flushNow,
      close: () => {},
    });
  }

  unlink(thread: ThreadId): void {
    this.#readLast(thread);
    this.#remove(thread);
  }

  // In Node, `unlink` can overtake the last messages of the lost thread, so they are read now.
  // Subscribers are called in a microtask, because code of the application may be running now.
  #readLast(thread: ThreadId): void {
    const session = this.#thread;
    const late: Parameters<PeerToPeer['value']>[] = [];
    const value: PeerToPeer['value'] = (...call) => void late.push(call);
    const link = this.#links.get(thread);
    for (let next = link?.take?.(); next !== undefined; next = link!.take!()) {
      this.#read(next.message as Message, [{ value }, ...this.receivers], () => {});
      if (this.#thread !== session) return;
    }
    if (late.length === 0) return;
    queueMicrotask(() => {
      // Values of a thread that is gone are not retained.
      for (const [topic, what, , ...rest] of late)
        if (this.#thread === session) this.#subscriptions.deliver(topic, what, false, ...rest);
    });
  }

  #remove(thread: ThreadId): void {
    this.#links.get(thread)?.close();
    this.#links.delete(thread);
    this.#states.left(thread);
    this.#publications.gone(thread);
    this.#subscriptions.gone(thread);
    this.#replicas.gone(thread);
    this.#entities.gone(thread);
  }

  barrierPing(): void {
    this.#hub('barrierPong', []);
  }

  forget(thread: ThreadId): void {
    this.#states.forget(thread);
    this.#entities.forget(thread);
  }

  subscribers(topic: string, subscribers: readonly SubscribedThread[]): void {
    if (isTable(topic)) for (const subscriber of subscribers) this.joined(topic, ...subscriber);
    else this.#publications.subscribers(topic, this.#withOwn(topic, subscribers));
  }

  // A thread knows its own subscriptions before the broker does. It must not lose values that it publishes after it has subscribed.
  #withOwn(topic: string, subscribers: readonly SubscribedThread[]): readonly SubscribedThread[] {
    const number = this.#subscriptions.numberOf(topic);
    const others = subscribers.filter(([thread]) => thread !== this.#thread);
    return number === undefined ? others : [...others, [this.#thread, number]];
  }

  joined(topic: string, thread: ThreadId, subscription: number): void {
    if (isTable(topic)) this.#tables.joined(topic.slice(TABLE.length), thread);
    else if (thread !== this.#thread) this.#publications.joined(topic, thread, subscription);
    this.#flush();
  }

  publisherConflict(topic: string, thread: ThreadId, itsRetention: Retention | undefined): void {
    this.#publications.publisherConflict(topic, thread, itsRetention);
  }

  left(topic: string, thread: ThreadId): void {
    if (isTable(topic)) this.#tables.left(topic.slice(TABLE.length), thread);
    else if (thread !== this.#thread) this.#publications.left(topic, thread);
  }

  /**
   * Called before tasks or results are sent. Sends the values between the main thread and workers,
   * and in a worker also the commits that otherwise wait until the main thread returns a buffer.
   */
  publishBeforeTasks(): void {
    this.#publications.commitBeforeTasks();
    if (this.#isMainOfWorker(mainThread)) this.#tables.sendWaiting(mainThread);
  }

  /**
   * Called before a task is sent to a worker. Sends the commits that otherwise wait until this worker returns
   * a buffer. Commits for other workers are not sent: a worker that reads nothing would get ever more buffers.
   */
  commitBeforeTask(to: ThreadId): void {
    this.#tables.sendWaiting(to);
  }

  /** Called in the main thread. Calls a method of this peer on behalf of the peer of a worker, which has sent a message. */
  fromPeer(name: string, args: readonly unknown[]): void {
    if (!Number.isNaN(this.#thread)) deliver(this.receivers, name, args);
  }

  /**
   * Called for a remote call that could not be sent, because it cannot be copied, or because a port
   * in it is closed. A closed port means that a worker was lost meanwhile, which is reported
   * separately.
   */
  notSent([name, ...args]: readonly unknown[], error: unknown): void {
    if (name === 'link') return;
    this.#onError(error);
    if (name === 'ofKind') this.#entities.bounced(args);
  }

  /** Called when another thread was asked to subscribe to a topic. */
  expectSubscriber(topic: string, thread: ThreadId): void {
    this.#publications.expectSubscriber(topic, thread);
  }

  /** Called when another thread has subscribed as requested. */
  confirmSubscriber(topic: string, thread: ThreadId): void {
    this.#publications.confirmed(topic, thread);
    this.#flush();
  }

  /** Delivers a value of another thread. */
  value(topic: string, value: unknown, isRetained: boolean, from: ThreadId, subscription: number): void {
    this.#subscriptions.deliver(topic, value, isRetained, from, subscription);
  }

  /** Called when another thread no longer retains the newest value of a topic. */
  retentionEnded(topic: string, from: ThreadId): void {
    this.#subscriptions.dropRetained(topic, from);
  }

  /**
   * Ends the session, and with it everything that this thread has published. Another session may
   * follow.
   */
  close(): void {
    this.#replicas.close(new Error(this.#isDisposed ? disposed : 'the pool has ended in this thread'));
    this.#endSession();
  }

  /**
   * Ends the session for good: subscribers and listeners are not called any more, and methods that
   * add something throw a PoolClosedError.
   */
  dispose(): void {
    this.#isDisposed = true;
    this.#subscriptions.dispose();
    this.#replicas.dispose(); // before the peers are removed, which would notify listeners
    this.close();
  }

  #endSession(): void {
    if (Number.isNaN(this.#thread)) return;
    this.#ids.end();
    for (const thread of this.#links.keys()) this.#remove(thread);
    this.#replicas.gone(this.#thread);
    for (const part of [this.#publications, this.#subscriptions, this.#tables, this.#entities])
      part.endSession();
    this.#thread = NaN;
  }

  #now(action: string): number {
    if (Number.isNaN(this.#began)) throw notStartedError(action);
    return performance.timeOrigin - this.#began + performance.now();
  }

  #checkNotDisposed = (action: string): void => {
    if (this.#isDisposed) throw disposedError(action);
  };

  #conflictText(topic: string, other: ThreadId): string {
    const threads = `${nameOfThread(this.#index)} and ${nameOfThread(this.#links.get(other)?.index)}`;
    return `publish: ${topic} must have one publisher, or the retention 'all' in each, got ${threads}`;
  }

  // Calls are collected and sent together in the next microtask.
  #sendCollectedSoon(): void {
    if (this.#isCommitting) return;
    this.#isCommitting = true;
    queueMicrotask(() => {
      if (!this.sendCollected()) return;
      if (this.#isMainOfWorker(mainThread)) this.#flushNow();
    });
  }

  /** Sends the collected calls, except those to the hub. Returns whether anything was collected. */
  sendCollected(): boolean {
    if (!this.#isCommitting || this.#isDisposed) return false;
    this.#isCommitting = false;
    this.#publications.commit();
    for (const [thread, link] of this.#links) if (!this.#isMainOfWorker(thread)) link.flush();
    return true;
  }

  #isMainOfWorker(thread: ThreadId): boolean {
    return thread === mainThread && this.#thread > mainThread;
  }

  // Writes a call for another thread; calls a method of this thread at once.
  #queue: SendTo<ThreadId, PeerToPeer> = (to, name, args, transfer) => {
    if (to === this.#thread) deliver(this.receivers, name, args);
    else this.#links.get(to)?.send(name, args, transfer); // otherwise the thread is gone
  };

  #send: SendTo<ThreadId, PeerToPeer> = (to, ...call) => {
    this.#queue(to, ...call);
    this.#links.get(to)?.flush();
  };

  // Sends a call in the next microtask.
  #sendSoon: SendTo<ThreadId, PeerToPeer> = (...call) => {
    this.#queue(...call);
    this.#sendCollectedSoon();
  };

  #flush(): void {
    for (const link of this.#links.values()) link.flush();
  }

  // Stops if a callback of the application ends the session.
  #read(message: Message, receivers: readonly Receiver[], unreadable: () => void): void {
    const session = this.#thread;
    try {
      const reader = new MessageReader(message);
      while (!reader.isAtEnd && this.#thread === session)
        if (reader.code() === Code.call) readCall(reader, receivers, this.#onError);
    } catch (error) {
      if (error instanceof UnreadableError) unreadable();
      else this.#onError(error);
    }
  }
}

function checkName(what: string, name: unknown): void {
  checkKind(what, typeof name === 'string', 'a string', name);
}

// Names that begin with U+0000 are reserved for tables.
function checkTopic(what: string, topic: unknown): void {
  checkName(what, topic);
  if ((topic as string).charCodeAt(0) === 0)
    throw new RangeError(mustBe(what, 'a string that does not begin with U+0000', topic));
}

function isTable(topic: string): boolean {
  return topic.startsWith(TABLE);
}

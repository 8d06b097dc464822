import { checkCallback, checkKind, checkOptions, checkSignal, mustBe } from '@doha/loop/options';
import { Code, type Message, MessageReader } from '../transport/message-format.ts';
import { copyOf } from '../transport/copy-of.ts';
import { canShareMemory } from '../transport/shared-memory.ts';
import { UnreadableError } from '../transport/unreadable-error.ts';
import { type ArgumentsOf, deliver, readCall, type Send, type SendTo } from '../transport/remote-methods.ts';
import type { ThreadState } from '../entities/ownership.ts';
import { disposed, disposedError } from '../disposed-error.ts';
import { mainThread, type ThreadId } from '../transport/thread-id.ts';
import type { BrokerToPublisher, SubscribedThread } from '../pubsub/broker.ts';
import {
  type Entities,
  type EntityHost,
  type EntitySpectator,
  EntityKinds,
  type EntityMessages,
  type EntityToHub,
} from '../entities/entities.ts';
import { type IdRange, Ids } from './ids.ts';
import type { RowFilter } from '../tables/row-filter.ts';
import { type PeerLink, linkByPort, type PeerToPeer } from './peer-link.ts';
import { notStartedError } from './not-started-error.ts';
import { nameOfThread, type ThreadIndex } from './thread-index.ts';
import { Publications, type Retention } from '../pubsub/publications.ts';
import { type PublishedTable, PublishedTables } from '../tables/published-tables.ts';
import type { Replica } from '../tables/replica.ts';
import { Replicas } from '../tables/replicas.ts';
import type { Schema } from '../tables/schema.ts';
import { type Subscriber, Subscriptions } from '../pubsub/subscriptions.ts';

/** What a thread tells the one that has the directories. */
export interface PeerToHub extends EntityToHub {
  /** `retention`: undefined for a table. */
  announce(topic: string, retention?: Retention): void;
  withdraw(topic: string): void;
  /** Another thread tells the part of the main thread something. */
  peer<Name extends keyof PeerToPeer>(name: Name, ...args: ArgumentsOf<PeerToPeer[Name]>): void;
  /** Another thread has published something. */
  value(topic: string, value: unknown, isRetained: boolean, subscription: number): void;
  /** The newest value of a topic is retained no longer. */
  released(topic: string): void;
  /** A function listens to a topic as it was asked to. */
  listening(topic: string): void;
  /** `subscription`: the number of the subscription in its thread. */
  subscribe(topic: string, subscription: number): void;
  unsubscribe(topic: string): void;
  /** Asks for a range of ids. */
  wantIds(): void;
  /** The answer to `pass`. */
  passed(): void;
  /** A message of another thread could not be read. What it held is lost, so one of both must go: others wait for what it held. */
  couldNotRead(thread: ThreadId): void;
}

/** What a thread is told first. */
export interface SessionStart {
  /** What the others call it. */
  readonly thread: ThreadId;
  readonly index: ThreadIndex;
  readonly ids: IdRange;
  /** When the session began, in ms since the epoch. */
  readonly began: number;
  /** The other threads; the ways to them follow. */
  readonly others: readonly ThreadId[];
  /** Threads that are no more, which others may not know yet. */
  readonly leaving: readonly ThreadId[];
}

/** What a thread is told by the one that has the directories. */
export interface HubToPeer extends BrokerToPublisher, EntityMessages {
  beginSession(beginSession: SessionStart): void;
  ids(range: IdRange): void;
  /** The way to another thread. */
  link(thread: ThreadId, index: ThreadIndex, port: MessagePort): void;
  unlink(thread: ThreadId): void;
  /** Answer when all that came before has been read. */
  pass(): void;
  /** All threads know that this one is no more. */
  forget(thread: ThreadId): void;
}

/** Options of `table`. */
export interface TableOptions {
  /** Number of rows that fit at first; ≥ 0, default 16. The table grows. */
  capacity?: number | undefined;
}

/** Options of `replica`. */
export interface ReplicaOptions<S extends Schema = Schema> {
  /** Row filter. Default: all rows. */
  within?: RowFilter<S> | undefined;
  /** Ends the wait for a table of that name: the promise rejects with a `TableMissingError`. */
  signal?: AbortSignal | undefined;
}

/** Options of `publish`. */
export interface PublishOptions {
  /**
   * `newest`, the default: subscribers get the newest value, at most one per microtask, and late subscribers get it as well. Such a topic has one
   * publisher. `all`: subscribers get each value that is sent after the subscription, from any number of publishers, in the order of each publisher.
   */
  retention?: Retention | undefined;
}

const PUBLISH_OPTIONS = ['retention'];

/** Before the names of tables in the directory, which knows topics: none begins so. */
const TABLE = '\0table ';

/** A thread's part in what all of them share. */
export class Peer implements Omit<HubToPeer, 'ofKind'> {
  /** Who gets what this thread is told. */
  readonly receivers: readonly object[];
  #publications: Publications;
  #subscriptions: Subscriptions;
  #tables: PublishedTables;
  #replicas: Replicas;
  #entities: EntityKinds;
  #ids: Ids;
  #onError: (error: unknown) => void;
  #links: Map<ThreadId, PeerLink> = new Map();
  #thread = NaN; // until there is a session
  #index: ThreadIndex | undefined;
  #newestPeer = -1; // the greatest index that was heard of
  #alive: Set<ThreadId> = new Set(); // other threads
  #leaving: Set<ThreadId> = new Set(); // threads that are no more, which others may not know yet
  #hub: Send<PeerToHub>;
  #began = NaN;
  #isCommitting = false;
  #flushNow: () => void;
  #isDisposed = false;

  /**
   * `onError` is told of what subscribers and hosts throw, and of values that cannot be copied. `canShare` says whether threads may have
   * memory together. `flushNow` sends what was told.
   */
  constructor(
    send: Send<PeerToHub>,
    onError: (error: unknown) => void,
    canShare: boolean = canShareMemory(),
    flushNow: () => void = () => {},
  ) {
    this.#onError = onError;
    this.#flushNow = flushNow;
    // Before there is a session nothing is told: all of it is when one begins.
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
      release: (to, topic) => {
        if (this.#isMainOfWorker(to)) hub('released', [topic]);
        else this.#queue(to, 'released', [topic, this.#thread]);
      },
      goesWithTasks: (to) => (this.#thread === mainThread ? to !== mainThread : this.#isMainOfWorker(to)),
      onContest: (topic, other) => onError(new RangeError(this.#contest(topic, other))),
      commitSoon: () => this.#commitSoon(),
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
      mustLive: this.#mustLive,
      onError,
    });
    this.#replicas = new Replicas({
      thread,
      subscribe: (name) => hub('subscribe', [TABLE + name, 0]),
      unsubscribe: (name) => hub('unsubscribe', [TABLE + name]),
      send: (...call) => this.#send(...call),
      onError,
      canShare,
    });
    this.#entities = new EntityKinds({
      thread,
      stateOf: (other) => this.#stateOf(other),
      hub,
      onError,
      isDisposed: () => this.#isDisposed,
      send: (to, ...call) => {
        if (to === this.#thread) this.#queue(to, ...call);
        else this.#links.get(to)?.sendNow(...call); // otherwise it has gone
      },
      sendSoon: (...call) => this.#sendSoon(...call),
    });
    this.#ids = new Ids(() => send('wantIds', []));
    this.receivers = [this, this.#tables, this.#replicas, this.#entities];
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
    const copy = copyOf(value); // the caller may change it afterwards. Its getters may dispose of the pool
    this.#mustLive('publish');
    this.#publications.publish(topic, copy, retention);
  }

  unpublish(topic: string): void {
    checkName('unpublish: topic', topic);
    if (!this.#isDisposed) this.#publications.unpublish(topic);
  }

  subscribe(topic: string, subscriber: Subscriber): () => void {
    checkTopic('subscribe: topic', topic);
    checkCallback('subscribe: subscriber', subscriber);
    this.#mustLive('subscribe');
    return this.#subscriptions.subscribe(topic, subscriber);
  }

  nextId(): number {
    this.#mustLive('nextId');
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
    this.#mustLive('replica');
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
    this.#newestPeer = thread;
    this.#alive = new Set(others);
    this.#leaving = new Set(leaving);
    this.#began = began;
    this.#ids.begin(ids);
    if (others.includes(mainThread)) this.#linkMain();
    const parts = [this.#publications, this.#subscriptions, this.#tables, this.#replicas, this.#entities];
    for (const part of parts) part.introduce();
  }

  ids(range: IdRange): void {
    this.#ids.give(range);
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

  /** There is a connection to a worker. */
  linkWorker(thread: ThreadId, link: PeerLink): void {
    this.#newestPeer = Math.max(this.#newestPeer, thread);
    this.#alive.add(thread);
    this.#links.set(thread, link);
  }

  // By the channel of tasks and results, so that their order is kept.
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

  // In Node this overtakes what the thread has sent here before it ended. Subscribers are not called now, since code of the application may be under way.
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
      // Nothing is retained of a thread that is no more.
      for (const [topic, what, , ...rest] of late)
        if (this.#thread === session) this.#subscriptions.deliver(topic, what, false, ...rest);
    });
  }

  #remove(thread: ThreadId): void {
    this.#links.get(thread)?.close();
    this.#links.delete(thread);
    this.#alive.delete(thread);
    this.#leaving.add(thread);
    this.#publications.gone(thread);
    this.#subscriptions.gone(thread);
    this.#replicas.gone(thread);
    this.#entities.gone(thread);
  }

  pass(): void {
    this.#hub('passed', []);
  }

  forget(thread: ThreadId): void {
    this.#leaving.delete(thread);
    this.#entities.forget(thread);
  }

  subscribers(topic: string, subscribers: readonly SubscribedThread[]): void {
    if (isTable(topic)) for (const subscriber of subscribers) this.joined(topic, ...subscriber);
    else this.#publications.subscribers(topic, this.#withOwn(topic, subscribers));
  }

  // Of its own subscriptions a thread knows more than the directory: what it publishes after it has subscribed must not be lost.
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

  contested(topic: string, thread: ThreadId, itsRetention: Retention | undefined): void {
    this.#publications.contested(topic, thread, itsRetention);
  }

  left(topic: string, thread: ThreadId): void {
    if (isTable(topic)) this.#tables.left(topic.slice(TABLE.length), thread);
    else if (thread !== this.#thread) this.#publications.left(topic, thread);
  }

  /** Sends what was published between the main thread and workers before the next task, and in a worker before a result also what was committed. */
  publishBeforeTasks(): void {
    this.#publications.commitBeforeTasks();
    if (this.#isMainOfWorker(mainThread)) this.#tables.sendWaiting(mainThread);
  }

  /** Sends what was committed to a worker before its next task. Not before tasks of other workers: one that reads nothing would get ever more memory. */
  commitBeforeTask(to: ThreadId): void {
    this.#tables.sendWaiting(to);
  }

  /** The main thread gets what another one has told it. */
  fromPeer(name: string, args: readonly unknown[]): void {
    if (!Number.isNaN(this.#thread)) deliver(this.receivers, name, args);
  }

  /**
   * Something could not be sent, because it cannot be copied, or because a port of a channel is closed: its other end was with a worker that was lost
   * meanwhile, which is reported by itself.
   */
  notSent([name, ...args]: readonly unknown[], error: unknown): void {
    if (name === 'link') return;
    this.#onError(error);
    if (name === 'ofKind') this.#entities.bounced(args);
  }

  /** Another thread was asked to subscribe a topic. */
  expectListener(topic: string, thread: ThreadId): void {
    this.#publications.expect(topic, thread);
  }

  /** It has. */
  confirmListener(topic: string, thread: ThreadId): void {
    this.#publications.confirmed(topic, thread);
    this.#flush();
  }

  /** Another thread has published something. */
  value(topic: string, value: unknown, isRetained: boolean, from: ThreadId, subscription: number): void {
    this.#subscriptions.deliver(topic, value, isRetained, from, subscription);
  }

  /** Another thread retains the newest value of a topic no longer. */
  released(topic: string, from: ThreadId): void {
    this.#subscriptions.release(topic, from);
  }

  /** Nothing comes or goes any more, until there is another session. What this thread has published in the session is over. */
  close(): void {
    this.#replicas.close(new Error(this.#isDisposed ? disposed : 'the pool has ended in this thread'));
    this.#endSession();
  }

  /** As `close`, for good: subscribers and listeners are not called any more, and methods that add something throw an Error. */
  dispose(): void {
    this.#isDisposed = true;
    this.#subscriptions.dispose();
    this.#replicas.dispose(); // before the peers go, of which listeners would be told
    this.close();
  }

  #endSession(): void {
    if (Number.isNaN(this.#thread)) return;
    this.#ids.end();
    for (const thread of this.#links.keys()) this.#remove(thread);
    this.#replicas.gone(this.#thread);
    for (const part of [this.#publications, this.#subscriptions, this.#tables, this.#entities]) part.end();
    this.#thread = NaN;
  }

  #now(action: string): number {
    if (Number.isNaN(this.#began)) throw notStartedError(action);
    return performance.timeOrigin - this.#began + performance.now();
  }

  #mustLive = (action: string): void => {
    if (this.#isDisposed) throw disposedError(action);
  };

  // Indices rise: one that is greater than all that were heard of is of a thread that is being started.
  #stateOf(thread: ThreadId): ThreadState {
    if (thread === this.#thread || this.#alive.has(thread) || thread > this.#newestPeer) return 'alive';
    return this.#leaving.has(thread) ? 'gone' : 'forgotten';
  }

  #contest(topic: string, other: ThreadId): string {
    const threads = `${nameOfThread(this.#index)} and ${nameOfThread(this.#links.get(other)?.index)}`;
    return `publish: ${topic} must have one publisher, or the retention 'all' in each, got ${threads}`;
  }

  // What is told in a turn goes at its end.
  #commitSoon(): void {
    if (this.#isCommitting) return;
    this.#isCommitting = true;
    queueMicrotask(() => {
      if (!this.commit()) return;
      if (this.#isMainOfWorker(mainThread)) this.#flushNow();
    });
  }

  /** Sends what was told in this turn, but for what goes to the thread that has started this one. Returns whether there was something. */
  commit(): boolean {
    if (!this.#isCommitting || this.#isDisposed) return false;
    this.#isCommitting = false;
    this.#publications.commit();
    for (const [thread, link] of this.#links) if (!this.#isMainOfWorker(thread)) link.flush();
    return true;
  }

  #isMainOfWorker(thread: ThreadId): boolean {
    return thread === mainThread && this.#thread > mainThread;
  }

  #queue: SendTo<ThreadId, PeerToPeer> = (to, name, args, transfer) => {
    if (to === this.#thread) deliver(this.receivers, name, args);
    else this.#links.get(to)?.send(name, args, transfer); // otherwise it has gone
  };

  #send: SendTo<ThreadId, PeerToPeer> = (to, ...call) => {
    this.#queue(to, ...call);
    this.#links.get(to)?.flush();
  };

  #sendSoon: SendTo<ThreadId, PeerToPeer> = (...call) => {
    this.#queue(...call);
    this.#commitSoon();
  };

  #flush(): void {
    for (const link of this.#links.values()) link.flush();
  }

  // A callback may end the session.
  #read(message: Message, receivers: readonly object[], unreadable: () => void): void {
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

// Names that begin with U+0000 are those of tables.
function checkTopic(what: string, topic: unknown): void {
  checkName(what, topic);
  if ((topic as string).charCodeAt(0) === 0)
    throw new RangeError(mustBe(what, 'a string that does not begin with U+0000', topic));
}

function isTable(topic: string): boolean {
  return topic.startsWith(TABLE);
}

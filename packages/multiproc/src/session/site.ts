import { checkCallback, checkKind, checkOptions, checkSignal, mustBe } from '@doha/loop/options';
import { Code, type Envelope, EnvelopeReader } from '../transport/envelope.ts';
import { copyOf } from '../transport/copy-of.ts';
import { canShareMemory } from '../transport/shared-memory.ts';
import { UnreadableError } from '../transport/unreadable-error.ts';
import { type ArgumentsOf, deliver, readTelegram, type Tell, type TellTo } from '../transport/telegraph.ts';
import type { ThreadState } from '../entities/authorities.ts';
import { disposed, disposedError } from '../disposed-error.ts';
import {
  mainSite,
  type PublisherNews,
  type Site as SiteIndex,
  type SubscribedSite,
} from '../pubsub/directory.ts';
import {
  type Entities,
  type EntityHost,
  type EntitySpectator,
  EntityKinds,
  type EntityNews,
  type RegistriesNews,
} from '../entities/entities.ts';
import { type IdRange, Identities } from './identity.ts';
import type { Interest } from '../tables/interest.ts';
import { type Link, linkByPort, type PeerNews } from './link.ts';
import { notStartedError } from './not-started-error.ts';
import { nameOfPlace, type Place } from './place.ts';
import { Publications, type Retention } from '../pubsub/publications.ts';
import { type PublishedTable, PublishedTables } from '../tables/published-tables.ts';
import type { Replica } from '../tables/replica.ts';
import { Replicas } from '../tables/replicas.ts';
import type { Schema } from '../tables/schema.ts';
import { type Subscriber, Subscriptions } from '../pubsub/subscriptions.ts';

/** What a thread tells the one that has the directories. */
export interface CentralNews extends RegistriesNews {
  /** `retention`: undefined for a table. */
  announce(topic: string, retention?: Retention): void;
  withdraw(topic: string): void;
  /** Another thread tells the part of the main thread something. */
  peer<Name extends keyof PeerNews>(name: Name, ...args: ArgumentsOf<PeerNews[Name]>): void;
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
  couldNotRead(peer: SiteIndex): void;
}

/** What a thread is told first. */
export interface Welcome {
  /** What the others call it. */
  readonly index: SiteIndex;
  readonly place: Place;
  readonly ids: IdRange;
  /** When the session began, in ms since the epoch. */
  readonly began: number;
  /** The other threads; the ways to them follow. */
  readonly others: readonly SiteIndex[];
  /** Threads that are no more, which others may not know yet. */
  readonly leaving: readonly SiteIndex[];
}

/** What a thread is told by the one that has the directories. */
export interface SiteNews extends PublisherNews, EntityNews {
  welcome(welcome: Welcome): void;
  ids(range: IdRange): void;
  /** The way to another thread. */
  link(peer: SiteIndex, place: Place, port: MessagePort): void;
  unlink(peer: SiteIndex): void;
  /** Answer when all that came before has been read. */
  pass(): void;
  /** All threads know that this one is no more. */
  forget(peer: SiteIndex): void;
}

/** Options of `table`. */
export interface TableOptions {
  /** Number of rows that fit at first; ≥ 0, default 16. The table grows. */
  capacity?: number | undefined;
}

/** Options of `replica`. */
export interface ReplicaOptions<S extends Schema = Schema> {
  /** Row filter. Default: all rows. */
  within?: Interest<S> | undefined;
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
export class Site implements Omit<SiteNews, 'ofKind'> {
  /** Who gets what this thread is told. */
  readonly receivers: readonly object[];
  #publications: Publications;
  #subscriptions: Subscriptions;
  #tables: PublishedTables;
  #replicas: Replicas;
  #entities: EntityKinds;
  #identities: Identities;
  #onError: (error: unknown) => void;
  #links: Map<SiteIndex, Link> = new Map();
  #index = NaN; // until there is a session
  #place: Place | undefined;
  #newestPeer = -1; // the greatest index that was heard of
  #alive: Set<SiteIndex> = new Set(); // other threads
  #leaving: Set<SiteIndex> = new Set(); // threads that are no more, which others may not know yet
  #central: Tell<CentralNews>;
  #began = NaN;
  #isCommitting = false;
  #sendNow: () => void;
  #isDisposed = false;

  /**
   * `onError` is told of what subscribers and hosts throw, and of values that cannot be copied. `canShare` says whether threads may have
   * memory together. `sendNow` sends what was told.
   */
  constructor(
    tell: Tell<CentralNews>,
    onError: (error: unknown) => void,
    canShare: boolean = canShareMemory(),
    sendNow: () => void = () => {},
  ) {
    this.#onError = onError;
    this.#sendNow = sendNow;
    // Before there is a session nothing is told: all of it is when one begins.
    const central: Tell<CentralNews> = (...told) => {
      if (!Number.isNaN(this.#index)) tell(...told);
    };
    this.#central = central;
    const site = (): SiteIndex => this.#index;
    this.#publications = new Publications({
      announce: (...publication) => central('announce', publication),
      withdraw: (topic) => central('withdraw', [topic]),
      send: ([to, subscription], topic, value, retention) => {
        const isRetained = retention === 'newest';
        if (this.#isMainOfWorker(to)) central('value', [topic, value, isRetained, subscription]);
        else this.#queue(to, 'value', [topic, value, isRetained, this.#index, subscription]);
      },
      release: (to, topic) => {
        if (this.#isMainOfWorker(to)) central('released', [topic]);
        else this.#queue(to, 'released', [topic, this.#index]);
      },
      goesWithTasks: (to) => (this.#index === mainSite ? to !== mainSite : this.#isMainOfWorker(to)),
      onContest: (topic, other) => onError(new RangeError(this.#contest(topic, other))),
      commitSoon: () => this.#commitSoon(),
    });
    this.#subscriptions = new Subscriptions({
      subscribe: (topic, subscription) => {
        central('subscribe', [topic, subscription]);
        this.#publications.joined(topic, this.#index, subscription);
      },
      unsubscribe: (topic) => {
        central('unsubscribe', [topic]);
        this.#publications.left(topic, this.#index);
      },
      onError,
    });
    this.#tables = new PublishedTables({
      site,
      announce: (name) => central('announce', [TABLE + name]),
      withdraw: (name) => central('withdraw', [TABLE + name]),
      send: (...told) => this.#send(...told),
      now: () => this.#now('commit'),
      mustLive: this.#mustLive,
      onError,
    });
    this.#replicas = new Replicas({
      site,
      subscribe: (name) => central('subscribe', [TABLE + name, 0]),
      unsubscribe: (name) => central('unsubscribe', [TABLE + name]),
      send: (...told) => this.#send(...told),
      onError,
      canShare,
    });
    this.#entities = new EntityKinds({
      site,
      stateOf: (peer) => this.#stateOf(peer),
      central,
      onError,
      isDisposed: () => this.#isDisposed,
      send: (to, ...told) => {
        if (to === this.#index) this.#queue(to, ...told);
        else this.#links.get(to)?.tellNow(...told); // otherwise it has gone
      },
      sendSoon: (...told) => this.#sendSoon(...told),
    });
    this.#identities = new Identities(() => tell('wantIds', []));
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
    return this.#identities.next();
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
    const { signal, within: interest } = options;
    if (signal !== undefined) checkSignal('replica: signal', signal);
    const isInterest = interest === undefined || (typeof interest === 'object' && interest !== null);
    checkKind('replica: within', isInterest, 'an object', interest);
    this.#mustLive('replica');
    return this.#replicas.open(name, schema, { interest, signal });
  }

  entities<State, Mutation>(
    kind: string,
    host: EntityHost<State, Mutation> | EntitySpectator,
  ): Entities<State, Mutation> {
    checkName('entities: kind', kind);
    return this.#entities.open(kind, host);
  }

  welcome({ began, ids, index, leaving, others, place }: Welcome): void {
    this.#endSession();
    this.#index = index;
    this.#place = place;
    this.#newestPeer = index;
    this.#alive = new Set(others);
    this.#leaving = new Set(leaving);
    this.#began = began;
    this.#identities.begin(ids);
    if (others.includes(mainSite)) this.#linkMain();
    const parts = [this.#publications, this.#subscriptions, this.#tables, this.#replicas, this.#entities];
    for (const part of parts) part.introduce();
  }

  ids(range: IdRange): void {
    this.#identities.give(range);
  }

  link(peer: SiteIndex, place: Place, port: MessagePort): void {
    const link = linkByPort(place, port, {
      message: (envelope, unreadable) => this.#read(envelope, this.receivers, unreadable),
      unreadable: () => {
        if (this.#links.get(peer) === link) this.#central('couldNotRead', [peer]);
      },
      refused: ({ values }, error) => this.notSent(values, error),
      onError: this.#onError,
    });
    this.linkWorker(peer, link);
  }

  /** There is a connection to a worker. */
  linkWorker(peer: SiteIndex, link: Link): void {
    this.#newestPeer = Math.max(this.#newestPeer, peer);
    this.#alive.add(peer);
    this.#links.set(peer, link);
  }

  // By the channel of tasks and results, so that their order is kept.
  #linkMain(): void {
    const tell: Tell<PeerNews> = (name, args, transfer) =>
      this.#central('peer', [name, ...args] as never, transfer);
    this.#links.set(mainSite, {
      place: 'main',
      tell,
      tellNow: (...told) => {
        tell(...told);
        this.#sendNow();
      },
      flush: this.#sendNow,
      close: () => {},
    });
  }

  unlink(peer: SiteIndex): void {
    this.#readLast(peer);
    this.#remove(peer);
  }

  // In Node this overtakes what the thread has sent here before it ended. Subscribers are not called now, since code of the application may be under way.
  #readLast(peer: SiteIndex): void {
    const session = this.#index;
    const late: Parameters<PeerNews['value']>[] = [];
    const value: PeerNews['value'] = (...told) => void late.push(told);
    const link = this.#links.get(peer);
    for (let next = link?.take?.(); next !== undefined; next = link!.take!()) {
      this.#read(next.message as Envelope, [{ value }, ...this.receivers], () => {});
      if (this.#index !== session) return;
    }
    if (late.length === 0) return;
    queueMicrotask(() => {
      // Nothing is retained of a thread that is no more.
      for (const [topic, what, , ...rest] of late)
        if (this.#index === session) this.#subscriptions.deliver(topic, what, false, ...rest);
    });
  }

  #remove(peer: SiteIndex): void {
    this.#links.get(peer)?.close();
    this.#links.delete(peer);
    this.#alive.delete(peer);
    this.#leaving.add(peer);
    this.#publications.gone(peer);
    this.#subscriptions.gone(peer);
    this.#replicas.gone(peer);
    this.#entities.gone(peer);
  }

  pass(): void {
    this.#central('passed', []);
  }

  forget(peer: SiteIndex): void {
    this.#leaving.delete(peer);
    this.#entities.forget(peer);
  }

  subscribers(topic: string, subscribers: readonly SubscribedSite[]): void {
    if (isTable(topic)) for (const subscriber of subscribers) this.joined(topic, ...subscriber);
    else this.#publications.subscribers(topic, this.#withOwn(topic, subscribers));
  }

  // Of its own subscriptions a thread knows more than the directory: what it publishes after it has subscribed must not be lost.
  #withOwn(topic: string, subscribers: readonly SubscribedSite[]): readonly SubscribedSite[] {
    const number = this.#subscriptions.numberOf(topic);
    const others = subscribers.filter(([site]) => site !== this.#index);
    return number === undefined ? others : [...others, [this.#index, number]];
  }

  joined(topic: string, site: SiteIndex, subscription: number): void {
    if (isTable(topic)) this.#tables.joined(topic.slice(TABLE.length), site);
    else if (site !== this.#index) this.#publications.joined(topic, site, subscription);
    this.#flush();
  }

  contested(topic: string, site: SiteIndex, itsRetention: Retention | undefined): void {
    this.#publications.contested(topic, site, itsRetention);
  }

  left(topic: string, site: SiteIndex): void {
    if (isTable(topic)) this.#tables.left(topic.slice(TABLE.length), site);
    else if (site !== this.#index) this.#publications.left(topic, site);
  }

  /** Sends what was published between the main thread and workers before the next task, and in a worker before a result also what was committed. */
  publishBeforeTasks(): void {
    this.#publications.commitBeforeTasks();
    if (this.#isMainOfWorker(mainSite)) this.#tables.sendWaiting(mainSite);
  }

  /** Sends what was committed to a worker before its next task. Not before tasks of other workers: one that reads nothing would get ever more memory. */
  commitBeforeTask(to: SiteIndex): void {
    this.#tables.sendWaiting(to);
  }

  /** The main thread gets what another one has told it. */
  fromPeer(name: string, args: readonly unknown[]): void {
    if (!Number.isNaN(this.#index)) deliver(this.receivers, name, args);
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
  expectListener(topic: string, site: SiteIndex): void {
    this.#publications.expect(topic, site);
  }

  /** It has. */
  confirmListener(topic: string, site: SiteIndex): void {
    this.#publications.confirmed(topic, site);
    this.#flush();
  }

  /** Another thread has published something. */
  value(topic: string, value: unknown, isRetained: boolean, from: SiteIndex, subscription: number): void {
    this.#subscriptions.deliver(topic, value, isRetained, from, subscription);
  }

  /** Another thread retains the newest value of a topic no longer. */
  released(topic: string, from: SiteIndex): void {
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
    if (Number.isNaN(this.#index)) return;
    this.#identities.end();
    for (const peer of this.#links.keys()) this.#remove(peer);
    this.#replicas.gone(this.#index);
    for (const part of [this.#publications, this.#subscriptions, this.#tables, this.#entities]) part.end();
    this.#index = NaN;
  }

  #now(action: string): number {
    if (Number.isNaN(this.#began)) throw notStartedError(action);
    return performance.timeOrigin - this.#began + performance.now();
  }

  #mustLive = (action: string): void => {
    if (this.#isDisposed) throw disposedError(action);
  };

  // Indices rise: one that is greater than all that were heard of is of a thread that is being started.
  #stateOf(site: SiteIndex): ThreadState {
    if (site === this.#index || this.#alive.has(site) || site > this.#newestPeer) return 'alive';
    return this.#leaving.has(site) ? 'gone' : 'forgotten';
  }

  #contest(topic: string, other: SiteIndex): string {
    const threads = `${nameOfPlace(this.#place)} and ${nameOfPlace(this.#links.get(other)?.place)}`;
    return `publish: ${topic} must have one publisher, or the retention 'all' in each, got ${threads}`;
  }

  // What is told in a turn goes at its end.
  #commitSoon(): void {
    if (this.#isCommitting) return;
    this.#isCommitting = true;
    queueMicrotask(() => {
      if (!this.commit()) return;
      if (this.#isMainOfWorker(mainSite)) this.#sendNow();
    });
  }

  /** Sends what was told in this turn, but for what goes to the thread that has started this one. Returns whether there was something. */
  commit(): boolean {
    if (!this.#isCommitting || this.#isDisposed) return false;
    this.#isCommitting = false;
    this.#publications.commit();
    for (const [peer, link] of this.#links) if (!this.#isMainOfWorker(peer)) link.flush();
    return true;
  }

  #isMainOfWorker(site: SiteIndex): boolean {
    return site === mainSite && this.#index > mainSite;
  }

  #queue: TellTo<SiteIndex, PeerNews> = (to, name, args, transfer) => {
    if (to === this.#index) deliver(this.receivers, name, args);
    else this.#links.get(to)?.tell(name, args, transfer); // otherwise it has gone
  };

  #send: TellTo<SiteIndex, PeerNews> = (to, ...told) => {
    this.#queue(to, ...told);
    this.#links.get(to)?.flush();
  };

  #sendSoon: TellTo<SiteIndex, PeerNews> = (...told) => {
    this.#queue(...told);
    this.#commitSoon();
  };

  #flush(): void {
    for (const link of this.#links.values()) link.flush();
  }

  // A callback may end the session.
  #read(envelope: Envelope, receivers: readonly object[], unreadable: () => void): void {
    const session = this.#index;
    try {
      const reader = new EnvelopeReader(envelope);
      while (!reader.isAtEnd && this.#index === session)
        if (reader.code() === Code.telegram) readTelegram(reader, receivers, this.#onError);
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

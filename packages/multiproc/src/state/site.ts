import { type Endpoint, endpointOfPort } from '../channel/endpoint.ts';
import { Outbox } from '../channel/outbox.ts';
import { readTelegram, telegram } from '../channel/telegraph.ts';
import type { PublisherNews, Site as SiteIndex } from './directory.ts';
import { Identities } from './identity.ts';
import { type Keep, Publications } from './publications.ts';
import { type PublishedTable, PublishedTables, type ReaderNews } from './published-tables.ts';
import type { Replica } from './replica.ts';
import { Replicas, type WriterNews } from './replicas.ts';
import type { Schema } from './schema.ts';
import { type Subscriber, Subscriptions } from './subscriptions.ts';

/** What a thread tells the one that has the directories. */
export interface CentralNews {
  announce(topic: string): void;
  subscribe(topic: string): void;
  unsubscribe(topic: string): void;
  /** Asks for a range of ids. */
  wantIds(): void;
}

/** What a thread is told by the one that has the directories. */
export interface SiteNews extends PublisherNews {
  /** The first thing: what the others call it, its first ids, and when the session began, in ms since the epoch. */
  welcome(index: SiteIndex, firstId: number, began: number): void;
  ids(first: number): void;
  /** The way to another thread; that to one which was there before is gone. */
  link(peer: SiteIndex, port: MessagePort): void;
  unlink(peer: SiteIndex): void;
}

export interface TableOptions {
  /** Rows for which there is room at first; it grows. */
  capacity?: number;
}

export interface PublishOptions {
  /**
   * `newest`, the default: subscribers get what the topic is, once each turn at the most, and who subscribes late gets it as well; a topic
   * has one publisher then. `all`: each value from the subscription on, from any number of publishers, those of each in their order.
   */
  keep?: Keep;
}

/** What one thread tells another. */
interface PeerNews extends ReaderNews, WriterNews {
  value(topic: string, value: unknown, keep: Keep): void;
}

/** Records between two threads have but one code. */
const TELEGRAM = 0;
/** Before the names of tables in the directory, which knows topics. */
const TABLE = 'table ';

/** A thread's part in what all of them share. */
export class Site implements SiteNews, PeerNews {
  #publications: Publications;
  #subscriptions: Subscriptions;
  #tables: PublishedTables;
  #replicas: Replicas;
  #identities: Identities;
  #onError: (error: unknown) => void;
  #peers: Map<SiteIndex, { readonly endpoint: Endpoint; readonly outbox: Outbox }> = new Map();
  #index = NaN; // until there is a session
  #began = NaN;
  #isCommitting = false;

  /** `onError` is told of what subscribers throw, and of values that cannot be copied. */
  constructor(central: CentralNews, onError: (error: unknown) => void) {
    this.#onError = onError;
    // Before there is a session nothing is told: all of it is when one begins.
    const inSession =
      <Arguments extends readonly unknown[]>(tell: (...args: Arguments) => void) =>
      (...args: Arguments): void => {
        if (!Number.isNaN(this.#index)) tell(...args);
      };
    const announce = inSession((topic: string) => central.announce(topic));
    const subscribe = inSession((topic: string) => central.subscribe(topic));
    const unsubscribe = inSession((topic: string) => central.unsubscribe(topic));
    this.#publications = new Publications({
      announce,
      send: (to, ...value) => this.#send(to, 'value', value),
    });
    this.#subscriptions = new Subscriptions({ subscribe, unsubscribe, onError });
    const site = (): SiteIndex => this.#index;
    this.#tables = new PublishedTables({
      site,
      announce: (name) => announce(TABLE + name),
      send: (...told) => this.#tell(...told),
      now: () => this.now,
    });
    this.#replicas = new Replicas({
      site,
      subscribe: (name) => subscribe(TABLE + name),
      send: (...told) => this.#tell(...told),
      canShare: canShareMemory(),
    });
    this.#identities = new Identities(() => central.wantIds());
  }

  /** Milliseconds since the session began, the same in all threads. */
  get now(): number {
    return performance.timeOrigin - this.#began + performance.now();
  }

  /**
   * Gives a value to all threads that subscribe the topic, at the end of the turn. Throws a TypeError if the topic was published in the
   * other way.
   */
  publish(topic: string, value: unknown, { keep = 'newest' }: PublishOptions = {}): void {
    this.#publications.publish(topic, value, keep);
    if (this.#isCommitting) return;
    this.#isCommitting = true;
    queueMicrotask(() => this.#commit());
  }

  /** Calls `subscriber` with what is published, wherever that is. Returns the undo. */
  subscribe(topic: string, subscriber: Subscriber): () => void {
    return this.#subscriptions.subscribe(topic, subscriber);
  }

  /** A whole number from 1 to 2³² that no other thread has or will have. */
  nextId(): number {
    return this.#identities.next();
  }

  /**
   * A table that is written here, and read by other threads as a replica. Throws a RangeError if this thread has one of that name, a TypeError if
   * a field has a type that is none.
   */
  table<S extends Schema>(name: string, schema: S, { capacity }: TableOptions = {}): PublishedTable<S> {
    return this.#tables.create(name, schema, capacity);
  }

  /**
   * What other threads write into tables of this name; resolves when there is one. Rejects with a TypeError if a field has another type there,
   * or none, and with a RangeError if this thread reads the tables of that name already.
   */
  replica<S extends Schema>(name: string, schema: S): Promise<Replica<S>> {
    return this.#replicas.open(name, schema);
  }

  welcome(index: SiteIndex, firstId: number, began: number): void {
    for (const peer of this.#peers.keys()) this.unlink(peer);
    this.#index = index;
    this.#began = began;
    this.#identities.begin(firstId);
    for (const part of [this.#publications, this.#subscriptions, this.#tables, this.#replicas])
      part.introduce();
  }

  ids(first: number): void {
    this.#identities.give(first);
  }

  link(peer: SiteIndex, port: MessagePort): void {
    this.unlink(peer);
    const endpoint = endpointOfPort(port);
    const outbox = new Outbox(endpoint, (_, error) => this.#onError(error));
    this.#peers.set(peer, { endpoint, outbox });
    endpoint.listen({
      message: (words) => this.#read(words as readonly unknown[]),
      lost: this.#onError,
    });
  }

  unlink(peer: SiteIndex): void {
    this.#peers.get(peer)?.endpoint.close();
    this.#peers.delete(peer);
    this.#replicas.left(peer);
  }

  subscribers(topic: string, sites: readonly SiteIndex[]): void {
    if (isTable(topic)) for (const site of sites) this.joined(topic, site);
    else this.#publications.subscribers(topic, sites);
    this.#flush();
  }

  joined(topic: string, site: SiteIndex): void {
    if (isTable(topic)) this.#tables.joined(topic.slice(TABLE.length), site);
    else this.#publications.joined(topic, site);
    this.#flush();
  }

  left(topic: string, site: SiteIndex): void {
    if (isTable(topic)) this.#tables.left(topic.slice(TABLE.length), site);
    else this.#publications.left(topic, site);
  }

  offer(...told: Parameters<ReaderNews['offer']>): void {
    this.#replicas.offer(...told);
  }

  memory(...told: Parameters<ReaderNews['memory']>): void {
    this.#replicas.memory(...told);
  }

  parcel(...told: Parameters<ReaderNews['parcel']>): void {
    this.#replicas.parcel(...told);
  }

  want(...told: Parameters<WriterNews['want']>): void {
    this.#tables.want(...told);
  }

  back(...told: Parameters<WriterNews['back']>): void {
    this.#tables.back(...told);
  }

  /** Another thread has published something. */
  value(topic: string, value: unknown, keep: Keep): void {
    this.#subscriptions.deliver(topic, value, keep);
  }

  /** Nothing comes or goes any more. */
  close(): void {
    for (const peer of this.#peers.keys()) this.unlink(peer);
  }

  #commit(): void {
    this.#isCommitting = false;
    this.#publications.commit();
    this.#flush();
  }

  #send<Name extends keyof PeerNews>(
    to: SiteIndex,
    name: Name,
    args: Parameters<PeerNews[Name]>,
    transfer: readonly Transferable[] = [],
  ): void {
    if (to === this.#index) return void readTelegram([name, args.length, ...args], 0, [this]);
    const outbox = this.#peers.get(to)?.outbox;
    if (outbox === undefined) return; // it has gone
    telegram(outbox, TELEGRAM, name, args);
    outbox.transfer(transfer);
  }

  /** Sends a telegram at once. */
  #tell<Name extends keyof PeerNews>(
    to: SiteIndex,
    name: Name,
    args: Parameters<PeerNews[Name]>,
    transfer?: readonly Transferable[],
  ): void {
    this.#send(to, name, args, transfer);
    this.#peers.get(to)?.outbox.flush();
  }

  #flush(): void {
    for (const { outbox } of this.#peers.values()) outbox.flush();
  }

  #read(words: readonly unknown[]): void {
    for (let at = 0; at < words.length;) at = readTelegram(words, at + 1, [this]);
  }
}

function isTable(topic: string): boolean {
  return topic.startsWith(TABLE);
}

/** Whether threads may have memory together here: in pages, where they are cross-origin isolated. */
function canShareMemory(): boolean {
  return (
    typeof SharedArrayBuffer === 'function' &&
    (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated !== false
  );
}

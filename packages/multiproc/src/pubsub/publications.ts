import { mainThread, type ThreadId } from '../transport/thread-id.ts';
import { atAnnouncement, type BrokerToPublisher, type SubscribedThread } from './broker.ts';

/**
 * The values of a topic that a subscriber gets. `newest`: the newest value, which a late subscriber
 * gets as well. `all`: each value that is sent after the subscription. Values are sent in the next
 * microtask.
 */
export type Retention = 'newest' | 'all';

/** Options of `publish`. */
export interface PublishOptions {
  /**
   * `newest`, the default: subscribers get the newest value, at most one per microtask, and late subscribers get it as well. Such a topic has one
   * publisher. `all`: subscribers get each value that is sent after the subscription, from any number of publishers, in the order of each publisher.
   */
  retention?: Retention | undefined;
}

interface Publication {
  /** The current retention. Entries of `unsent` may have the previous one. */
  retention: Retention;
  /** Undefined until the broker has answered. */
  subscribers: Map<ThreadId, Recipient> | undefined;
  /** The main thread. Until `subscribers` is defined, values are sent only to it. */
  readonly main: Recipient;
  newest: unknown;
  /** Entries that have not been sent to every subscriber yet, in the order of `publish` and `unpublish`. */
  unsent: Entry[];
  /** Number of the next entry. */
  nextNumber: number;
  /** Whether `unpublish` was called. The publication ends as soon as all entries are sent. */
  isEnding: boolean;
}

/** A published value, or the end of the retention of the newest value. */
interface Entry {
  /** Greater than the numbers of earlier entries of the publication. */
  readonly number: number;
  readonly retention: Retention;
  /** `retentionEnd` if the retention ends. */
  readonly value: unknown;
}

/** A value that no application can publish, because symbols cannot be copied. */
const retentionEnd: unique symbol = Symbol('retentionEnded');

/** A thread that subscribes to a topic. */
interface Recipient {
  readonly to: SubscribedThread;
  /** Entries of `unsent` with this number or a greater one were not sent to the thread. */
  next: number;
}

/** Entries that wait until a thread has subscribed to a topic as requested. */
interface WaitingEntries {
  /** Number of requests that the thread has not confirmed. */
  requests: number;
  entries: Entry[];
}

export interface PublicationsOptions {
  /**
   * Tells the broker that this thread publishes a topic, or that the retention has changed. The
   * broker answers only the first message of a publication.
   */
  readonly announce: (topic: string, retention: Retention) => void;
  /** Tells the broker that this thread no longer publishes a topic. */
  readonly withdraw: (topic: string) => void;
  /** Sends a value to a subscriber. */
  readonly send: (to: SubscribedThread, topic: string, value: unknown, retention: Retention) => void;
  /** Tells a subscriber that the newest value is no longer retained. */
  readonly endRetention: (thread: ThreadId, topic: string) => void;
  /**
   * Called if this thread and another one publish the same topic and one of them has the retention
   * `newest`, which allows only one publisher.
   */
  readonly onPublisherConflict: (topic: string, other: ThreadId) => void;
  /**
   * Whether values for a thread use the channel of a worker's tasks and results. Then they must
   * keep their order with these.
   */
  readonly sharesTaskChannel: (thread: ThreadId) => boolean;
  /** Requests a call of `commit` in the next microtask. */
  readonly commitSoon: () => void;
}

/** The topics that a thread publishes. Collects values and sends them to the subscribers. */
export class Publications implements BrokerToPublisher {
  #options: PublicationsOptions;
  #publications: Map<string, Publication> = new Map();
  #changed: Set<string> = new Set();
  #aheadOfTasks: Set<string> = new Set(); // changed topics with values that may have to be sent before the next task
  #waiting: Map<string, Map<ThreadId, WaitingEntries>> = new Map(); // by topic

  constructor(options: PublicationsOptions) {
    this.#options = options;
  }

  /** Announces all topics to the broker of a new session. */
  beginSession(): void {
    for (const [topic, publication] of this.#publications) {
      publication.subscribers = undefined;
      publication.main.next = 0;
      if (isUncommitted(publication)) this.#change(topic);
      this.#options.announce(topic, publication.retention);
    }
  }

  /** Drops everything that was published in the session. */
  endSession(): void {
    this.#publications.clear();
    this.#changed.clear();
    this.#aheadOfTasks.clear();
    this.#waiting.clear();
  }

  /**
   * Adds a value, which `commit` will send. Nobody may change the value, because late subscribers get it as well. Throws a TypeError if the topic has the
   * other retention and was not unpublished.
   */
  publish(topic: string, value: unknown, retention: Retention): void {
    const publication = this.#declare(topic, retention);
    publication.isEnding = false;
    publication.newest = retention === 'newest' ? value : undefined;
    this.#add(topic, publication, value);
  }

  /**
   * Ends the publication of a topic as soon as all values that were published before are sent, with
   * the next commit or a later one.
   */
  unpublish(topic: string): void {
    const publication = this.#publications.get(topic);
    if (publication === undefined || publication.isEnding) return;
    if (publication.retention === 'newest') {
      this.#deferNewest(topic, publication);
      this.#add(topic, publication, retentionEnd);
    } else this.#change(topic);
    publication.isEnding = true;
  }

  #add(topic: string, publication: Publication, value: unknown): void {
    const { retention, unsent } = publication;
    addEntry(unsent, { number: publication.nextNumber++, retention, value });
    this.#change(topic);
  }

  /**
   * Sends the values that were published since the last commit. Never called within another commit.
   * It calls the subscribers of this thread, which may publish further values. If the topic of
   * such a value is still to come in this commit, it sends the value as well. Otherwise the next commit does. So each
   * value reaches all subscribers before the next one. Subscribers may also end the session.
   */
  commit(): void {
    const changed = [...this.#changed];
    for (const topic of changed) {
      const publication = this.#publications.get(topic);
      if (publication === undefined) continue;
      this.#sendWithTasks(topic, publication); // before a callback of this thread can submit a task
      this.#changed.delete(topic);
      if (publication.subscribers === undefined) continue; // the answer of the broker will request another commit
      this.#sendToOthers(topic, publication);
      const isSent = publication.unsent.length === 0 && !this.#hasWaitingEntries(topic);
      if (publication.isEnding && isSent) this.#end(topic, publication);
    }
  }

  /**
   * Sends values to the threads that get them by the channel of tasks and results. Called before a
   * task or a result is sent. Calls no subscriber. Each call examines only the topics that have
   * changed since the last call, because there may be many calls in a turn.
   */
  commitBeforeTasks(): void {
    if (this.#aheadOfTasks.size === 0) return;
    for (const topic of this.#aheadOfTasks) {
      const publication = this.#publications.get(topic);
      if (publication !== undefined) this.#sendWithTasks(topic, publication);
    }
    this.#aheadOfTasks.clear();
  }

  #sendWithTasks(topic: string, publication: Publication): void {
    this.#aheadOfTasks.delete(topic);
    const { main, subscribers, unsent } = publication;
    for (const subscriber of subscribers?.values() ?? [main]) {
      const [thread] = subscriber.to;
      if (!this.#options.sharesTaskChannel(thread) || this.#mustWait(topic, thread, unsent)) continue;
      this.#sendTo(subscriber.to, topic, takeUnsent(publication, subscriber));
    }
  }

  #sendToOthers(topic: string, publication: Publication): void {
    const { unsent } = publication;
    const subscribers = publication.subscribers!;
    for (const [thread, waiting] of this.#waiting.get(topic) ?? []) {
      const subscriber = subscribers.get(thread);
      if (this.#mustWait(topic, thread, unsent)) {
        const entries = subscriber === undefined ? unsent : takeUnsent(publication, subscriber);
        for (const entry of entries) addEntry(waiting.entries, entry);
      } else waiting.entries = []; // a newer value replaces them
    }
    const sending = [...subscribers.values()].map(
      (subscriber) => [subscriber.to, takeUnsent(publication, subscriber)] as const,
    );
    publication.unsent = [];
    for (const [to, entries] of sending) this.#sendTo(to, topic, entries);
  }

  #sendTo(to: SubscribedThread, topic: string, entries: readonly Entry[]): void {
    for (const { retention, value } of entries) {
      if (value === retentionEnd) this.#options.endRetention(to[0], topic);
      else this.#options.send(to, topic, value, retention);
    }
  }

  // If one of the entries has the retention `all`, or the last one ends the retention, all of them must
  // wait until the thread has confirmed its subscription. A newest value alone need not wait,
  // because a late subscriber gets it.
  #mustWait(topic: string, thread: ThreadId, unsent: readonly Entry[]): boolean {
    const entries = this.#waiting.get(topic)?.get(thread)?.entries;
    if (entries === undefined) return false;
    if (entries.some(isNotRetained) || unsent.some(isNotRetained)) return true; // examines at most three of each list: before the first entry with `all` there can only be a newest value and the end of its retention
    return (unsent.at(-1) ?? entries.at(-1))?.value === retentionEnd;
  }

  // A thread that subscribes after the end of the retention gets no newest value. So from now on the
  // value waits for each thread that was asked to subscribe before that end.
  #deferNewest(topic: string, { newest, nextNumber, retention, subscribers, unsent }: Publication): void {
    if (unsent.length > 0) return; // the last of them is the newest value
    for (const [thread, { entries }] of this.#waiting.get(topic) ?? []) {
      if (subscribers?.has(thread) !== true)
        addEntry(entries, { number: nextNumber - 1, retention, value: newest });
    }
  }

  #hasWaitingEntries(topic: string): boolean {
    const waiting = this.#waiting.get(topic);
    return waiting !== undefined && [...waiting.values()].some(({ entries }) => entries.length > 0);
  }

  /**
   * Called when a thread was asked to subscribe to a topic. Values for the thread wait until it has
   * confirmed, because the number of its subscription is unknown until then. The newest value of a
   * published topic need not wait, since a late subscriber gets it.
   */
  expectSubscriber(topic: string, thread: ThreadId): void {
    const waiting = this.#waiting.get(topic) ?? new Map<ThreadId, WaitingEntries>();
    this.#waiting.set(topic, waiting);
    const one = waiting.get(thread);
    if (one === undefined) waiting.set(thread, { requests: 1, entries: [] });
    else one.requests++;
  }

  /** Called when a thread has subscribed to a topic as requested. */
  confirmed(topic: string, thread: ThreadId): void {
    const waiting = this.#waiting.get(topic)?.get(thread);
    if (waiting === undefined || --waiting.requests > 0) return;
    this.#forgetWaiting(topic, thread);
    const publication = this.#publications.get(topic);
    if (publication !== undefined && isUncommitted(publication)) this.#aheadOfTasks.add(topic);
    const subscriber = publication?.subscribers?.get(thread);
    if (subscriber === undefined) return; // the thread has unsubscribed meanwhile
    this.#sendTo(subscriber.to, topic, waiting.entries);
  }

  /** Called when a thread is gone. */
  gone(thread: ThreadId): void {
    for (const [topic, waiting] of this.#waiting) if (waiting.has(thread)) this.#forgetWaiting(topic, thread);
  }

  #forgetWaiting(topic: string, thread: ThreadId): void {
    const waiting = this.#waiting.get(topic)!;
    waiting.delete(thread);
    if (waiting.size > 0) return;
    this.#waiting.delete(topic);
    if (this.#publications.get(topic)?.isEnding === true) this.#change(topic);
  }

  subscribers(topic: string, subscribers: readonly SubscribedThread[]): void {
    const publication = this.#publications.get(topic);
    if (publication === undefined) return;
    const next = (thread: ThreadId): number => (thread === mainThread ? publication.main.next : 0);
    publication.subscribers = new Map(subscribers.map((to) => [to[0], { to, next: next(to[0]) }]));
    if (isUncommitted(publication)) this.#change(topic);
  }

  joined(topic: string, thread: ThreadId, subscription: number): void {
    const publication = this.#publications.get(topic);
    if (publication?.subscribers === undefined) return; // not published here, or the next answer of the broker includes the thread
    const { isEnding, newest, retention, subscribers, unsent } = publication;
    const to: SubscribedThread = [thread, subscription];
    subscribers.set(thread, { to, next: 0 });
    if (isUncommitted(publication)) this.#aheadOfTasks.add(topic);
    // Unsent and waiting entries are sent later.
    if (retention === 'all' || isEnding || this.#mustWait(topic, thread, unsent)) return;
    if (unsent.length === 0) this.#options.send(to, topic, newest, retention);
  }

  publisherConflict(topic: string, other: ThreadId, itsRetention: Retention | undefined): void {
    const publication = this.#publications.get(topic);
    // Before the broker has answered, the message is about an earlier publication of the topic.
    if (publication?.subscribers === undefined || publication.isEnding) return;
    if (publication.retention === 'newest' || itsRetention === 'newest')
      this.#options.onPublisherConflict(topic, other);
  }

  left(topic: string, thread: ThreadId): void {
    this.#publications.get(topic)?.subscribers?.delete(thread);
  }

  #declare(topic: string, retention: Retention): Publication {
    const before = this.#publications.get(topic);
    if (before?.retention === retention) return before;
    if (before?.isEnding === false) {
      throw new TypeError(
        `publish: retention of ${topic} must be ${before.retention} as before, got ${retention}`,
      );
    }
    const publication: Publication = before ?? {
      retention,
      subscribers: undefined,
      main: { to: [mainThread, atAnnouncement], next: 0 },
      newest: undefined,
      unsent: [],
      nextNumber: 0,
      isEnding: false,
    };
    publication.retention = retention;
    this.#publications.set(topic, publication);
    this.#options.announce(topic, retention);
    return publication;
  }

  #change(topic: string): void {
    this.#changed.add(topic);
    this.#aheadOfTasks.add(topic);
    this.#options.commitSoon();
  }

  #end(topic: string, publication: Publication): void {
    if (this.#publications.get(topic) !== publication) return; // the session has ended meanwhile
    this.#publications.delete(topic);
    this.#changed.delete(topic); // a subscriber may have called `unpublish` during the commit
    this.#aheadOfTasks.delete(topic);
    this.#options.withdraw(topic);
  }
}

/** Whether `commit` has something to send or to end. */
function isUncommitted({ isEnding, unsent }: Publication): boolean {
  return isEnding || unsent.length > 0;
}

function isNotRetained({ retention }: Entry): boolean {
  return retention === 'all';
}

/** Appends an entry. A newest value replaces earlier ones, and the ends of their retention. */
function addEntry(entries: Entry[], entry: Entry): void {
  if (entry.retention === 'newest' && entry.value !== retentionEnd)
    while (entries.at(-1)?.retention === 'newest') entries.pop();
  entries.push(entry);
}

/** Returns the entries that were not sent to a subscriber, and marks them as sent. */
function takeUnsent({ nextNumber, unsent }: Publication, subscriber: Recipient): readonly Entry[] {
  let from = unsent.length;
  while (from > 0 && unsent[from - 1]!.number >= subscriber.next) from--;
  subscriber.next = nextNumber;
  return from === 0 ? unsent : unsent.slice(from);
}

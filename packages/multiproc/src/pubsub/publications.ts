import { mainThread, type ThreadId } from '../transport/thread-id.ts';
import { atAnnouncement, type BrokerToPublisher, type SubscribedThread } from './broker.ts';

/**
 * Which values of a topic a subscriber gets. `newest`: the newest value, also if it subscribes later. `all`: each value that is sent after the
 * subscription. Values are sent in the next microtask.
 */
export type Retention = 'newest' | 'all';

interface Publication {
  /** Of what is published now. Values in `unsent` may have the other one. */
  retention: Retention;
  /** Undefined until the directory has told. */
  subscribers: Map<ThreadId, Recipient> | undefined;
  /** Stands for the main thread until then. */
  readonly main: Recipient;
  newest: unknown;
  /** Not yet sent to all subscribers, in the order of the calls. */
  unsent: Entry[];
  /** Number of the next entry. */
  nextNumber: number;
  /** Whether it is withdrawn as soon as everything is sent. */
  isEnding: boolean;
}

/** A published value, or the release of the newest one. */
interface Entry {
  /** Greater than those of earlier entries of the publication. */
  readonly number: number;
  readonly retention: Retention;
  /** `released` if it is a release. */
  readonly value: unknown;
}

/** A published value is never a symbol, because symbols cannot be copied. */
const released: unique symbol = Symbol('released');

/** A thread that has subscribed a topic. */
interface Recipient {
  readonly to: SubscribedThread;
  /** Number of the first entry that was not sent to it, or less: entries before the first unsent one are not sent. */
  next: number;
}

/** Entries for a thread that was asked to subscribe a topic. */
interface Held {
  /** Requests that it has not confirmed. */
  requests: number;
  entries: Entry[];
}

export interface PublicationsOptions {
  /** Tells the directory that a topic is published here, or that its retention has changed. Only the former is answered. */
  readonly announce: (topic: string, retention: Retention) => void;
  /** Tells the directory that a topic is published here no more. */
  readonly withdraw: (topic: string) => void;
  /** Sends a value to a subscriber. */
  readonly send: (to: SubscribedThread, topic: string, value: unknown, retention: Retention) => void;
  /** Tells a subscriber that the newest value is released. */
  readonly release: (thread: ThreadId, topic: string) => void;
  /** Told of a topic that this thread and another one publish, although one of the two retains its newest value. */
  readonly onContest: (topic: string, other: ThreadId) => void;
  /** Whether values for a thread go by the channel of a worker's tasks and results, so that they can be sent before these. */
  readonly goesWithTasks: (thread: ThreadId) => boolean;
  /** Has `commit` called at the end of the turn. */
  readonly commitSoon: () => void;
}

/** What a thread publishes. */
export class Publications implements BrokerToPublisher {
  #options: PublicationsOptions;
  #publications: Map<string, Publication> = new Map();
  #changed: Set<string> = new Set();
  #aheadOfTasks: Set<string> = new Set(); // the changed topics of which something may have to be sent before the next task
  #held: Map<string, Map<ThreadId, Held>> = new Map(); // by topic

  constructor(options: PublicationsOptions) {
    this.#options = options;
  }

  /** Tells a directory that knows nothing of it what is published here. */
  introduce(): void {
    for (const [topic, publication] of this.#publications) {
      publication.subscribers = undefined;
      publication.main.next = 0;
      if (isUncommitted(publication)) this.#change(topic);
      this.#options.announce(topic, publication.retention);
    }
  }

  /** The session is over, and so is what was published in it. */
  end(): void {
    this.#publications.clear();
    this.#changed.clear();
    this.#aheadOfTasks.clear();
    this.#held.clear();
  }

  /**
   * `commit` will send the value, which nobody may change: late subscribers get it as well. Throws a TypeError if the topic has the other retention and was
   * not unpublished.
   */
  publish(topic: string, value: unknown, retention: Retention): void {
    const publication = this.#declare(topic, retention);
    publication.isEnding = false;
    publication.newest = retention === 'newest' ? value : undefined;
    this.#add(topic, publication, value);
  }

  /** Releases a topic with the next commit, after what was published has been sent. */
  unpublish(topic: string): void {
    const publication = this.#publications.get(topic);
    if (publication === undefined || publication.isEnding) return;
    if (publication.retention === 'newest') {
      this.#holdNewest(topic, publication);
      this.#add(topic, publication, released);
    } else this.#change(topic);
    publication.isEnding = true;
  }

  #add(topic: string, publication: Publication, value: unknown): void {
    const { retention, unsent } = publication;
    addEntry(unsent, { number: publication.nextNumber++, retention, value });
    this.#change(topic);
  }

  /**
   * Sends what was published since the last commit; to be called at the end of a turn, never within a commit. Subscribers of this thread are called
   * meanwhile. They may publish, which the next commit sends: so each value is sent to all subscribers before the next one. They may also end the
   * session.
   */
  commit(): void {
    const changed = [...this.#changed];
    for (const topic of changed) {
      const publication = this.#publications.get(topic);
      if (publication === undefined) continue;
      this.#sendWithTasks(topic, publication); // before a callback of this thread can submit a task
      this.#changed.delete(topic);
      if (publication.subscribers === undefined) continue; // the directory's answer is under way, and has it committed again
      this.#sendToOthers(topic, publication);
      const isSent = publication.unsent.length === 0 && !this.#holdsEntries(topic);
      if (publication.isEnding && isSent) this.#end(topic, publication);
    }
  }

  /**
   * Sends what was published to the threads that get it by the channel of tasks and results, before the next of these. Calls no subscriber. Each call looks
   * only at the topics that have changed since the last one: there may be many calls in a turn.
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
      if (!this.#options.goesWithTasks(thread) || this.#mustWait(topic, thread, unsent)) continue;
      this.#sendTo(subscriber.to, topic, takeUnsent(publication, subscriber));
    }
  }

  #sendToOthers(topic: string, publication: Publication): void {
    const { unsent } = publication;
    const subscribers = publication.subscribers!;
    for (const [thread, held] of this.#held.get(topic) ?? []) {
      const subscriber = subscribers.get(thread);
      if (this.#mustWait(topic, thread, unsent)) {
        const entries = subscriber === undefined ? unsent : takeUnsent(publication, subscriber);
        for (const entry of entries) addEntry(held.entries, entry);
      } else held.entries = []; // a newer value stands for them
    }
    const sending = [...subscribers.values()].map(
      (subscriber) => [subscriber.to, takeUnsent(publication, subscriber)] as const,
    );
    publication.unsent = [];
    for (const [to, entries] of sending) this.#sendTo(to, topic, entries);
  }

  #sendTo(to: SubscribedThread, topic: string, entries: readonly Entry[]): void {
    for (const { retention, value } of entries) {
      if (value === released) this.#options.release(to[0], topic);
      else this.#options.send(to, topic, value, retention);
    }
  }

  // Values that are not retained wait for a thread, and so do releases and what follows them. A newest value need not wait: a late subscriber gets it.
  #mustWait(topic: string, thread: ThreadId, unsent: readonly Entry[]): boolean {
    const entries = this.#held.get(topic)?.get(thread)?.entries;
    if (entries === undefined) return false;
    if (entries.some(isNotRetained) || unsent.some(isNotRetained)) return true; // one of the first three, if any
    return (unsent.at(-1) ?? entries.at(-1))?.value === released;
  }

  // A thread that subscribes after the release gets no newest value. If it was asked to subscribe before, the value waits for it from now on.
  #holdNewest(topic: string, { newest, nextNumber, retention, subscribers, unsent }: Publication): void {
    if (unsent.length > 0) return; // the last of them is the newest value
    for (const [thread, { entries }] of this.#held.get(topic) ?? []) {
      if (subscribers?.has(thread) !== true)
        addEntry(entries, { number: nextNumber - 1, retention, value: newest });
    }
  }

  #holdsEntries(topic: string): boolean {
    const held = this.#held.get(topic);
    return held !== undefined && [...held.values()].some(({ entries }) => entries.length > 0);
  }

  /**
   * A thread was asked to subscribe a topic. Until it has confirmed that, values wait for it here: the number of its subscription is not known
   * before. The newest value need not wait as long as the topic is published, since a late subscriber gets it.
   */
  expect(topic: string, thread: ThreadId): void {
    const held = this.#held.get(topic) ?? new Map<ThreadId, Held>();
    this.#held.set(topic, held);
    const one = held.get(thread);
    if (one === undefined) held.set(thread, { requests: 1, entries: [] });
    else one.requests++;
  }

  /** A thread has subscribed a topic as it was asked to. */
  confirmed(topic: string, thread: ThreadId): void {
    const held = this.#held.get(topic)?.get(thread);
    if (held === undefined || --held.requests > 0) return;
    this.#forgetHeld(topic, thread);
    const publication = this.#publications.get(topic);
    if (publication !== undefined && isUncommitted(publication)) this.#aheadOfTasks.add(topic);
    const subscriber = publication?.subscribers?.get(thread);
    if (subscriber === undefined) return; // it has unsubscribed meanwhile
    this.#sendTo(subscriber.to, topic, held.entries);
  }

  /** A thread is no more. */
  gone(thread: ThreadId): void {
    for (const [topic, held] of this.#held) if (held.has(thread)) this.#forgetHeld(topic, thread);
  }

  #forgetHeld(topic: string, thread: ThreadId): void {
    const held = this.#held.get(topic)!;
    held.delete(thread);
    if (held.size > 0) return;
    this.#held.delete(topic);
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
    if (publication?.subscribers === undefined) return; // it was withdrawn meanwhile
    const { isEnding, newest, retention, subscribers, unsent } = publication;
    const to: SubscribedThread = [thread, subscription];
    subscribers.set(thread, { to, next: 0 });
    if (isUncommitted(publication)) this.#aheadOfTasks.add(topic);
    // What is unsent or held it gets later.
    if (retention === 'all' || isEnding || this.#mustWait(topic, thread, unsent)) return;
    if (unsent.length === 0) this.#options.send(to, topic, newest, retention);
  }

  contested(topic: string, other: ThreadId, itsRetention: Retention | undefined): void {
    const publication = this.#publications.get(topic);
    // Before the directory's answer this is about the publication before.
    if (publication?.subscribers === undefined || publication.isEnding) return;
    if (publication.retention === 'newest' || itsRetention === 'newest')
      this.#options.onContest(topic, other);
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
    this.#changed.delete(topic); // a subscriber may have released it during the commit
    this.#aheadOfTasks.delete(topic);
    this.#options.withdraw(topic);
  }
}

/** Whether `commit` has something to send, or to end. */
function isUncommitted({ isEnding, unsent }: Publication): boolean {
  return isEnding || unsent.length > 0;
}

function isNotRetained({ retention }: Entry): boolean {
  return retention === 'all';
}

/** Adds what is published last. A newest value stands for those before it, and for their release. */
function addEntry(entries: Entry[], entry: Entry): void {
  if (entry.retention === 'newest' && entry.value !== released)
    while (entries.at(-1)?.retention === 'newest') entries.pop();
  entries.push(entry);
}

/** The entries that a subscriber has not got, which count as sent to it from now on. */
function takeUnsent({ nextNumber, unsent }: Publication, subscriber: Recipient): readonly Entry[] {
  let from = unsent.length;
  while (from > 0 && unsent[from - 1]!.number >= subscriber.next) from--;
  subscriber.next = nextNumber;
  return from === 0 ? unsent : unsent.slice(from);
}

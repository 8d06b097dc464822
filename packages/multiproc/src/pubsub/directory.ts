import type { TellTo } from '../transport/telegraph.ts';
import type { Retention } from './publications.ts';

/** A thread, as others call it: 0 is the one that started the workers. No two of a session are ever called the same. */
export type Site = number;

/** The thread that started the workers, which has the directory. */
export const mainSite: Site = 0;

/** Stands for the subscription that the main thread had when a topic was announced. No subscription has this number. */
export const atAnnouncement = 0;

/**
 * A thread that has subscribed a topic, and which of its subscriptions that is. Values that were sent for an earlier one may arrive during a later
 * one.
 */
export type SubscribedSite = readonly [site: Site, subscription: number];

/** What the directory tells a publisher. */
export interface PublisherNews {
  /** This topic has these subscribers; the answer to an announcement. */
  subscribers(topic: string, subscribers: readonly SubscribedSite[]): void;
  /** One more; it gets what the topic is now. */
  joined(topic: string, site: Site, subscription: number): void;
  left(topic: string, site: Site): void;
  /** Another thread publishes this topic as well, although one of the two retains its newest value. */
  contested(topic: string, site: Site, itsRetention: Retention | undefined): void;
}

interface Publisher {
  /** Undefined for a table. */
  readonly retention: Retention | undefined;
  /** The subscription of the main thread when it announced the topic; undefined if there was none. */
  readonly main: number | undefined;
}

interface Topic {
  readonly publishers: Map<Site, Publisher>;
  /** With the numbers of their subscriptions. */
  readonly subscribers: Map<Site, number>;
}

/**
 * Who publishes what to whom (the central publish-subscribe unit of DOHA, WWW'12 §2.2.3). Only that goes through the thread that has it:
 * what is published goes straight from publisher to subscriber.
 */
export class Directory {
  #topics: Map<string, Topic> = new Map();
  #tell: TellTo<Site, PublisherNews>;

  /** `tell` brings news to a publisher, in the order in which it is told. */
  constructor(tell: TellTo<Site, PublisherNews>) {
    this.#tell = tell;
  }

  /** How many topics somebody publishes or subscribes. */
  get topics(): number {
    return this.#topics.size;
  }

  /** The subscription that the main thread had when `site` announced a topic; undefined if there was none, or if it was withdrawn. */
  mainSubscription(site: Site, name: string): number | undefined {
    return this.#topics.get(name)?.publishers.get(site)?.main;
  }

  /** A thread publishes a topic from now on, or with another retention than before. Only the former is answered: of later subscribers it is told. */
  announce(site: Site, name: string, retention?: Retention): void {
    const topic = this.#topicOf(name);
    const before = topic.publishers.get(site);
    for (const [other, { retention: itsRetention }] of topic.publishers) {
      // The other one may have stopped, of which it has not been heard. It knows.
      if (other !== site && (retention === 'newest' || itsRetention === 'newest'))
        this.#tell(other, 'contested', [name, site, retention]);
    }
    const { main } = before ?? { main: topic.subscribers.get(mainSite) };
    topic.publishers.set(site, { retention, main });
    if (before === undefined) this.#tell(site, 'subscribers', [name, [...topic.subscribers]]);
  }

  /** A thread publishes a topic no more. */
  withdraw(site: Site, name: string): void {
    const topic = this.#topicOf(name);
    topic.publishers.delete(site);
    this.#forget(name, topic);
  }

  subscribe(site: Site, name: string, subscription: number): void {
    const topic = this.#topicOf(name);
    topic.subscribers.set(site, subscription);
    for (const publisher of topic.publishers.keys())
      this.#tell(publisher, 'joined', [name, site, subscription]);
  }

  unsubscribe(site: Site, name: string): void {
    const topic = this.#topicOf(name);
    topic.subscribers.delete(site);
    for (const publisher of topic.publishers.keys()) this.#tell(publisher, 'left', [name, site]);
    this.#forget(name, topic);
  }

  /** A thread is no more. */
  leave(site: Site): void {
    for (const [name, topic] of this.#topics) {
      topic.publishers.delete(site);
      if (topic.subscribers.has(site)) this.unsubscribe(site, name);
      this.#forget(name, topic);
    }
  }

  #topicOf(name: string): Topic {
    let topic = this.#topics.get(name);
    if (topic === undefined)
      this.#topics.set(name, (topic = { publishers: new Map(), subscribers: new Map() }));
    return topic;
  }

  #forget(name: string, topic: Topic): void {
    const { publishers, subscribers } = topic;
    if (publishers.size + subscribers.size === 0 && this.#topics.get(name) === topic)
      this.#topics.delete(name);
  }
}

import type { PublisherNews, Site } from './directory.ts';

/**
 * What of a topic must come to subscribers. `newest`: what it is, once each turn at the most; who subscribes late is told what it is then.
 * `all`: each thing that was published, from the subscription on.
 */
export type Keep = 'newest' | 'all';

interface Publication {
  readonly keep: Keep;
  /** Undefined until the directory has told. */
  subscribers: Set<Site> | undefined;
  newest: unknown;
  /** Published and not yet sent. */
  unsent: unknown[];
}

export interface PublicationsOptions {
  /** Tells the directory that a topic is published here. */
  readonly announce: (topic: string) => void;
  /** Sends a value to a subscriber. */
  readonly send: (site: Site, topic: string, value: unknown, keep: Keep) => void;
}

/** What a thread publishes. */
export class Publications implements PublisherNews {
  #options: PublicationsOptions;
  #publications: Map<string, Publication> = new Map();
  #changed: Set<string> = new Set();

  constructor(options: PublicationsOptions) {
    this.#options = options;
  }

  /** Tells a directory that knows nothing of it what is published here. */
  introduce(): void {
    for (const [topic, publication] of this.#publications) {
      publication.subscribers = undefined;
      this.#options.announce(topic);
    }
  }

  /** Takes a value that `commit` will send. Throws a TypeError if the topic was published in the other way. */
  publish(topic: string, value: unknown, keep: Keep): void {
    let publication = this.#publications.get(topic);
    if (publication === undefined) {
      publication = { keep, subscribers: undefined, newest: undefined, unsent: [] };
      this.#publications.set(topic, publication);
      this.#options.announce(topic);
    }
    if (publication.keep !== keep) {
      throw new TypeError(`publish: ${topic} must keep ${publication.keep} as before, got ${keep}`);
    }
    if (keep === 'newest') publication.unsent.length = 0;
    publication.newest = keep === 'newest' ? value : undefined;
    publication.unsent.push(value);
    this.#changed.add(topic);
  }

  /** Sends what was published since the last commit; to be called at the end of a turn. */
  commit(): void {
    for (const topic of this.#changed) {
      const { keep, subscribers, unsent } = this.#publications.get(topic)!;
      if (subscribers === undefined) continue; // the directory's answer is under way
      this.#changed.delete(topic);
      for (const site of subscribers)
        for (const value of unsent) this.#options.send(site, topic, value, keep);
      unsent.length = 0;
    }
  }

  subscribers(topic: string, sites: readonly Site[]): void {
    this.#publications.get(topic)!.subscribers = new Set(sites);
    this.commit();
  }

  joined(topic: string, site: Site): void {
    const { keep, newest, subscribers, unsent } = this.#publications.get(topic)!;
    subscribers!.add(site);
    // What is unsent it gets with the next commit.
    if (keep === 'newest' && unsent.length === 0) this.#options.send(site, topic, newest, keep);
  }

  left(topic: string, site: Site): void {
    this.#publications.get(topic)!.subscribers?.delete(site);
  }
}

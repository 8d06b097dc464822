import { deliver } from '../transport/telegraph.ts';
import { atAnnouncement, Directory, type Site } from './directory.ts';
import { Publications } from './publications.ts';
import { type Subscriber, Subscriptions } from './subscriptions.ts';

export interface Thread {
  readonly publications: Publications;
  readonly subscriptions: Subscriptions;
}

/** Threads that publish and subscribe; channels between them, each in order, with delays that the test chooses. 0 has the directory. */
export class Session {
  readonly directory: Directory;
  readonly threads: Thread[];
  /** Topics that two threads publish, although one of them retains the newest value. */
  readonly contests: (readonly [topic: string, publisher: Site, other: Site])[] = [];
  readonly #subscribed: Set<string> = new Set();
  readonly #channels: Map<string, (() => void)[]> = new Map();
  /** Threads that have something to commit. */
  readonly #uncommitted: Set<Site> = new Set();

  readonly #isMainDirect: boolean;

  /** `isMainDirect`: what thread 0 and the directory tell one another has no delay, as they are in one thread. */
  constructor(count: number, isMainDirect = false) {
    this.#isMainDirect = isMainDirect;
    this.directory = new Directory((site, name, args) =>
      this.#queue(`directory>${site}`, () => deliver([this.threads[site]!.publications], name, args)),
    );
    this.threads = Array.from({ length: count }, (_, site) => ({
      publications: new Publications({
        announce: (...publication) =>
          this.#send(site, 0, () => this.directory.announce(site, ...publication)),
        withdraw: (topic) => this.#send(site, 0, () => this.directory.withdraw(site, topic)),
        send: ([to, subscription], topic, value, retention) =>
          this.#send(site, to, () => {
            const isKnown = subscription !== atAnnouncement;
            const number = isKnown ? subscription : this.directory.mainSubscription(site, topic);
            const { subscriptions } = this.threads[to]!;
            if (number !== undefined)
              subscriptions.deliver(topic, value, retention === 'newest', site, number);
          }),
        release: (to, topic) =>
          this.#send(site, to, () => this.threads[to]!.subscriptions.release(topic, site)),
        onContest: (topic, other) => this.contests.push([topic, site, other]),
        goesWithTasks: (to) => (site === 0) !== (to === 0),
        commitSoon: () => this.#uncommitted.add(site),
      }),
      subscriptions: new Subscriptions({
        subscribe: (...subscription) =>
          this.#send(site, 0, () => {
            this.#subscribed.add(`${site} ${subscription[0]}`);
            this.directory.subscribe(site, ...subscription);
          }),
        unsubscribe: (topic) => this.#send(site, 0, () => this.directory.unsubscribe(site, topic)),
        onError: (error) => {
          throw error;
        },
      }),
    }));
  }

  /** Whether the directory knows that a thread has subscribed a topic. */
  isSubscribed(site: Site, topic: string): boolean {
    return this.#subscribed.has(`${site} ${topic}`);
  }

  deliver(which: number): boolean {
    const channels = [...this.#channels.values()].filter(({ length }) => length > 0);
    channels[which % channels.length]?.shift()!();
    return channels.length > 0;
  }

  commit(site: Site): void {
    if (this.#uncommitted.delete(site)) this.threads[site]!.publications.commit();
  }

  settle(): void {
    do {
      for (const site of this.#uncommitted) this.commit(site);
      while (this.deliver(0));
    } while (this.#uncommitted.size > 0);
  }

  /** Delivers the first message of a channel. */
  deliverOn(channel: string): void {
    this.#channels.get(channel)!.shift()!();
  }

  #send(from: Site, to: Site, message: () => void): void {
    // What concerns the directory and what is published go different ways.
    this.#queue(`${from}>${to}${to === 0 ? '' : ' data'}`, message);
  }

  /** Thread 0 asks a worker to subscribe a topic. */
  ask(worker: Site, topic: string, subscriber: Subscriber): void {
    this.threads[0]!.publications.expect(topic, worker);
    this.#send(0, worker, () => {
      this.threads[worker]!.subscriptions.subscribe(topic, subscriber);
      this.#send(worker, 0, () => this.threads[0]!.publications.confirmed(topic, worker));
    });
  }

  /** A task for a worker, behind all that thread 0 sends it before. `run` is called when it arrives. */
  submit(worker: Site, run: () => void): void {
    this.threads[0]!.publications.commitBeforeTasks();
    this.#send(0, worker, run);
  }

  /** A task of a worker ends, behind all that the worker has published. `resolve` is called when its result arrives. */
  endTask(worker: Site, resolve: () => void): void {
    this.threads[worker]!.publications.commitBeforeTasks();
    this.#send(worker, 0, resolve);
  }

  #queue(channel: string, message: () => void): void {
    if (this.#isMainDirect && (channel === '0>0' || channel === 'directory>0')) return message();
    if (!this.#channels.has(channel)) this.#channels.set(channel, []);
    this.#channels.get(channel)!.push(message);
  }
}

/** What a thread publishes. `send` is called with each value that is sent; `commitSoon` has no effect. */
export function recordPublisher(
  send: (publications: Publications, topic: string, value: unknown, to: Site) => void,
): {
  readonly publications: Publications;
  readonly did: string[];
} {
  const did: string[] = [];
  const publications: Publications = new Publications({
    announce: (topic) => did.push(`announce ${topic}`),
    withdraw: (topic) => did.push(`withdraw ${topic}`),
    send: ([to], topic, value) => {
      did.push(`send ${topic} ${String(value)} to ${to}`);
      send(publications, topic, value, to);
    },
    release: (to, topic) => did.push(`release ${topic} to ${to}`),
    onContest: () => {},
    goesWithTasks: () => false,
    commitSoon: () => {},
  });
  return { did, publications };
}

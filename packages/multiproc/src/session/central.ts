import { Barrier } from './barrier.ts';
import { canShareMemory } from '../transport/shared-memory.ts';
import { deliver, type Tell } from '../transport/telegraph.ts';
import { atAnnouncement, Directory, mainSite as main, type Site as SiteIndex } from '../pubsub/directory.ts';
import { type IdRange, type IdRanges, rangesOfThread } from './identity.ts';
import { nameOfPlace, type Place } from './place.ts';
import { Registry } from '../entities/registry.ts';
import type { PeerNews } from './link.ts';
import { type CentralNews, Site, type SiteNews } from './site.ts';

/** The thread that starts workers: it has the directories, and a part of its own in what they share. */
export class Central {
  /** The part of this thread, which is 0. */
  readonly site: Site;
  #sites: Map<SiteIndex, Tell<SiteNews>> = new Map();
  #ends: Map<SiteIndex, (reason: Error) => void> = new Map();
  #siteAt: Map<Place, SiteIndex> = new Map([['main', main]]);
  #vacated: Set<Place> = new Set(); // places whose workers were lost, until the next ones are there
  #directory: Directory = new Directory((site, ...told) => this.#sites.get(site)!(...told));
  #registries: Map<string, Registry> = new Map();
  #ranges: IdRanges;
  #rangesOf: Map<SiteIndex, number> = new Map(); // how many it has had
  #places: Map<SiteIndex, Place> = new Map([[main, 'main']]);
  #leaving: Set<SiteIndex> = new Set(); // threads that are no more, which others may not know yet
  #barrier: Barrier = new Barrier(
    () => this.#sites.keys(),
    (site) => this.#sites.get(site)!('pass', []),
  );
  #joined = 0;
  #began = performance.timeOrigin + performance.now();

  #openChannel: () => Pick<MessageChannel, 'port1' | 'port2'>;

  /** `openChannel` makes the channels between threads. `ranges` hands out the ids, by default no id of another pool that this thread has started. */
  constructor(
    onError: (error: unknown) => void,
    openChannel: () => Pick<MessageChannel, 'port1' | 'port2'> = () => new MessageChannel(),
    canShare: boolean = canShareMemory(),
    ranges: IdRanges = rangesOfThread,
  ) {
    this.#ranges = ranges;
    this.#openChannel = openChannel;
    const told = this.from(main);
    // As in workers, an entity never leaves within the call that asks for it, which may be in the middle of an update.
    const migrate: CentralNews['migrate'] = (...asked) => queueMicrotask(() => told.migrate(...asked));
    const here = [{ ...told, migrate }];
    this.site = new Site((name, args) => deliver(here, name, args), onError, canShare);
    this.#sites.set(main, (name, args) => deliver(this.site.receivers, name, args));
    this.site.welcome({
      index: main,
      place: 'main',
      ids: this.#takeRange(main),
      began: this.#began,
      others: [],
      leaving: [],
    });
  }

  /** Gets what a thread tells. */
  from(site: SiteIndex): CentralNews {
    return {
      announce: (topic, retention) => this.#directory.announce(site, topic, retention),
      withdraw: (topic) => this.#directory.withdraw(site, topic),
      value: (topic, value, isRetained, subscription) => {
        const isKnown = subscription !== atAnnouncement;
        const number = isKnown ? subscription : this.#directory.mainSubscription(site, topic);
        if (number !== undefined) this.site.value(topic, value, isRetained, site, number);
      },
      released: (topic) => this.site.released(topic, site),
      peer: (name, ...args) => this.site.fromPeer(name, args),
      listening: (topic) => this.site.confirmListener(topic, site),
      subscribe: (topic, subscription) => this.#directory.subscribe(site, topic, subscription),
      unsubscribe: (topic) => this.#directory.unsubscribe(site, topic),
      wantIds: () => this.#sites.get(site)!('ids', [this.#takeRange(site)]),
      passed: () => this.#barrier.passed(site),
      couldNotRead: (peer) => this.#couldNotRead(site, peer),
      ofKind: (kind, name, ...args) => deliver([this.#registryOf(kind).newsFrom(site)], name, args),
      migrate: (kind, id, to) => this.#migrate(site, kind, id, to),
    };
  }

  /**
   * The worker at a place takes part from now on. Returns what the others call it: no other one was or will be called so, so that
   * what is meant for one that has gone never comes to the one in its place. `tell` sends messages at the end of the turn, in order with its tasks.
   * `end` ends the worker. `tellNow` sends a message, or copies its objects, before the caller can change them.
   */
  join(
    place: Place,
    tell: Tell<SiteNews & PeerNews>,
    end: (reason: Error) => void = () => {},
    tellNow: Tell<PeerNews> = tell,
  ): SiteIndex {
    const site = ++this.#joined;
    const [ids, began, leaving] = [this.#takeRange(site), this.#began, [...this.#leaving]];
    const others = [...this.#sites.keys()];
    tell('welcome', [{ index: site, place, ids, began, others, leaving }]);
    this.site.linkWorker(site, { place, tell, tellNow, flush: () => {}, close: () => {} });
    for (const [other, tellOther] of this.#sites) {
      if (other === main) continue;
      const { port1, port2 } = this.#openChannel();
      tellOther('link', [site, place, port1], [port1]);
      tell('link', [other, this.#places.get(other)!, port2], [port2]);
    }
    this.#sites.set(site, tell);
    this.#ends.set(site, end);
    this.#siteAt.set(place, site);
    this.#vacated.delete(place);
    this.#places.set(site, place);
    return site;
  }

  /** The worker at a place was asked to subscribe a topic. What this thread publishes from now on waits until it has. */
  expectListener(place: Place, topic: string): void {
    const site = this.#siteAt.get(place);
    if (site !== undefined) this.site.expectListener(topic, site);
  }

  /** A worker is no more. */
  leave(site: SiteIndex): void {
    const place = this.#places.get(site)!;
    this.#sites.delete(site);
    this.#ends.delete(site);
    this.#places.delete(site);
    this.#rangesOf.delete(site);
    if (this.#siteAt.get(place) === site) {
      this.#siteAt.delete(place);
      this.#vacated.add(place);
    }
    this.#directory.leave(site);
    // They read what it has sent them before they are asked for its entities.
    for (const tell of this.#sites.values()) tell('unlink', [site]);
    for (const registry of this.#registries.values()) registry.leave(site);
    this.#leaving.add(site);
    this.#barrier.passed(site);
    this.#barrier.after(() => this.#forget(site));
  }

  // The thread that has sent the message is ended. The reader takes no more of it, as if it had died before.
  #couldNotRead(site: SiteIndex, peer: SiteIndex): void {
    const reader = nameOfPlace(this.#places.get(site));
    this.#ends.get(peer)?.(new Error(`it sent ${reader} a message that cannot be read`));
  }

  // All threads know now that it is no more.
  #forget(site: SiteIndex): void {
    this.#leaving.delete(site);
    for (const tell of this.#sites.values()) tell('forget', [site]);
  }

  #takeRange(site: SiteIndex): IdRange {
    const had = this.#rangesOf.get(site) ?? 0;
    const range = this.#ranges.take(had);
    this.#rangesOf.set(site, had + 1);
    return range;
  }

  #migrate(from: SiteIndex, kind: string, id: number, to: Place): void {
    const site = this.#siteAt.get(to);
    if (site !== undefined) return this.#registryOf(kind).request(id, { site, place: to }, from);
    if (this.#vacated.has(to)) return; // the loss of the worker is reported, and the entity stays where it is
    const problem = `${nameOfPlace(to)} must be there, ${id} of ${kind} cannot move`;
    this.#sites.get(from)!('ofKind', [kind, 'unmoved', problem]);
  }

  #registryOf(kind: string): Registry {
    let registry = this.#registries.get(kind);
    if (registry === undefined) {
      registry = new Registry({
        kind,
        // A host of this thread may be called while a worker leaves, and name an entity of that worker.
        tell: (site, name, args) => this.#sites.get(site)?.('ofKind', [kind, name, ...args]),
        afterBarrier: (callback) => this.#barrier.after(callback),
      });
      this.#registries.set(kind, registry);
    }
    return registry;
  }
}

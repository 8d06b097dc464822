import { canShareMemory } from '../channel/shared-memory.ts';
import { deliver, type Tell } from '../channel/telegraph.ts';
import { Directory, type Site as SiteIndex } from './directory.ts';
import type { Place } from './entities.ts';
import { IdRanges } from './identity.ts';
import { Registry } from './registry.ts';
import { type CentralNews, Site, type SiteNews } from './site.ts';

const main: SiteIndex = 0;

/** The thread that starts workers: it has the directories, and a part of its own in what they share. */
export class Central {
  /** The part of this thread, which is 0. */
  readonly site: Site;
  #sites: Map<SiteIndex, Tell<SiteNews>> = new Map();
  #siteAt: Map<Place, SiteIndex> = new Map([['main', main]]);
  #directory: Directory = new Directory((site, ...told) => this.#sites.get(site)!(...told));
  #registries: Map<string, Registry> = new Map();
  #ranges = new IdRanges();
  #joined = 0;
  #began = performance.timeOrigin + performance.now();

  #openChannel: () => Pick<MessageChannel, 'port1' | 'port2'>;

  /** `openChannel` makes the channels between threads. */
  constructor(
    onError: (error: unknown) => void,
    openChannel: () => Pick<MessageChannel, 'port1' | 'port2'> = () => new MessageChannel(),
    canShare: boolean = canShareMemory(),
  ) {
    this.#openChannel = openChannel;
    const here = [this.from(main)];
    this.site = new Site((name, args) => deliver(here, name, args), onError, canShare);
    this.#sites.set(main, (name, args) => deliver(this.site.receivers, name, args));
    this.site.welcome(main, this.#ranges.take(), this.#began);
  }

  /** Gets what a thread tells. */
  from(site: SiteIndex): CentralNews {
    return {
      announce: (topic) => this.#directory.announce(site, topic),
      withdraw: (topic) => this.#directory.withdraw(site, topic),
      subscribe: (topic) => this.#directory.subscribe(site, topic),
      unsubscribe: (topic) => this.#directory.unsubscribe(site, topic),
      wantIds: () => this.#sites.get(site)!('ids', [this.#ranges.take()]),
      ofKind: (kind, name, ...args) => deliver([this.#registryOf(kind).newsFrom(site)], name, args),
      migrate: (kind, id, to) => {
        const target = this.#siteAt.get(to);
        if (target !== undefined) this.#registryOf(kind).migrate(id, target);
      },
    };
  }

  /**
   * The worker at a place takes part from now on. Returns what the others call it: no other one was or will be called so, so that
   * what is meant for one that has gone never comes to the one in its place.
   */
  join(place: Place, tell: Tell<SiteNews>): SiteIndex {
    const site = ++this.#joined;
    tell('welcome', [site, this.#ranges.take(), this.#began]);
    for (const [other, tellOther] of this.#sites) {
      const { port1, port2 } = this.#openChannel();
      tellOther('link', [site, port1], [port1]);
      tell('link', [other, port2], [port2]);
    }
    this.#sites.set(site, tell);
    this.#siteAt.set(place, site);
    return site;
  }

  /** A worker is no more. */
  leave(site: SiteIndex): void {
    this.#sites.delete(site);
    this.#directory.leave(site);
    for (const registry of this.#registries.values()) registry.leave(site);
    for (const tell of this.#sites.values()) tell('unlink', [site]);
  }

  #registryOf(kind: string): Registry {
    let registry = this.#registries.get(kind);
    if (registry === undefined) {
      registry = new Registry((site, name, args) => this.#sites.get(site)!('ofKind', [kind, name, ...args]));
      this.#registries.set(kind, registry);
    }
    return registry;
  }
}

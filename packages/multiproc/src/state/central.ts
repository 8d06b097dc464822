import { Directory, type Site as SiteIndex } from './directory.ts';
import { IdRanges } from './identity.ts';
import { type CentralNews, Site, type SiteNews } from './site.ts';

/** The thread that starts workers: it has the directories, and a part of its own in what they share. */
export class Central {
  /** The part of this thread, which is 0. */
  readonly site: Site;
  #sites: Map<SiteIndex, SiteNews> = new Map();
  #directory: Directory = new Directory((site) => this.#sites.get(site)!);
  #ranges = new IdRanges();
  #joined = 0;
  #began = performance.timeOrigin + performance.now();

  constructor(onError: (error: unknown) => void) {
    this.site = new Site(this.from(0), onError);
    this.#sites.set(0, this.site);
    this.site.welcome(0, this.#ranges.take(), this.#began);
  }

  /** What a thread can tell. */
  from(site: SiteIndex): CentralNews {
    return {
      announce: (topic) => this.#directory.announce(site, topic),
      subscribe: (topic) => this.#directory.subscribe(site, topic),
      unsubscribe: (topic) => this.#directory.unsubscribe(site, topic),
      wantIds: () => this.#sites.get(site)!.ids(this.#ranges.take()),
    };
  }

  /**
   * A worker takes part from now on, which is told by `news`. Returns what the others call it: no other one was or will be called so, so that
   * what is meant for one that has gone never comes to the one in its place.
   */
  join(news: SiteNews): SiteIndex {
    const site = ++this.#joined;
    news.welcome(site, this.#ranges.take(), this.#began);
    for (const [other, theirs] of this.#sites) {
      const { port1, port2 } = new MessageChannel();
      theirs.link(site, port1);
      news.link(other, port2);
    }
    this.#sites.set(site, news);
    return site;
  }

  /** A worker is no more. */
  leave(site: SiteIndex): void {
    this.#sites.delete(site);
    this.#directory.leave(site);
    for (const news of this.#sites.values()) news.unlink(site);
  }
}

import type { Site } from '../pubsub/directory.ts';

/**
 * Calls back when every thread has answered a question. What a thread told before the question is known then, and what it was told before has
 * reached it, because channels keep their order. Threads that are started meanwhile are not asked.
 */
export class Barrier {
  #sites: () => Iterable<Site>;
  #ask: (site: Site) => void;
  #waiting: (() => void)[] = []; // for the next round
  #running: (() => void)[] = [];
  #unanswered: Set<Site> | undefined; // undefined between rounds

  /** `sites`: the threads that are there. `ask` sends one of them the question, which it answers once. */
  constructor(sites: () => Iterable<Site>, ask: (site: Site) => void) {
    this.#sites = sites;
    this.#ask = ask;
  }

  /** Calls back after a round of answers that begins now or later. */
  after(callback: () => void): void {
    this.#waiting.push(callback);
    if (this.#unanswered === undefined) this.#begin();
  }

  /** A thread has answered, or is no more. */
  passed(site: Site): void {
    if (this.#unanswered?.delete(site) !== true || this.#unanswered.size > 0) return;
    const callbacks = this.#running;
    this.#unanswered = undefined;
    if (this.#waiting.length > 0) this.#begin();
    for (const callback of callbacks) callback();
  }

  // One round at a time: what comes meanwhile shares the next one.
  #begin(): void {
    const sites = [...this.#sites()];
    this.#running = this.#waiting;
    this.#waiting = [];
    this.#unanswered = new Set(sites);
    for (const site of sites) this.#ask(site);
  }
}

import type { Entry } from './entities/entity-list.ts';

/**
 * Compares the time that updates have received with the simulated time of the same entities, both in ms. The time of a window is counted for all entities
 * together, at its end.
 */
export class PaceMeter<E extends object> {
  /** Sum of the times that updates have received. */
  receivedTime = 0;

  #simulatedTime = 0;
  #exclusions: Entry<E>[] = []; // entries with `excluded` time in this window

  /** Received time / simulated time; undefined before any time was simulated. */
  get pace(): number | undefined {
    return this.#simulatedTime > 0 ? this.receivedTime / this.#simulatedTime : undefined;
  }

  /** Counts simulated time of one entity. */
  add(time: number): void {
    this.#simulatedTime += time;
  }

  /** Excludes the first `time` ms of the window for `entry`, which was added after that time. */
  exclude(entry: Entry<E>, time: number): void {
    if (entry.excluded === 0) this.#exclusions.push(entry);
    entry.excluded += time;
  }

  /** Counts the first `time` ms of the window now: `entry` is updated, and may be gone at the end of the window. */
  addEarly(entry: Entry<E>, time: number): void {
    this.add(time);
    this.exclude(entry, time);
  }

  /** Counts the time of the window for an entry that leaves the list now. */
  addLast(entry: Entry<E>, time: number): void {
    this.add(time - entry.excluded);
    entry.excluded = 0;
  }

  /** Counts the time of a window that has ended for this number of entities, minus the excluded time of those that are still listed. */
  endWindow(entities: number, time: number): void {
    this.#simulatedTime += entities * time;
    if (this.#exclusions.length === 0) return;
    for (const entry of this.#exclusions.splice(0)) {
      if (entry.listed !== 1) continue;
      this.add(-entry.excluded);
      entry.excluded = 0;
    }
  }

  /** Removes all entries. */
  clear(): void {
    this.#exclusions = [];
  }
}

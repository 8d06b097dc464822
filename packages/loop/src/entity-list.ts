import type { Queued } from './priority-queue.ts';
import { type Costed, DOUBTFUL } from './burst.ts';

/** An entity's place in a frame: when it was updated, and what an update costs. */
export class Entry<E extends object> implements Queued, Costed {
  readonly entity: E;
  /** Steps that the frame had made at the entity's last update. */
  updatedAt: number;
  /** Whether it is in the list of the current window; {@link WAS_LISTED} while the list is compared. */
  listed: 0 | 1 | typeof WAS_LISTED = 1;
  /** @internal */ slot = 0;
  /** The first update has a burst of its own: its cost is exact from then on. @internal */ cost: number =
    DOUBTFUL;

  constructor(entity: E, updatedAt: number) {
    this.entity = entity;
    this.updatedAt = updatedAt;
  }
}

const WAS_LISTED = 2;

/**
 * The entities of the current window, in the order of the application's list. An entity that is listed again is found again; one that was
 * absent from a window starts anew; one that is listed twice counts once.
 */
export class EntityList<E extends object> {
  /** In the order of the application's list. */
  entries: Entry<E>[] = [];
  // The same, to be compared without a look at every entry, most of which are in no cache.
  #entities: E[] = [];

  #newcomers = 0;
  #refuse: (value: unknown) => void;
  #entryOf: WeakMap<E, Entry<E>> = new WeakMap();

  /** `refuse` is told of members that are no objects. They are left out. */
  constructor(refuse: (value: unknown) => void) {
    this.#refuse = refuse;
  }

  /**
   * Compares with `entities`. New entities count as updated at step `updatedAt`. Returns how many are new. If the iterable throws, the list is
   * empty: its entities are new in the next window.
   */
  refresh(entities: Iterable<E>, updatedAt: number): number {
    this.#newcomers = 0;
    try {
      this.#compare(entities, updatedAt);
    } catch (error) {
      this.clear();
      throw error;
    }
    return this.#newcomers;
  }

  #compare(entities: Iterable<E>, updatedAt: number): void {
    let same = 0;
    let rest: Entry<E>[] | undefined; // the former list from the first difference on
    let next = 0;
    for (const entity of entities) {
      if (rest === undefined) {
        if (same < this.#entities.length && this.#entities[same] === entity) {
          same++;
          continue;
        }
        rest = this.#cut(same);
      }
      // Usually one entity has gone, or one has come, or the last one has taken the place of another one.
      if (rest[next]?.entity !== entity && rest[next + 1]?.entity === entity) next++;
      if (typeof entity !== 'object' || entity === null) {
        this.#refuse(entity);
        continue;
      }
      const known = rest[next]?.entity === entity ? rest[next] : this.#entryOf.get(entity);
      next++;
      this.#list(known ?? this.#create(entity, updatedAt), updatedAt);
    }
    rest ??= this.#cut(same);
    for (const entry of rest) if (entry.listed === WAS_LISTED) entry.listed = 0;
  }

  /** Adds `entity` to the end unless it is listed. Returns its entry, or undefined if it was listed. */
  add(entity: E, updatedAt: number): Entry<E> | undefined {
    const known = this.#entryOf.get(entity);
    if (known?.listed === 1) return undefined;
    this.#list(known ?? this.#create(entity, updatedAt), updatedAt);
    return this.entries.at(-1);
  }

  clear(): void {
    this.entries = [];
    this.#entities = [];
    this.#entryOf = new WeakMap();
  }

  /** Takes the entries from `start` on out of the list, and returns them. */
  #cut(start: number): Entry<E>[] {
    const rest = this.entries.splice(start);
    this.#entities.length = start;
    for (const entry of rest) entry.listed = WAS_LISTED;
    return rest;
  }

  #create(entity: E, updatedAt: number): Entry<E> {
    const entry = new Entry(entity, updatedAt);
    entry.listed = 0;
    this.#entryOf.set(entity, entry);
    return entry;
  }

  #list(entry: Entry<E>, updatedAt: number): void {
    if (entry.listed === 1) return; // twice in the list
    if (entry.listed === 0) {
      entry.updatedAt = updatedAt;
      this.#newcomers++;
    }
    entry.listed = 1;
    this.entries.push(entry);
    this.#entities.push(entry.entity);
  }
}

import type { Queued } from './priority-queue.ts';
import { type Costed, DOUBTFUL } from './burst.ts';
import { isSameList } from './is-same-list.ts';
import { StepList } from './step-list.ts';

/** An entity's place in a frame: when it was updated, and what an update costs. */
export class Entry<E extends object> implements Queued, Costed {
  readonly entity: E;
  /** Steps that the frame had made at the entity's last update; NaN if it has come into the list of those that are updated in each step. */
  updatedAt = 0;
  /** Whether it is in the list of the current window; {@link WAS_LISTED} while the list is compared. */
  listed: 0 | 1 | typeof WAS_LISTED = 0;
  /** Position in the list of the last window; -1 if it was not in that. */
  place = -1;
  /** The reading of the list, by number, in which the entity was missing first. */
  leftIn = 0;
  /** Simulated ms of the current window that do not count for the pace, see `PaceMeter`. */
  excluded = 0;
  /** @internal */ slot = 0;
  /** The first update has a burst of its own: its cost is exact from then on. @internal */ cost: number =
    DOUBTFUL;

  constructor(entity: E) {
    this.entity = entity;
  }
}

const WAS_LISTED = 2;

/** What a list asks of its frame. */
export interface EntityListOwner<E> {
  /** Is told of a member that is no object. It is left out. */
  refuse(value: unknown): void;
  /** The number of steps that the frame had made when a new entity was updated. */
  updatedAt(entity: E): number;
}

/**
 * The entities of the current window, in the order of the application's list. An entity that is listed again is found again; one that was
 * absent from a window starts anew; one that is listed twice counts once. An entity that is updated in each step is left out.
 */
export class EntityList<E extends object> {
  /** In the order of the application's list. */
  entries: Entry<E>[] = [];
  // The same, to be compared without a look at every entry, most of which are in no cache.
  #entities: E[] = [];

  /** Entities that were new at the last {@link refresh}. */
  newcomers = 0;

  /** As many entries from the start have not changed their place since the owner of the list has set this to Infinity. */
  unchanged: number = Infinity;

  #owner: EntityListOwner<E>;
  #always: StepList<E>;
  #entryOf: WeakMap<E, Entry<E>> = new WeakMap();
  #readings = 0;
  #changesOfAlways = 0; // at the last refresh
  #isAlwaysNew = false; // it has changed since the refresh before

  constructor(owner: EntityListOwner<E>, always: StepList<E> = new StepList()) {
    this.#owner = owner;
    this.#always = always;
  }

  /**
   * Compares with `entities`. If the iterable throws, so does this. The entities that it has not given until then stay listed, behind the others: they
   * keep their pending time.
   */
  refresh(entities: Iterable<E>): void {
    const always = this.#always;
    this.#readings++;
    this.newcomers = 0;
    this.#isAlwaysNew = this.#changesOfAlways !== always.changes;
    this.#changesOfAlways = always.changes;
    if (!this.#isAlwaysNew && isSameList(this.#entities, entities)) return;
    let same = 0;
    // The former list from the first difference on. With other entities in `always`, any entity can be different.
    let rest: Entry<E>[] | undefined = this.#isAlwaysNew ? this.#cut(0) : undefined;
    let next = 0;
    try {
      for (const entity of entities) {
        if (rest === undefined) {
          if (same < this.#entities.length && this.#entities[same] === entity) {
            same++;
            continue;
          }
          if (always.has(entity)) continue;
          rest = this.#cut(same);
        }
        // Usually one entity has gone, or one has come, or the last one has taken the place of another one.
        if (rest[next]?.entity !== entity && rest[next + 1]?.entity === entity) next++;
        this.#take(entity, rest[next]);
        next++;
      }
    } catch (error) {
      for (const entry of rest ?? []) this.#list(entry);
      throw error;
    }
    rest ??= this.#cut(same);
    for (const entry of rest) if (entry.listed === WAS_LISTED) this.#leave(entry);
  }

  /** Adds `entity` to the end unless it is listed. Returns its entry, or undefined if it was listed. */
  add(entity: E): Entry<E> | undefined {
    const { length } = this.entries;
    this.#list(this.#entryOf.get(entity) ?? this.#create(entity));
    return this.entries[length];
  }

  /** The entry of `entity`; undefined if it is not listed. */
  find(entity: E): Entry<E> | undefined {
    const entry = this.#entryOf.get(entity);
    return entry?.listed === 0 || Number.isNaN(entry?.updatedAt) ? undefined : entry;
  }

  /** The entry of an `entity` that has left the list at the last {@link refresh}; undefined otherwise. */
  findLeft(entity: E): Entry<E> | undefined {
    const entry = this.#entryOf.get(entity);
    return entry?.listed === 0 && entry.leftIn === this.#readings ? entry : undefined;
  }

  clear(): void {
    this.unchanged = 0;
    this.entries = [];
    this.#entities = [];
    this.#entryOf = new WeakMap();
  }

  /** Takes the entries from `start` on out of the list, and returns them. */
  #cut(start: number): Entry<E>[] {
    this.unchanged = Math.min(this.unchanged, start);
    const rest = this.entries.splice(start);
    this.#entities.length = start;
    for (const entry of rest) entry.listed = WAS_LISTED;
    return rest;
  }

  /** Lists `entity`, of which `likely` may be the entry. */
  #take(entity: E, likely: Entry<E> | undefined): void {
    if (typeof entity !== 'object' || entity === null) return this.#owner.refuse(entity);
    this.#list(likely?.entity === entity ? likely : (this.#entryOf.get(entity) ?? this.#create(entity)));
  }

  #create(entity: E): Entry<E> {
    const entry = new Entry(entity);
    this.#entryOf.set(entity, entry);
    return entry;
  }

  #leave(entry: Entry<E>): void {
    entry.listed = 0;
    if (!Number.isNaN(entry.updatedAt)) entry.leftIn = this.#readings;
  }

  #list(entry: Entry<E>): void {
    if (entry.listed === 1) return; // twice in the list
    const isNewHere = entry.listed === 0 || this.#isAlwaysNew;
    if (isNewHere && this.#always.has(entry.entity)) {
      entry.listed = 0;
      return;
    }
    if (entry.listed === 0 || Number.isNaN(entry.updatedAt)) {
      entry.updatedAt = this.#owner.updatedAt(entry.entity);
      entry.place = -1;
      this.newcomers++;
    }
    entry.listed = 1;
    this.entries.push(entry);
    this.#entities.push(entry.entity);
  }
}

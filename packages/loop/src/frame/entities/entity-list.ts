import type { Queued } from '../../queue/priority-queue.ts';
import { type Costed, DOUBTFUL } from '../../event-loop/burst.ts';
import { isSameList } from './is-same-list.ts';
import { AlwaysList } from './always-list.ts';

// Locations of an entity, as its frame knows them:
/** Unknown, or forgotten. */
const NOWHERE = 0;
export const IN_ENTITIES = 1;
export const IN_ALWAYS = 2;
/** It has left `entities` and is not forgotten yet. */
export const LEFT_ENTITIES = 3;
/** It has left `always` and is not forgotten yet. */
export const LEFT_ALWAYS = 4;
/** Another frame has asked for its age, and updates it from now on. */
export const IN_OTHER_FRAME = 5;

type Location =
  | typeof NOWHERE
  | typeof IN_ENTITIES
  | typeof IN_ALWAYS
  | typeof LEFT_ENTITIES
  | typeof LEFT_ALWAYS
  | typeof IN_OTHER_FRAME;

/** Facts of a frame about one entity: its location, the simulated time until which it was updated, and the cost of an update. */
export class Entry<E extends object> implements Queued, Costed {
  readonly entity: E;
  location: Location = NOWHERE;
  /**
   * The entity has been advanced to step `updatedAt + stepsPerWindow - 1`. For an entity in `always`,
   * `updatedAt` is relative to the number of steps made so far.
   */
  updatedAt = 0;
  /** 1 if the entity is in the list of the current window; {@link WAS_LISTED} while the list is compared. */
  listed: 0 | 1 | typeof WAS_LISTED = 0;
  /** Position in the list of the last window; -1 if it was not in that list. */
  position = -1;
  /**
   * Number of the first reading of the list in which the entity is missing. For
   * {@link IN_OTHER_FRAME}: number of the query with which the entity moved.
   */
  leftIn = 0;
  /**
   * Simulated ms of the current window that do not count for the pace, see `PaceMeter`. After the
   * entity has left: ms that count for the pace but were not received.
   */
  excluded = 0;
  /** @internal */ slot = 0;
  /** The first update ends its burst, so the clock is read directly after it. @internal */ cost: number =
    DOUBTFUL;

  constructor(entity: E) {
    this.entity = entity;
  }
}

const WAS_LISTED = 2;

/** The callbacks of a list to its frame. */
export interface EntityListOwner<E extends object> {
  /** Called with a member that is not an object. The list leaves it out. */
  reportInvalid(value: unknown): void;
  /** Returns {@link Entry.updatedAt} for a new entity. */
  updatedAt(entry: Entry<E>): number;
  /** Called with an entity that leaves the list. */
  left(entry: Entry<E>): void;
}

/**
 * The entities of the current window, in the order of the application's list. An entity keeps its
 * entry from window to window. An entity that returns after it was absent from a window counts as
 * new. After two windows an absent entity is forgotten. An entity that is listed twice counts once.
 * Entities of `always` are left out.
 */
export class EntityList<E extends object> {
  /** In the order of the application's list. */
  entries: Entry<E>[] = [];
  // The entities of these entries. A comparison with them does not read the entries, most of which
  // are not in a CPU cache.
  #entities: E[] = [];

  /** Number of new entities since the last {@link refresh} began. */
  added = 0;

  /**
   * Number of members that the last {@link refresh} has left out because they are in `always`. Members
   * before the first difference from the previous list do not count.
   */
  omitted = 0;

  /** Entries of entities that have left and are not forgotten yet. */
  readonly left: Set<Entry<E>> = new Set();

  /** Number of entries at the beginning of the list whose positions have not changed since the owner set this to Infinity. */
  unchanged: number = Infinity;

  #owner: EntityListOwner<E>;
  #always: AlwaysList<E>;
  #entryOf: WeakMap<E, Entry<E>> = new WeakMap();
  #readings = 0;
  #changesOfAlways = 0; // at the last refresh
  #hasAlwaysChanged = false; // between the last two refreshes
  #hasAnyMoved = false; // to another frame, since the last refresh

  constructor(owner: EntityListOwner<E>, always: AlwaysList<E> = new AlwaysList()) {
    this.#owner = owner;
    this.#always = always;
  }

  /**
   * Reads `entities` and compares them with the last list. Entities that have moved to another frame leave the list. If the iterable throws, so does this
   * method; entities that the iterable has not yet returned stay listed after the others and keep their pending time.
   */
  refresh(entities: Iterable<E>): void {
    const always = this.#always;
    this.#readings++;
    this.added = this.omitted = 0;
    this.#hasAlwaysChanged = this.#changesOfAlways !== always.changes;
    this.#changesOfAlways = always.changes;
    const hasAnyMoved = this.#hasAnyMoved;
    this.#hasAnyMoved = false;
    this.#forget();
    if (!this.#hasAlwaysChanged && !hasAnyMoved && isSameList(this.#entities, entities)) return;
    let same = 0;
    // The last list from the first difference on. If `always` has changed, any entity may differ.
    let rest: Entry<E>[] | undefined = this.#hasAlwaysChanged ? this.#cut(0) : undefined;
    let next = 0;
    try {
      for (const entity of entities) {
        if (rest === undefined) {
          const isSame = same < this.#entities.length && this.#entities[same] === entity;
          if (isSame && !(hasAnyMoved && this.entries[same]!.location !== IN_ENTITIES)) {
            same++;
            continue;
          }
          if (always.has(entity)) continue;
          rest = this.#cut(same);
        }
        // Usually one entity was removed or inserted, or the last one has replaced a removed one.
        if (rest[next]?.entity !== entity && rest[next + 1]?.entity === entity) next++;
        this.#listMember(entity, rest[next]);
        next++;
      }
    } catch (error) {
      if (hasAnyMoved) rest ??= this.#cut(same);
      for (const entry of rest ?? []) this.#keep(entry);
      for (const entry of this.left) if (entry.location !== IN_OTHER_FRAME) entry.leftIn++; // this reading does not count
      throw error;
    }
    rest ??= this.#cut(same);
    for (const entry of rest) if (entry.listed === WAS_LISTED) this.#leave(entry);
  }

  /** Adds `entity` to the end unless it is listed. Returns its entry, or undefined if it was listed. */
  add(entity: E): Entry<E> | undefined {
    const { length } = this.entries;
    this.#list(this.findOrCreate(entity));
    return this.entries[length];
  }

  /** The entry of `entity`; undefined if it is unknown or forgotten. */
  find(entity: E): Entry<E> | undefined {
    const entry = this.#entryOf.get(entity);
    return entry?.location === NOWHERE ? undefined : entry;
  }

  /** The entry of `entity`, also if it is in none of the lists. */
  findOrCreate(entity: E): Entry<E> {
    return this.#entryOf.get(entity) ?? this.#create(entity);
  }

  /** Records that an entity leaves `always`. */
  leaveAlways(entry: Entry<E>): void {
    entry.location = LEFT_ALWAYS;
    entry.leftIn = this.#readings + 1;
    this.left.add(entry);
  }

  /** Whether the entity has left `always` since the last reading of the list, or since the last complete reading of `always`. */
  hasJustLeftAlways(entry: Entry<E>): boolean {
    return entry.location === LEFT_ALWAYS && entry.leftIn > this.#readings;
  }

  /** Records that an entity moves to another frame, by the query with this number. */
  moveToOtherFrame(entry: Entry<E>, query: number): void {
    entry.location = IN_OTHER_FRAME;
    entry.leftIn = query;
    if (entry.listed === 1) this.#hasAnyMoved = true;
  }

  /** Removes all entities permanently. {@link find} still finds the entry of an entity while the application keeps the entity. */
  end(): void {
    this.left.clear();
    this.unchanged = 0;
    this.entries = [];
    this.#entities = [];
  }

  /** Removes the entries from `start` on, and returns them. */
  #cut(start: number): Entry<E>[] {
    this.unchanged = Math.min(this.unchanged, start);
    const rest = this.entries.splice(start);
    this.#entities.length = start;
    for (const entry of rest) entry.listed = WAS_LISTED;
    return rest;
  }

  /** Lists `entity`. `likely` may be its entry. */
  #listMember(entity: E, likely: Entry<E> | undefined): void {
    if (typeof entity !== 'object' || entity === null) return this.#owner.reportInvalid(entity);
    this.#list(likely?.entity === entity ? likely : this.findOrCreate(entity));
  }

  /** Keeps an entity of the last list, which may also be in the unread part of the new one. */
  #keep(entry: Entry<E>): void {
    if (entry.listed === WAS_LISTED && entry.location === IN_OTHER_FRAME) entry.listed = 0;
    else this.#list(entry);
  }

  #create(entity: E): Entry<E> {
    const entry = new Entry(entity);
    this.#entryOf.set(entity, entry);
    return entry;
  }

  #leave(entry: Entry<E>): void {
    entry.listed = 0;
    if (entry.location !== IN_ENTITIES) return;
    this.#owner.left(entry);
    entry.location = LEFT_ENTITIES;
    entry.leftIn = this.#readings;
    this.left.add(entry);
  }

  /** Forgets the entities that were missing in two readings, except those that may still be in the unread part of `always`. */
  #forget(): void {
    for (const entry of this.left) {
      const isAbsent = entry.location === LEFT_ENTITIES || entry.location === LEFT_ALWAYS;
      if (isAbsent && this.#always.isIncomplete) entry.leftIn = this.#readings + 1;
      if (isAbsent && entry.leftIn >= this.#readings - 1) continue;
      if (isAbsent) entry.location = NOWHERE;
      this.left.delete(entry);
    }
  }

  #list(entry: Entry<E>): void {
    if (entry.listed === 1) return; // listed twice
    const isNewHere = entry.listed === 0 || this.#hasAlwaysChanged;
    if (isNewHere && this.#always.has(entry.entity)) {
      entry.listed = 0;
      this.omitted++;
      return;
    }
    if (entry.location !== IN_ENTITIES) {
      entry.updatedAt = this.#owner.updatedAt(entry);
      entry.location = IN_ENTITIES;
      entry.position = -1;
      this.added++;
    }
    entry.listed = 1;
    this.entries.push(entry);
    this.#entities.push(entry.entity);
  }
}

import type { Queued } from '../../queue/priority-queue.ts';
import { type Costed, DOUBTFUL } from '../../event-loop/burst.ts';
import { isSameList } from './is-same-list.ts';
import { AlwaysList } from './always-list.ts';

// Where an entity lives, for its frame:
/** Unknown, or forgotten. */
const NOWHERE = 0;
export const IN_ENTITIES = 1;
export const IN_ALWAYS = 2;
/** It has left `entities`, and is not forgotten yet. */
export const LEFT_ENTITIES = 3;
/** It has left `always`, and is not forgotten yet. */
export const LEFT_ALWAYS = 4;
/** Another frame has asked for its age, and gives it the time that is pending. */
export const IN_OTHER_FRAME = 5;

type Place =
  | typeof NOWHERE
  | typeof IN_ENTITIES
  | typeof IN_ALWAYS
  | typeof LEFT_ENTITIES
  | typeof LEFT_ALWAYS
  | typeof IN_OTHER_FRAME;

/** An entity's place in a frame: until when it has lived, and what an update costs. */
export class Entry<E extends object> implements Queued, Costed {
  readonly entity: E;
  lives: Place = NOWHERE;
  /**
   * Steps that the frame had made at the entity's last update. The entity has lived until `stepsPerWindow - 1` steps later, whatever it has come from. In
   * `always` this is counted from the steps made.
   */
  updatedAt = 0;
  /** Whether it is in the list of the current window; {@link WAS_LISTED} while the list is compared. */
  listed: 0 | 1 | typeof WAS_LISTED = 0;
  /** Position in the list of the last window; -1 if it was not in that. */
  place = -1;
  /** The first reading of the list, by number, in which the entity is missing. If another frame has taken it over: the question, by number. */
  leftIn = 0;
  /** Simulated ms of the current window that do not count for the pace, see `PaceMeter`. Once the entity has left, those that count and were not lived. */
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
export interface EntityListOwner<E extends object> {
  /** Is told of a member that is no object. It is left out. */
  refuse(value: unknown): void;
  /** The number of steps that the frame had made when a new entity was updated. */
  updatedAt(entry: Entry<E>): number;
  /** Is told of an entity that leaves the list. */
  left(entry: Entry<E>): void;
}

/**
 * The entities of the current window, in the order of the application's list. An entity that is listed again is found again; one that was
 * absent from a window is new, and from two windows, forgotten; one that is listed twice counts once. An entity that is updated in each step is left out.
 */
export class EntityList<E extends object> {
  /** In the order of the application's list. */
  entries: Entry<E>[] = [];
  // The same, to be compared without a look at every entry, most of which are in no cache.
  #entities: E[] = [];

  /** Entities that were new at the last {@link refresh}. */
  newcomers = 0;

  /** Members that the last {@link refresh} has left out, because they are updated in each step. */
  omitted = 0;

  /** Entries of entities that have left and are not forgotten yet. */
  readonly left: Set<Entry<E>> = new Set();

  /** As many entries from the start have not changed their place since the owner of the list has set this to Infinity. */
  unchanged: number = Infinity;

  #owner: EntityListOwner<E>;
  #always: AlwaysList<E>;
  #entryOf: WeakMap<E, Entry<E>> = new WeakMap();
  #readings = 0;
  #changesOfAlways = 0; // at the last refresh
  #isAlwaysNew = false; // it has changed since the refresh before
  #isAnyTaken = false; // another frame has taken over an entity since then

  constructor(owner: EntityListOwner<E>, always: AlwaysList<E> = new AlwaysList()) {
    this.#owner = owner;
    this.#always = always;
  }

  /**
   * Compares with `entities`. If the iterable throws, so does this. The entities that it has not given until then stay listed, behind the others: they
   * keep their pending time. Those that another frame has taken over leave the list.
   */
  refresh(entities: Iterable<E>): void {
    const always = this.#always;
    this.#readings++;
    this.newcomers = this.omitted = 0;
    this.#isAlwaysNew = this.#changesOfAlways !== always.changes;
    this.#changesOfAlways = always.changes;
    const isAnyTaken = this.#isAnyTaken;
    this.#isAnyTaken = false;
    this.#forget();
    if (!this.#isAlwaysNew && !isAnyTaken && isSameList(this.#entities, entities)) return;
    let same = 0;
    // The former list from the first difference on. With other entities in `always`, any entity can be different.
    let rest: Entry<E>[] | undefined = this.#isAlwaysNew ? this.#cut(0) : undefined;
    let next = 0;
    try {
      for (const entity of entities) {
        if (rest === undefined) {
          const isSame = same < this.#entities.length && this.#entities[same] === entity;
          if (isSame && !(isAnyTaken && this.entries[same]!.lives !== IN_ENTITIES)) {
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
      if (isAnyTaken) rest ??= this.#cut(same);
      for (const entry of rest ?? []) this.#keep(entry);
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
    return entry?.lives === NOWHERE ? undefined : entry;
  }

  /** The entry of `entity`, also if it is in none of the lists. */
  findOrCreate(entity: E): Entry<E> {
    return this.#entryOf.get(entity) ?? this.#create(entity);
  }

  /** An entity leaves `always`. */
  leaveAlways(entry: Entry<E>): void {
    entry.lives = LEFT_ALWAYS;
    entry.leftIn = this.#readings + 1;
    this.left.add(entry);
  }

  /** Whether the list has not been read since the entity left `always`, or `always` has not been read to its end since. */
  hasJustLeftAlways(entry: Entry<E>): boolean {
    return entry.lives === LEFT_ALWAYS && entry.leftIn > this.#readings;
  }

  /** Another frame takes over an entity, by the question of this number. */
  handOver(entry: Entry<E>, question: number): void {
    entry.lives = IN_OTHER_FRAME;
    entry.leftIn = question;
    if (entry.listed === 1) this.#isAnyTaken = true;
  }

  /** Lets go of all entities for good. The entry of an entity is found as long as the application keeps that. */
  end(): void {
    this.left.clear();
    this.unchanged = 0;
    this.entries = [];
    this.#entities = [];
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
    this.#list(likely?.entity === entity ? likely : this.findOrCreate(entity));
  }

  /** An entity of the former list may be in the new one, which could not be read to its end. */
  #keep(entry: Entry<E>): void {
    if (entry.listed === WAS_LISTED && entry.lives === IN_OTHER_FRAME) entry.listed = 0;
    else this.#list(entry);
  }

  #create(entity: E): Entry<E> {
    const entry = new Entry(entity);
    this.#entryOf.set(entity, entry);
    return entry;
  }

  #leave(entry: Entry<E>): void {
    entry.listed = 0;
    if (entry.lives !== IN_ENTITIES) return;
    this.#owner.left(entry);
    entry.lives = LEFT_ENTITIES;
    entry.leftIn = this.#readings;
    this.left.add(entry);
  }

  /** Forgets what was missing in two readings. Nobody knows whether an entity that `always` could not give has left. */
  #forget(): void {
    for (const entry of this.left) {
      const isAbsent = entry.lives === LEFT_ENTITIES || entry.lives === LEFT_ALWAYS;
      if (isAbsent && this.#always.isMissing(entry.entity)) entry.leftIn = this.#readings + 1;
      if (isAbsent && entry.leftIn >= this.#readings - 1) continue;
      if (isAbsent) entry.lives = NOWHERE;
      this.left.delete(entry);
    }
  }

  #list(entry: Entry<E>): void {
    if (entry.listed === 1) return; // twice in the list
    const isNewHere = entry.listed === 0 || this.#isAlwaysNew;
    if (isNewHere && this.#always.has(entry.entity)) {
      entry.listed = 0;
      this.omitted++;
      return;
    }
    if (entry.lives !== IN_ENTITIES) {
      entry.updatedAt = this.#owner.updatedAt(entry);
      entry.lives = IN_ENTITIES;
      entry.place = -1;
      this.newcomers++;
    }
    entry.listed = 1;
    this.entries.push(entry);
    this.#entities.push(entry.entity);
  }
}

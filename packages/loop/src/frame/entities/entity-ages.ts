import { checkNumberResult } from '../../event-loop/callback-result.ts';
import {
  type EntityList,
  type Entry,
  IN_ALWAYS,
  IN_ENTITIES,
  IN_OTHER_FRAME,
  LEFT_ALWAYS,
  LEFT_ENTITIES,
} from './entity-list.ts';
import type { FrameState } from '../frame-state.ts';
import type { AlwaysList } from './always-list.ts';

/**
 * The frame that needs the age of an entity at present: its `initialAge` is running, or it asks the
 * frame that it replaces. Meanwhile, a call of `ageOf` of another frame is a query that moves the
 * entity to this frame.
 */
let querying: EntityAges<never> | undefined;
/** Number of times that a frame has asked for an age so far; identifies a query. */
let queries = 0;

/**
 * The frame whose `always` an entity joined last, unless it has joined `entities` of any frame since. A token stands for the frame, so that no frame is kept in
 * memory.
 */
const lastInAlways = /* @__PURE__ */ new WeakMap<object, object>();
/** Number of times that an entity has joined `always` of a frame. */
let joins = 0;

/**
 * The simulated time until which each entity was updated. An entity keeps only this number when it
 * moves between the lists of a frame or between frames. Its pending time is computed from this
 * number, so no time is simulated twice or left out. Times are counted in steps.
 */
export class EntityAges<E extends object> {
  #frame: FrameState<E>;
  #list: EntityList<E>;
  #always: AlwaysList<E>;
  #dueFrom: number | undefined; // number of steps made before the window that is due; undefined if none is due
  #openingDuration = 0; // ms of the steps with which the due window begins; if none is due, with which the last window began
  #readings = 0; // complete readings of the list
  #token = {}; // identifies this frame
  /** Number of `joins` that {@link beginReading} need not examine: those of this frame, and older ones of other frames. */
  #knownJoins = 0;
  #isAsking = false; // whether `initialAge` of this frame is running
  /** Steps that were begun and have not reached `always`: 1 during `beforeStep`, else 0. */
  begunSteps = 0;
  // While `initialAge` of this frame is running, in ms:
  #elapsed = 0; // the steps with which the new window has begun
  #ahead = 0; // time by which the entity is ahead, so that its age counts as 0
  #alwaysAge = Infinity; // the age according to the entity's last step in `always` of this frame
  #asksReplaced = false; // whether only the replaced frame is asked. It answers only for entities that it had, and does not call `initialAge`
  #isAssumed = false; // whether the answering frame has not read its list, and may never have had the entity

  constructor(frame: FrameState<E>, list: EntityList<E>, always: AlwaysList<E>) {
    this.#frame = frame;
    this.#list = list;
    this.#always = always;
  }

  /** Records that a window is due. The step that has just been made is its first one. */
  windowIsDue(): void {
    this.#dueFrom ??= this.#stepsMade - 1;
    this.#openingDuration = (this.#stepsMade - this.#dueFrom) * this.#step;
  }

  /**
   * Call this before the list of entities is read. An entity that was in `always` of another frame
   * since the last reading has left this frame, even if it has returned.
   */
  beginReading(): void {
    if (joins === this.#knownJoins) return;
    this.#knownJoins = joins;
    for (const entry of this.#list.entries) {
      if (this.isInOtherAlways(entry.entity)) this.#release(entry);
    }
  }

  /** Records that the list of entities was read completely. */
  endReading(): void {
    this.#dueFrom = undefined;
    this.#readings++;
  }

  /**
   * Records that `always` was read. After the second window, the first complete reading releases
   * the frame that this one replaces. Until then, entities of the replaced frame may join `always`
   * or another frame. Without the release, each hot reload would keep one more frame in memory.
   */
  endReadingAlways(): void {
    if (this.#readings > 1 && !this.#always.isIncomplete) this.#frame.options.replaces = undefined;
  }

  /** The result of `Frame.ageOf`, in ms. */
  ageOf(entity: E): number | undefined {
    if (querying !== undefined && querying !== this.#untyped) return this.#answerQuery(entity, querying);
    const entry = this.#list.find(entity);
    if (entry?.location !== IN_ENTITIES || this.isInOtherAlways(entity) || this.#frame.isDisposed)
      return undefined;
    return Math.max(0, (this.#stepsMade - entry.updatedAt) * this.#step);
  }

  /** The age in steps of an entity that is new in the list: the result of `initialAge`, or the default. */
  initialSteps(entry: Entry<E>): number {
    // 0 for an entity that is added to a window, since that happens after the steps of the window.
    const openingSteps = this.#openingSteps;
    const fromAlways = entry.location === LEFT_ALWAYS ? this.#stepsMade - entry.updatedAt : undefined;
    const steps =
      this.#askAge(entry.entity, openingSteps, fromAlways) ?? fromAlways ?? (openingSteps || 1) + this.#lead;
    entry.excluded = 0;
    lastInAlways.delete(entry.entity);
    this.#frame.pace.add(steps * this.#step);
    return steps;
  }

  /** The number of the last query so far, of any frame. */
  get lastQuery(): number {
    return queries;
  }

  /** Whether another frame has taken over the entity in a query after the one with this number. */
  hasMovedAfter(query: number, entity: E): boolean {
    const entry = this.#list.find(entity);
    return entry?.location === IN_OTHER_FRAME && entry.leftIn > query;
  }

  /** Whether `always` of another frame has contained the entity since this frame has last updated it. */
  isInOtherAlways(entity: E): boolean {
    return (lastInAlways.get(entity) ?? this.#token) !== this.#token;
  }

  /** Records that an entity leaves `entities`. */
  leaveEntities(entry: Entry<E>): void {
    entry.excluded += (this.#frame.windowAt - entry.updatedAt) * this.#step;
  }

  /** Records that an entity leaves `always` after the step with this number. */
  leaveAlways(entity: E, step: number): void {
    const entry = this.#list.find(entity);
    if (entry?.location !== IN_ALWAYS) return;
    entry.updatedAt += step;
    this.#list.leaveAlways(entry);
  }

  /** Records that an entity joins `always`. Returns its entry, and the time in ms that is pending for it until this step. */
  joinAlways(entity: E): { entry: Entry<E>; pending: number } {
    const entry = this.#list.findOrCreate(entity);
    const before = this.#stepsMade - 1;
    const level = before - this.#lead; // `updatedAt` of an entity that is not ahead
    const wasInEntities = entry.location === IN_ENTITIES || entry.location === LEFT_ENTITIES;
    // It has left `entities` for `always` of another frame, which did not query its age.
    const wasElsewhere = wasInEntities && this.isInOtherAlways(entity);
    if (wasInEntities) this.#correctPace(entry);
    if (entry.location === IN_ALWAYS) entry.updatedAt += before; // after `postpone`
    else if (wasElsewhere) entry.updatedAt = level;
    else if (!wasInEntities && !this.#list.hasJustLeftAlways(entry))
      entry.updatedAt = this.#stepsMade - (this.#askReplaced(entity) ?? 1 + this.#lead);
    if (lastInAlways.get(entity) !== this.#token) {
      lastInAlways.set(entity, this.#token);
      this.#knownJoins++;
      joins++;
    }
    const pending = Math.max(0, level - entry.updatedAt) * this.#step;
    this.#frame.pace.add(pending);
    entry.updatedAt = Math.max(level, entry.updatedAt) - before; // an entity that is ahead stays ahead
    entry.location = IN_ALWAYS;
    return { entry, pending };
  }

  /**
   * Restores the pending time of an entity of `always` that could not be updated. It stays pending until the next {@link joinAlways}, or until the
   * entity leaves `always`.
   */
  postpone(entry: Entry<E>, pending: number): void {
    entry.updatedAt -= pending / this.#step;
    this.#frame.pace.add(-pending);
  }

  /** Converts all numbers of steps after a change of the rate. `before`: former duration of a step in ms. The times in ms stay the same. */
  changeRate(before: number): void {
    const factor = before / this.#step;
    const lead = this.#lead;
    const made = this.#stepsMade;
    const rescale = (at: number): number => made + (at - made) * factor;
    const inAlways = this.#always.entities.map((entity) => this.#list.findOrCreate(entity));
    for (const entry of new Set([...this.#list.entries, ...this.#list.left, ...inAlways])) {
      const origin = entry.location === IN_ALWAYS ? 0 : made;
      entry.updatedAt = origin + (entry.updatedAt + lead - origin) * factor - lead;
      if (entry.location === IN_ENTITIES) this.#frame.pace.add(lead * (this.#step - before));
    }
    this.#frame.windowAt = rescale(this.#frame.windowAt);
    if (this.#dueFrom !== undefined) this.#dueFrom = rescale(this.#dueFrom);
  }

  /** Moves the entity to the querying frame, and returns its age there. */
  #answerQuery(entity: E, other: EntityAges<never>): number | undefined {
    if (this.#isAsking) return undefined; // each frame asks the other
    const entry = this.#list.find(entity) ?? this.#createUnknownEntry(entity, other);
    if (entry === undefined || (entry.location === IN_OTHER_FRAME && entry.leftIn !== queries))
      return undefined;
    if (entry.location === IN_ALWAYS) entry.updatedAt += this.#stepsMade - this.begunSteps;
    this.#release(entry);
    const ahead = (entry.updatedAt + this.#lead - this.#stepsMade) * this.#step;
    const lead = other.#lead * other.#step;
    const from = this.#frame;
    const to = other.#frame;
    // An entity may be added to a window when one of the frames has already made steps that the
    // other frame has not made yet.
    const between = other.#elapsed > 0 ? 0 : Math.max(this.#openingDuration, other.#openingDuration);
    const clockAhead = to.clock.aheadOf(from.clock, other.#elapsed, lead + between);
    const here = clockAhead - ahead + lead;
    // The entity may have been in `always` of the querying frame since. Then its last step there
    // counts.
    const age = Math.min(here, other.#alwaysAge);
    other.#ahead = Math.max(0, -age);
    return Math.max(0, age);
  }

  /** Records that an entity moves to another frame. */
  #release(entry: Entry<E>): void {
    this.#correctPace(entry);
    this.#list.moveToOtherFrame(entry, queries);
  }

  /**
   * Creates the entry of an entity that this frame does not know: its list may be unread, or the
   * frame that it replaces may know the entity. Returns undefined if the age of the entity cannot
   * be determined.
   */
  #createUnknownEntry(entity: E, other: EntityAges<never>): Entry<E> | undefined {
    const isUnread = this.#readings === 0;
    const openingSteps = this.#openingSteps;
    const known =
      isUnread && !other.#asksReplaced ? this.#askAge(entity, openingSteps) : this.#askReplaced(entity);
    // A frame that has stopped while a window was due may have new entities in its list, which it
    // has not read.
    const isOverdue = openingSteps > 0 && (isUnread || this.#frame.hasStopped);
    const steps = known ?? (isOverdue ? openingSteps + this.#lead : undefined);
    if (steps === undefined) return undefined;
    other.#isAssumed = known === undefined || this.#isAssumed;
    const entry = this.#list.findOrCreate(entity);
    entry.updatedAt = this.#stepsMade - steps;
    return entry;
  }

  /** Makes the simulated time of the entity, as counted for the pace, equal to the time until which it was updated. */
  #correctPace(entry: Entry<E>): void {
    const { pace, windowAt } = this.#frame;
    if (entry.location === IN_ENTITIES) pace.addLast(entry, (entry.updatedAt - windowAt) * this.#step);
    else if (entry.location === LEFT_ENTITIES) pace.add(-entry.excluded);
  }

  /**
   * The result of `initialAge`, or of the frame that this one replaces, in steps; undefined if there is none. `openingSteps`: steps with which the
   * window has begun. `fromAlways`: steps since the last step in `always`. Meanwhile other frames can be queried for the age of the entity.
   */
  #askAge(
    entity: E,
    openingSteps: number,
    fromAlways = Infinity,
    isReplacedOnly = false,
  ): number | undefined {
    const { options, reportError } = this.#frame;
    const { replaces } = options;
    const initialAge = isReplacedOnly ? undefined : options.initialAge;
    if (initialAge === undefined && replaces === undefined) return undefined;
    const outer = querying;
    querying = this.#untyped;
    this.#isAsking = true;
    queries++;
    const elapsed = openingSteps * this.#step;
    this.#elapsed = elapsed;
    this.#alwaysAge = fromAlways * this.#step;
    this.#ahead = 0;
    this.#asksReplaced = isReplacedOnly;
    this.#isAssumed = false;
    try {
      let age = initialAge?.(entity, elapsed);
      if (age === undefined || this.#isAssumed) age = replaces?.ageOf(entity) ?? age;
      if (age === undefined) return undefined;
      checkNumberResult('Frame: initialAge', age, reportError, { min: 0, max: 1e100 });
      return (age - this.#ahead) / this.#step;
    } catch (error) {
      reportError(error);
      return undefined;
    } finally {
      this.#isAsking = false;
      querying = outer;
    }
  }

  /** The age in steps of an entity that this frame has not updated in any of its steps, according to the frame that it replaces. */
  #askReplaced(entity: E): number | undefined {
    return this.#askAge(entity, this.#stepsMade, Infinity, true);
  }

  /** This frame, regardless of the type of its entities. */
  get #untyped(): EntityAges<never> {
    return this as unknown as EntityAges<never>;
  }

  /** Number of steps by which an entity of `entities` is ahead right after an update. */
  get #lead(): number {
    return this.#frame.options.stepsPerWindow - 1;
  }

  /** Number of steps with which the window has begun. */
  get #openingSteps(): number {
    return this.#stepsMade - (this.#dueFrom ?? this.#stepsMade);
  }

  get #stepsMade(): number {
    return this.#frame.stats.steps;
  }

  get #step(): number {
    return this.#frame.clock.step;
  }
}

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

// The frame that is calling its `initialAge`, in which other frames are asked for the age of the entity, and the number of such calls so far.
let asker: EntityAges<never> | undefined;
let questions = 0;

/** The frame to whose `always` an entity came, unless it came to `entities` of any frame since. A token stands for the frame, so that it keeps none in memory. */
const lastInAlways = /* @__PURE__ */ new WeakMap<object, object>();

/**
 * Until when each entity has lived: the one quantity that it keeps while it moves between the lists of a frame and between frames. What it must live is
 * the time until then, so no time is simulated twice for it, and none is left out. Times are counted in steps.
 */
export class EntityAges<E extends object> {
  #frame: FrameState<E>;
  #list: EntityList<E>;
  #always: AlwaysList<E>;
  #dueFrom: number | undefined; // steps made before those of a window that is due; undefined once that has begun
  #token = {}; // of this frame
  // While this frame is the asker, in ms:
  #elapsed = 0; // of the steps with which its new window has begun
  #excess = 0; // what the entity is ahead of an age of 0
  #known = Infinity; // the age by the entity's last step in `always` here

  constructor(frame: FrameState<E>, list: EntityList<E>, always: AlwaysList<E>) {
    this.#frame = frame;
    this.#list = list;
    this.#always = always;
  }

  /** A window is due, with the step that has just been made as its first one. */
  windowIsDue(): void {
    this.#dueFrom ??= this.#made - 1;
  }

  /** The list of entities has been read to its end. */
  endReading(): void {
    this.#dueFrom = undefined;
  }

  /** The age in ms, as `Frame.ageOf` of the same frame or of another one returns it. */
  ageOf(entity: E): number | undefined {
    if (asker !== undefined && asker !== this.#anonymous) return this.#answer(entity, asker);
    const entry = this.#list.find(entity);
    if (entry?.lives !== IN_ENTITIES || this.#frame.isDisposed) return undefined;
    return Math.max(0, (this.#made - entry.updatedAt) * this.#step);
  }

  /** The age of an entity that is new in the list: what `initialAge` says, or the usual one. */
  initialSteps(entry: Entry<E>): number {
    // An entity that is added to a window comes after its steps.
    const begun = this.#made - (this.#dueFrom ?? this.#made);
    const fromAlways = entry.lives === LEFT_ALWAYS ? this.#made - entry.updatedAt : undefined;
    const steps = this.#askAge(entry.entity, begun, fromAlways) ?? fromAlways ?? (begun || 1) + this.#lead;
    entry.excluded = 0;
    lastInAlways.delete(entry.entity);
    this.#frame.pace.add(steps * this.#step);
    return steps;
  }

  /** An entity leaves `entities`. */
  leaveEntities(entry: Entry<E>): void {
    entry.excluded += (this.#frame.windowAt - entry.updatedAt) * this.#step;
  }

  /** An entity leaves `always` after the step of this number. */
  leaveAlways(entity: E, step: number): void {
    const entry = this.#list.find(entity);
    if (entry?.lives !== IN_ALWAYS) return;
    entry.updatedAt += step;
    this.#list.leaveAlways(entry);
  }

  /** An entity comes to `always`. Returns its entry, and the time in ms that is pending for it until this step. */
  settle(entity: E): { entry: Entry<E>; pending: number } {
    const entry = this.#list.findOrCreate(entity);
    const before = this.#made - 1;
    const level = before - this.#lead; // of an entity that is not ahead
    const hasComeFrom = entry.lives === IN_ENTITIES || entry.lives === LEFT_ENTITIES;
    // It has lived in `always` of another frame since, which did not ask for its age.
    const hasLivedElsewhere = hasComeFrom && this.#isInOtherAlways(entity);
    if (hasComeFrom) this.#closeAccount(entry);
    if (entry.lives === IN_ALWAYS) entry.updatedAt += before; // after `postpone`
    else if (hasLivedElsewhere || !(hasComeFrom || this.#list.hasJustLeftAlways(entry)))
      entry.updatedAt = level;
    lastInAlways.set(entity, this.#token);
    const pending = Math.max(0, level - entry.updatedAt) * this.#step;
    this.#frame.pace.add(pending);
    entry.updatedAt = Math.max(level, entry.updatedAt) - before; // one that is ahead remains so
    entry.lives = IN_ALWAYS;
    return { entry, pending };
  }

  /** An entity of `always` could not get its pending time: it stays pending until the entity is settled again, or leaves `always` with it. */
  postpone(entry: Entry<E>, pending: number): void {
    entry.updatedAt -= pending / this.#step;
    this.#frame.pace.add(-pending);
  }

  /** Steps had a duration of `before` ms. Every entity has lived until the same time as before, in ms. */
  changeRate(before: number): void {
    const factor = before / this.#step;
    const lead = this.#lead;
    const made = this.#made;
    const rescale = (at: number): number => made + (at - made) * factor;
    const inAlways = this.#always.entities.map((entity) => this.#list.findOrCreate(entity));
    for (const entry of new Set([...this.#list.entries, ...this.#list.left, ...inAlways])) {
      const origin = entry.lives === IN_ALWAYS ? 0 : made;
      entry.updatedAt = origin + (entry.updatedAt + lead - origin) * factor - lead;
      if (entry.lives === IN_ENTITIES) this.#frame.pace.add(lead * (this.#step - before));
    }
    this.#frame.windowAt = rescale(this.#frame.windowAt);
    if (this.#dueFrom !== undefined) this.#dueFrom = rescale(this.#dueFrom);
  }

  /** Hands the entity over to the frame that asks, and returns its age there. */
  #answer(entity: E, other: EntityAges<never>): number | undefined {
    const entry = this.#list.find(entity);
    if (entry === undefined || (entry.lives === IN_OTHER_FRAME && entry.leftIn !== questions))
      return undefined;
    this.#closeAccount(entry);
    if (entry.lives === IN_ALWAYS) entry.updatedAt += this.#made;
    this.#list.handOver(entry, questions);
    const ahead = (entry.updatedAt + this.#lead - this.#made) * this.#step;
    const lead = other.#lead * other.#step;
    const { clock, hasStopped } = this.#frame;
    const here = other.#frame.clock.aheadOf(clock, other.#elapsed, lead, hasStopped) - ahead + lead;
    // It may have lived in `always` there since: the entity has lived until the later time of both.
    const age = Math.min(here, other.#known);
    other.#excess = Math.max(0, -age);
    return Math.max(0, age);
  }

  #isInOtherAlways(entity: E): boolean {
    return (lastInAlways.get(entity) ?? this.#token) !== this.#token;
  }

  /** From now on, as much time is counted as simulated for the entity as it has lived. */
  #closeAccount(entry: Entry<E>): void {
    const { pace, windowAt } = this.#frame;
    if (entry.lives === IN_ENTITIES) pace.addLast(entry, (entry.updatedAt - windowAt) * this.#step);
    else if (entry.lives === LEFT_ENTITIES) pace.add(-entry.excluded);
  }

  /** What `initialAge` says, undefined if it fails. `begun` and `fromAlways` are the steps of the window and since the last step in `always`. */
  #askAge(entity: E, begun: number, fromAlways = Infinity): number | undefined {
    const { options, reportError } = this.#frame;
    const { initialAge } = options;
    if (initialAge === undefined) return undefined;
    const outer = asker;
    asker = this.#anonymous;
    questions++;
    const elapsed = begun * this.#step;
    this.#elapsed = elapsed;
    this.#known = fromAlways * this.#step;
    this.#excess = 0;
    try {
      const age = initialAge(entity, elapsed);
      if (age === undefined) return undefined;
      checkNumberResult('Frame: initialAge', age, reportError, { min: 0, max: 1e100 });
      return (age - this.#excess) / this.#step;
    } catch (error) {
      reportError(error);
      return undefined;
    } finally {
      asker = outer;
    }
  }

  /** This frame, whatever the type of its entities. */
  get #anonymous(): EntityAges<never> {
    return this as unknown as EntityAges<never>;
  }

  /** Steps that an entity of `entities` is ahead of the steps made, right after an update. */
  get #lead(): number {
    return this.#frame.options.stepsPerWindow - 1;
  }

  get #made(): number {
    return this.#frame.stats.steps;
  }

  get #step(): number {
    return this.#frame.clock.step;
  }
}

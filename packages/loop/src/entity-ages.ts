import { checkNumberResult } from './callback-result.ts';
import { type EntityList, Entry } from './entity-list.ts';
import type { FrameState } from './frame-state.ts';
import type { StepList } from './step-list.ts';

/** An entity whose time is pending until a number of steps. */
export interface Pending<E extends object> {
  readonly entry: Entry<E>;
  readonly until: number;
}

/**
 * The frame that is calling its `initialAge`, and what another frame's {@link EntityAges.ageOf} must know of it: the simulated ms with which its new
 * window has begun. That frame answers with `lead`, the simulated ms that the entity is ahead.
 */
const asking: { frame: object | undefined; elapsed: number; lead: number } = {
  frame: undefined,
  elapsed: 0,
  lead: 0,
};

/**
 * The time that is pending for an entity which comes: into the world, from another frame, or from one list of the frame to the other. No time is simulated
 * twice for it, and none is left out. Ages are counted in steps.
 */
export class EntityAges<E extends object> {
  #frame: FrameState<E>;
  #list: EntityList<E>;
  #always: StepList<E>;
  // Simulated ms that an entity is ahead after an update, where that is not usual: not `stepsPerWindow - 1` steps in `entities`, not 0 in `always`.
  #leads: WeakMap<E, number> = new WeakMap();
  #moved: Set<E> | undefined; // entities of this window whose pending time another frame has taken over
  // Numbers of steps made:
  #dueFrom: number | undefined; // before those of a window that is due and has not begun
  #readFrom = 0; // before those of the current window
  #readAt = 0; // when the list of entities was last read to its end
  #newcomerSteps = 0; // usual age of entities that are new in the current window

  constructor(frame: FrameState<E>, list: EntityList<E>, always: StepList<E>) {
    this.#frame = frame;
    this.#list = list;
    this.#always = always;
  }

  /** A window is due, with the step that has just been made as its first one. */
  windowIsDue(): void {
    this.#dueFrom ??= this.#made - 1;
  }

  /** The list of entities is going to be read. */
  beginReading(): void {
    // New entities have been there since the list was read before, but never for less than a window.
    this.#newcomerSteps = Math.max(this.#made - this.#readAt, this.#frame.options.stepsPerWindow);
    this.#readFrom = this.#dueFrom ?? this.#made;
    this.#dueFrom = undefined;
    this.#moved = undefined;
  }

  /** The list of entities has been read to its end. */
  endReading(): void {
    this.#readAt = this.#made;
  }

  /** The age in ms, as `Frame.ageOf` of the same frame or of another one returns it. */
  ageOf(entity: E): number | undefined {
    if (asking.frame !== undefined && asking.frame !== this) return this.#ageAtMove(entity);
    const entry = this.#list.find(entity);
    return entry === undefined ? undefined : (this.#made - entry.updatedAt) * this.#step;
  }

  /** Whether another frame has taken over the pending time of the entity in this window. */
  hasMoved(entity: E): boolean {
    return this.#moved?.has(entity) === true;
  }

  /** The age of an entity that is new in the list: what `initialAge` says, or the usual one. */
  initialSteps(entity: E, isWindowOpen: boolean): number {
    const { reportError } = this.#frame;
    try {
      const age = this.#askAge(entity, isWindowOpen);
      if (age !== undefined) {
        checkNumberResult('Frame: initialAge', age, reportError, { min: 0 });
        this.#leads.set(entity, asking.lead);
        return age / this.#step;
      }
    } catch (error) {
      reportError(error);
    }
    return this.#usualSteps(entity);
  }

  /**
   * An entity has come to `always`: returns the time that is pending for it until this step, undefined if there is none. `windowAt` is the number of steps
   * made when the window began.
   */
  settle(entity: E, windowAt: number): Pending<E> | undefined {
    const entry = this.#list.find(entity);
    return entry === undefined ? this.#settleUnlisted(entity) : this.#settleListed(entry, windowAt);
  }

  /** `before` is the duration of a step in ms so far, and `rescale` converts a number of steps. */
  changeRate(before: number, rescale: (steps: number) => number): void {
    for (const entry of this.#list.entries) {
      entry.updatedAt = rescale(entry.updatedAt);
      this.#leads.set(entry.entity, this.#leads.get(entry.entity) ?? this.#usualLead * before);
    }
    this.#always.forget();
    this.#readAt = rescale(this.#readAt);
    this.#readFrom = rescale(this.#readFrom);
    if (this.#dueFrom !== undefined) this.#dueFrom = rescale(this.#dueFrom);
  }

  clear(): void {
    this.#list.clear();
    this.#moved = undefined;
  }

  /** As {@link ageOf}, for the frame that the entity moves to: that frame counts the steps of its new window, so steps of ours must not count as well. */
  #ageAtMove(entity: E): number | undefined {
    const listed = this.#list.find(entity);
    const entry = listed ?? this.#list.findLeft(entity);
    if (entry === undefined) return undefined;
    const until = listed === undefined ? this.#readFrom : (this.#dueFrom ?? this.#made);
    asking.lead = this.#leadOf(entity) * this.#step;
    if (listed !== undefined) (this.#moved ??= new Set()).add(entity);
    return Math.max(0, until - entry.updatedAt) * this.#step + asking.elapsed;
  }

  #settleListed(entry: Entry<E>, windowAt: number): Pending<E> {
    const { entity } = entry;
    const lead = this.#leadOf(entity);
    const before = this.#made - 1;
    const until = Math.max(before - lead, entry.updatedAt); // one that is ahead remains so
    this.#leads.set(entity, (until + lead - before) * this.#step);
    this.#frame.pace.addLast(entry, (until - windowAt) * this.#step);
    return { entry, until };
  }

  /** It may have left `always` since the list was read, and come back. */
  #settleUnlisted(entity: E): Pending<E> | undefined {
    const last = this.#always.lastStepOf(entity);
    const before = this.#made - 1;
    if (last === before) return undefined; // it has another place in the list
    const ahead = (this.#leads.get(entity) ?? 0) / this.#step;
    this.#leads.delete(entity);
    if (last === undefined || last < this.#readAt) return undefined;
    const missed = before - last - ahead;
    if (missed < 0) this.#leads.set(entity, -missed * this.#step);
    if (missed <= 0) return undefined;
    const entry = new Entry(entity);
    entry.updatedAt = before - missed;
    this.#frame.pace.add(missed * this.#step);
    return { entry, until: before };
  }

  /** That of an entity that comes from `always` since it was updated there, else that of a newcomer. */
  #usualSteps(entity: E): number {
    const last = this.#always.lastStepOf(entity);
    const ahead = (this.#leads.get(entity) ?? 0) / this.#step;
    this.#leads.delete(entity);
    if (last === undefined || last < this.#readAt) return this.#newcomerSteps;
    return this.#made - last - ahead + this.#usualLead;
  }

  #askAge(entity: E, isWindowOpen: boolean): number | undefined {
    const { initialAge } = this.#frame.options;
    if (initialAge === undefined) return undefined;
    // An entity that is added to an open window comes after its steps.
    const elapsed = isWindowOpen ? 0 : (this.#made - this.#readFrom) * this.#step;
    asking.frame = this;
    asking.elapsed = elapsed;
    asking.lead = 0;
    try {
      return initialAge(entity, elapsed);
    } finally {
      asking.frame = undefined;
    }
  }

  /** Steps that an entity of `entities` is ahead after an update. */
  #leadOf(entity: E): number {
    const lead = this.#leads.get(entity);
    return lead === undefined ? this.#usualLead : lead / this.#step;
  }

  get #usualLead(): number {
    return this.#frame.options.stepsPerWindow - 1;
  }

  get #made(): number {
    return this.#frame.stats.steps;
  }

  get #step(): number {
    return this.#frame.clock.step;
  }
}

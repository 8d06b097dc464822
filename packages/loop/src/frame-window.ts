import { checkNumberResult } from './callback-result.ts';
import type { Entry } from './entity-list.ts';
import type { CompleteFrameOptions } from './frame-options.ts';
import { PriorityQueue } from './priority-queue.ts';
import { priorityThreshold } from './priority-threshold.ts';
import { sortByPriority } from './priority-sort.ts';

/** Updates that a minimum rate demands go before all others, also of tasks and policies that use the whole range of numbers. */
const MIN_RATE_PRIORITY = Number.MAX_VALUE;

/** The expected costs of chosen updates are more than what fitted lately, so that the choice seldom has to be made again … */
const SURPLUS = 1.25;
/** … but less where the chosen ones run in the order of the list, and a choice that is too large would be cut off at the list's end. */
const LIST_SURPLUS = 0.9;

/** When a window begins. */
export interface WindowStart {
  /** Steps made since the frame was made. */
  readonly made: number;
  /** Duration of a step in ms. */
  readonly step: number;
  /** Simulated time in ms. */
  readonly now: number;
}

/**
 * The updates of one window: which are made, and in which order.
 *
 * Only the updates that are likely to be made are put in order. Under overload most are not, and putting them in order would cost as much as many
 * updates: so a threshold is taken from the costs of what fitted lately, and what lies below it is queued only if the time suffices after all.
 * That changes nothing in the order.
 */
export class FrameWindow<E extends object> {
  isOpen = false;

  #options: CompleteFrameOptions<E>;
  #stats: { stretch: number };
  #reportError: (error: unknown) => void;

  #entries: readonly Entry<E>[] = [];
  #start: WindowStart = { made: 0, step: 0, now: 0 };
  // By position in the list. A priority is NaN if the entry has been chosen for its minimum rate, or if the policy has failed.
  #priorities: Float64Array = new Float64Array(0);
  #costs: Float64Array = new Float64Array(0);
  #count = 0;

  // Positions of the chosen entries, in the order of running: first, up to #dueEnd, those that a minimum rate demands.
  #order: Int32Array = new Int32Array(0);
  #dueEnd = 0;
  #next = 0;
  #end = 0;
  #listPriority = 0; // with which a choice in list order waits
  #threshold = -Infinity; // entries below it have not been put in order
  #added: PriorityQueue<Entry<E>> = new PriorityQueue(); // entries that came during the window

  #wanted = 0;
  #made = 0;
  #spent = 0; // expected costs of the updates made, ns
  #unknown = 0; // updates made whose cost was not known
  #capacity = Infinity; // what fitted lately, ns
  #wasCut = false; // the last window ended before all its updates were made …
  #wasListCut = false; // … and so before all that it had chosen to run in list order
  #isListOrder = false;

  constructor(
    options: CompleteFrameOptions<E>,
    stats: { stretch: number },
    reportError: (error: unknown) => void,
  ) {
    this.#options = options;
    this.#stats = stats;
    this.#reportError = reportError;
  }

  /** Asks the policy about all entries, and chooses. */
  begin(entries: readonly Entry<E>[], start: WindowStart): void {
    this.isOpen = true;
    this.#start = start;
    this.#entries = entries;
    this.#count = this.#wanted = entries.length;
    // After a choice that was too large, the end of the list must not be left out again: once by priority.
    this.#isListOrder = this.#options.order === 'list' && !this.#wasListCut;
    this.#makeRoom(entries.length);
    const due = this.#rank();
    this.#chooseDue(due);
    this.#choose();
  }

  /** Adds an entry that came during the window. It goes behind the others of its priority, in list order behind all that were chosen. */
  add(entry: Entry<E>, now: number): void {
    this.#wanted++;
    const priority = this.#ask(entry, this.#ageOf(entry), now);
    if (Number.isNaN(priority)) return;
    this.#added.push(entry, this.#isListOrder ? this.#listPriority : priority);
  }

  /** Takes out the update that goes next; undefined if all have been made. */
  next(): Entry<E> | undefined {
    let entry: Entry<E> | undefined;
    if (this.#added.size > 0) entry = this.#nextOfBoth();
    else if (this.#next < this.#end) entry = this.#entries[this.#order[this.#next++]!];
    else entry = this.#nextChosen();
    if (entry === undefined) return undefined;
    this.#made++;
    if (entry.cost >= 0) this.#spent += entry.cost;
    else this.#unknown++;
    return entry;
  }

  /** Priority of the update that goes next; -Infinity if there is none. */
  get nextPriority(): number {
    const chosen = this.#chosenPriority();
    return this.#added.size === 0 ? chosen : Math.max(chosen, this.#added.topKey());
  }

  /** Drops what is left, and returns how many updates that is. */
  end(): number {
    if (!this.isOpen) return 0;
    const left = this.#wanted - this.#made;
    this.#learnCapacity(left > 0);
    this.#wasListCut = this.#isListOrder && this.#next < this.#dueEnd;
    this.isOpen = false;
    this.#added.clear();
    this.#next = this.#end = this.#dueEnd = this.#made = this.#spent = this.#unknown = 0;
    this.#threshold = -Infinity;
    this.#entries = [];
    return left;
  }

  #makeRoom(count: number): void {
    if (this.#priorities.length >= count) return;
    this.#priorities = new Float64Array(count * 2);
    this.#costs = new Float64Array(count * 2);
    this.#order = new Int32Array(count * 2);
  }

  /** Returns how many entries would miss their minimum rate: their positions begin the order, and their priorities are how late they are. */
  #rank(): number {
    const { minRate } = this.#options;
    const { made, now, step } = this.#start;
    const entries = this.#entries;
    this.#stats.stretch = 1;
    let due = 0;
    let costs = 0;
    let known = 0;
    for (let i = 0; i < this.#count; i++) {
      const entry = entries[i]!;
      const age = (made - entry.updatedAt) * step;
      const lateness = minRate === undefined ? 0 : this.#lateness(entry.entity, age, minRate);
      if (lateness > 0) this.#order[due++] = i;
      this.#priorities[i] = lateness > 0 ? lateness : this.#ask(entry, age, now);
      this.#costs[i] = entry.cost;
      if (entry.cost < 0) continue;
      costs += entry.cost;
      known++;
    }
    if (known < this.#count) this.#expectUsual(known > 0 ? costs / known : 0);
    return due;
  }

  /** Entities that have never been updated are expected to cost what the others cost. */
  #expectUsual(cost: number): void {
    for (let i = 0; i < this.#count; i++) if (this.#costs[i]! < 0) this.#costs[i] = cost;
  }

  /** How late the entity would be relative to its minimum rate without an update in this window, > 1; 0 if it would be on time. */
  #lateness(entity: E, age: number, minRate: (entity: E) => number): number {
    try {
      const rate = minRate(entity);
      if (!(rate >= 0 && rate < Infinity))
        checkNumberResult('Frame: minRate', rate, this.#reportError, { min: 0 });
      const waited = Math.min((age * rate) / 1000, Number.MAX_VALUE);
      if (waited > this.#stats.stretch) this.#stats.stretch = waited;
      const lateness = waited + (this.#options.stepsPerWindow * this.#start.step * rate) / 1000;
      // A hair of tolerance: a rate that the windows keep exactly is not missed by a rounding error.
      return lateness > 1 + 1e-9 ? Math.min(lateness, Number.MAX_VALUE) : 0;
    } catch (error) {
      this.#reportError(error);
      return 0;
    }
  }

  /** Simulated ms since the last update. */
  #ageOf(entry: Entry<E>): number {
    return (this.#start.made - entry.updatedAt) * this.#start.step;
  }

  /** A policy that throws or gives no number must not keep the other entities from their updates: NaN then. */
  #ask(entry: Entry<E>, age: number, now: number): number {
    try {
      const priority = this.#options.priority(entry.entity, age, now);
      if (Number.isFinite(priority)) return priority;
      checkNumberResult('Frame: priority', priority, this.#reportError);
    } catch (error) {
      this.#reportError(error);
    }
    this.#wanted--;
    return NaN;
  }

  /** Minimum rates go first, the latest before the others, as far as their share of the window goes; beyond that they wait by priority. */
  #chooseDue(due: number): void {
    if (due === 0) return;
    const { minRateShare } = this.#options;
    const share = minRateShare < 1 ? minRateShare * this.#capacity : Infinity;
    sortByPriority(this.#order, this.#priorities, 0, due);
    let cost = 0;
    for (let i = 0; i < due; i++) {
      const position = this.#order[i]!;
      if (cost <= share) {
        cost += this.#costs[position]!;
        this.#priorities[position] = NaN;
        this.#dueEnd++;
      } else {
        const entry = this.#entries[position]!;
        this.#priorities[position] = this.#ask(entry, this.#ageOf(entry), this.#start.now);
      }
    }
    this.#end = this.#dueEnd;
  }

  #choose(): void {
    if (this.#wasCut) this.#threshold = this.#findThreshold(this.#isListOrder ? LIST_SURPLUS : SURPLUS);
    if (this.#isListOrder) this.#chooseInListOrder();
    else this.#putInOrder(this.#threshold, Infinity);
  }

  #findThreshold(surplus: number): number {
    let capacity = this.#capacity * surplus;
    for (let i = 0; i < this.#dueEnd; i++) capacity -= this.#costs[this.#order[i]!]!;
    return priorityThreshold(this.#priorities, this.#costs, this.#count, capacity);
  }

  /** Appends the entries with a priority from `least` up to but not including `limit`, the most important first. */
  #putInOrder(least: number, limit: number): void {
    const priorities = this.#priorities;
    const from = this.#end;
    let end = from;
    for (let i = 0; i < this.#count; i++) {
      const priority = priorities[i]!;
      if (priority >= least && priority < limit) this.#order[end++] = i;
    }
    this.#end = end;
    sortByPriority(this.#order, priorities, from, end);
  }

  /** Puts all that are chosen into the order of the list. */
  #chooseInListOrder(): void {
    const due = this.#order.subarray(0, this.#dueEnd).toSorted();
    let nextDue = 0;
    let end = 0;
    let least = Infinity;
    for (let i = 0; i < this.#count; i++) {
      const priority = this.#priorities[i]!;
      if (priority >= this.#threshold) least = Math.min(least, priority);
      else if (due[nextDue] === i) nextDue++;
      else continue;
      this.#order[end++] = i;
    }
    this.#dueEnd = this.#end = end;
    this.#listPriority = least < Infinity ? least : MIN_RATE_PRIORITY;
  }

  #chosenPriority(): number {
    if (this.#next < this.#dueEnd) return this.#isListOrder ? this.#listPriority : MIN_RATE_PRIORITY;
    if (this.#next === this.#end) {
      if (this.#threshold === -Infinity) return -Infinity;
      // There is more time than was expected.
      const threshold = this.#threshold;
      this.#threshold = -Infinity;
      this.#next = this.#end = this.#dueEnd = 0;
      this.#putInOrder(-Infinity, threshold);
      if (this.#end === 0) return -Infinity;
    }
    return this.#priorities[this.#order[this.#next]!]!;
  }

  #nextChosen(): Entry<E> | undefined {
    if (this.#next === this.#end && this.#chosenPriority() === -Infinity) return undefined;
    return this.#entries[this.#order[this.#next++]!];
  }

  #nextOfBoth(): Entry<E> | undefined {
    const isListRunning = this.#isListOrder && this.#next < this.#dueEnd;
    return isListRunning || this.#chosenPriority() >= this.#added.topKey()
      ? this.#nextChosen()
      : this.#added.pop();
  }

  #learnCapacity(wasCut: boolean): void {
    this.#wasCut = wasCut;
    const known = this.#made - this.#unknown;
    if (known === 0) return;
    const spent = this.#spent + (this.#spent / known) * this.#unknown;
    if (!wasCut) this.#capacity = Math.max(this.#capacity, spent);
    else this.#capacity = this.#capacity < Infinity ? (this.#capacity + spent) / 2 : spent;
  }
}

import { checkNumberResult } from '../../event-loop/callback-result.ts';
import type { Entry } from '../entities/entity-list.ts';
import { EntryColumns } from './entry-columns.ts';
import type { CompleteFrameOptions } from '../frame-options.ts';
import type { FrameState } from '../frame-state.ts';
import { ListOrderPlan } from './list-order-plan.ts';
import { PriorityQueue } from '../../queue/priority-queue.ts';
import { priorityThreshold } from './priority-threshold.ts';
import { sortByPriority } from '../../queue/priority-sort.ts';

/** Updates that are due by a minimum rate precede all others, even if priorities of tasks and policies use the whole range of numbers. */
const MIN_RATE_PRIORITY = Number.MAX_VALUE;

/**
 * The expected cost of the chosen updates is this multiple of the cost of the updates that fitted
 * into recent windows. Therefore a second choice is rarely needed.
 */
const SURPLUS = 1.25;
/**
 * After this many windows in a row in which the list was cut short, one window runs by priority, so
 * that the end of the list does not starve.
 */
const MAX_CUTS = 3;

/** The state of a frame when a window begins. */
export interface WindowStart {
  /** Number of steps so far. */
  readonly stepsMade: number;
  /** Duration of a step in ms. */
  readonly step: number;
  /** Simulated time in ms. */
  readonly now: number;
}

/**
 * The updates of one window: chooses them and puts them in order.
 *
 * Under overload most updates are not made, and sorting them would cost as much as many updates.
 * Therefore a threshold of the priority is computed from the costs of the updates that fitted into
 * recent windows. Updates below the threshold are sorted only if there is time for them after all.
 * The resulting order is the same.
 */
export class FrameWindow<E extends object> {
  isOpen = false;

  #frame: FrameState<E>;
  #options: CompleteFrameOptions<E>;
  #stats: { stretch: number };
  #reportError: (error: unknown) => void;

  #entries: readonly Entry<E>[] = [];
  #start: WindowStart = { stepsMade: 0, step: 0, now: 0 };
  // A priority is NaN if the entry was chosen for its minimum rate, or if the policy has failed.
  #columns: EntryColumns = new EntryColumns();
  #count = 0;
  #part = 0; // the part of the list, of `rankEvery` parts, for which the policy is called in any case

  // Positions of the chosen entries, in the order of their updates. Those that are due by a minimum rate come first, up to #dueEnd.
  #order: Int32Array = new Int32Array(0);
  #dueEnd = 0;
  #next = 0;
  #end = 0;
  #listPriority = 0; // priority of all chosen updates in list order
  #dueCost = 0;
  #dueCredit = 0; // ns that were left of the share of minimum rates in the last window: too few for the next due update
  #limit = -Infinity; // entries with a lower priority are not sorted yet
  #threshold = -Infinity; // of these, entries with at least this priority are sorted next
  #added: PriorityQueue<Entry<E>> = new PriorityQueue(); // entries that were added during the window

  #wanted = 0; // number of updates that the entries want
  #made = 0; // number of updates made
  #spent = 0; // expected cost of the updates made, ns
  #unknown = 0; // number of updates made whose cost was unknown
  #capacity = Infinity; // cost of the updates that fitted lately, ns
  #wasCut = false; // the last window ended before all its updates were made
  #cutsInRow = 0; // windows in a row in which the list was cut short
  #isListOrder = false;
  #plan: ListOrderPlan | undefined; // in list order, if there is probably not enough time for all updates
  #listPlan: ListOrderPlan = new ListOrderPlan();
  #busyTimeAtBegin = 0; // busy time of the loop when the window began, ms

  constructor(frame: FrameState<E>) {
    const { options, reportError, stats } = frame;
    this.#frame = frame;
    this.#options = options;
    this.#stats = stats;
    this.#reportError = reportError;
  }

  /** Asks the policy for priorities, and chooses updates. The first `unchanged` entries are at the same positions as in the last window. */
  begin(entries: readonly Entry<E>[], unchanged: number, start: WindowStart): void {
    this.isOpen = true;
    this.#start = start;
    this.#entries = entries;
    this.#columns.arrange(entries, unchanged);
    this.#count = this.#wanted = entries.length;
    this.#isListOrder = this.#options.order === 'list' && this.#cutsInRow < MAX_CUTS;
    this.#busyTimeAtBegin = this.#frame.busyTime;
    this.#limit = Infinity;
    if (this.#order.length < entries.length) this.#order = new Int32Array(entries.length * 2);
    const due = this.#rank();
    this.#chooseDue(due);
    this.#choose();
  }

  /** Adds an entry during the window. It goes behind the others of its priority, or in list order behind all chosen updates. */
  add(entry: Entry<E>, age: number, now: number): void {
    this.#wanted++;
    const priority = this.#ask(entry, age, now);
    if (Number.isNaN(priority)) return;
    this.#added.push(entry, this.#isListOrder ? this.#listPriority : priority);
  }

  /** Removes and returns the entry of the next update; undefined if all have been made. */
  next(): Entry<E> | undefined {
    const entry = this.#isListOrder ? this.#nextInList() : this.#nextByPriority();
    if (entry === undefined) return undefined;
    this.#made++;
    if (entry.cost >= 0) this.#spent += entry.cost;
    else this.#unknown++;
    return entry;
  }

  /** Priority of the next update; -Infinity if there is none. */
  get nextPriority(): number {
    const chosen = this.#chosenPriority();
    return this.#added.size === 0 ? chosen : Math.max(chosen, this.#added.topKey());
  }

  /** Marks the data about an entry as out of date, since it is updated now. */
  forget({ position }: Entry<E>): void {
    if (position >= 0) this.#columns.isKnown[position] = 0;
  }

  /** Marks all data about entries as out of date, since the times of updates have changed. */
  forgetAll(): void {
    this.#columns.forget();
  }

  /** Ends the window. Returns the number of updates that were not made. */
  end(): number {
    if (!this.isOpen) return 0;
    const left = this.#wanted - this.#made;
    this.#learnCapacity(left > 0);
    const isCut = this.#isListRunning && (this.#plan?.isFinished !== true || this.#plan.lacksFirst);
    this.#cutsInRow = isCut ? this.#cutsInRow + 1 : 0;
    this.isOpen = false;
    this.#added.clear();
    this.#next = this.#end = this.#dueEnd = this.#made = this.#spent = this.#unknown = 0;
    this.#limit = -Infinity;
    this.#threshold = -Infinity;
    this.#plan = undefined;
    this.#entries = [];
    return left;
  }

  /**
   * Ranks all entries. Returns the number of those that would miss their minimum rate: the order begins with their positions, and their priority is their
   * lateness.
   */
  #rank(): number {
    const { rankEvery } = this.#options;
    const { step, stepsMade } = this.#start;
    this.#stats.stretch = 1;
    let due = 0;
    let costs = 0;
    let known = 0;
    // Parts are contiguous, because neighbors in the list are also neighbors in memory.
    const from = Math.floor((this.#count * this.#part) / rankEvery);
    this.#part = (this.#part + 1) % rankEvery;
    const to = this.#part === 0 ? this.#count : Math.floor((this.#count * this.#part) / rankEvery);
    const { costs: costOf, isKnown, minRates, priorities, updatedAt } = this.#columns;
    for (let i = 0; i < this.#count; i++) {
      const isAsked = (i >= from && i < to) || isKnown[i] === 0;
      if (isAsked) this.#read(i);
      const age = (stepsMade - updatedAt[i]!) * step;
      const rate = minRates[i]!;
      const lateness = rate > 0 ? this.#lateness(rate, age) : 0;
      if (lateness > 0) {
        this.#order[due++] = i;
        priorities[i] = lateness;
      } else if (isAsked) this.#askAt(i);
      const cost = costOf[i]!;
      if (cost < 0) continue;
      costs += cost;
      known++;
    }
    if (known < this.#count) this.#assumeCost(known > 0 ? costs / known : 0);
    return due;
  }

  /** Copies the data of an entry, except its priority, into the columns. */
  #read(position: number): void {
    const { minRate } = this.#options;
    const entry = this.#entries[position]!;
    this.#columns.updatedAt[position] = entry.updatedAt;
    this.#columns.costs[position] = entry.cost;
    this.#columns.minRates[position] = minRate === undefined ? 0 : this.#rateOf(entry.entity, minRate);
  }

  #askAt(position: number): void {
    const priority = this.#ask(
      this.#entries[position]!,
      this.#ageOf(this.#columns.updatedAt[position]!),
      this.#start.now,
    );
    this.#columns.priorities[position] = priority;
    this.#columns.isKnown[position] = Number.isNaN(priority) ? 0 : 1;
  }

  /** Sets the expected cost of entities that have never been updated to the mean of the others. */
  #assumeCost(cost: number): void {
    for (let i = 0; i < this.#count; i++) if (this.#columns.costs[i]! < 0) this.#columns.costs[i] = cost;
  }

  /** The minimum rate of an entity; 0 if it has none or the callback fails. */
  #rateOf(entity: E, minRate: (entity: E) => number): number {
    try {
      const rate = minRate(entity);
      if (!(typeof rate === 'number' && rate >= 0 && rate < Infinity))
        checkNumberResult('Frame: minRate', rate, this.#reportError, { min: 0 });
      return rate;
    } catch (error) {
      this.#reportError(error);
      return 0;
    }
  }

  /** The time without an update at the end of this window, in periods of the minimum rate, > 1; 0 if the entity would be on time. */
  #lateness(rate: number, age: number): number {
    const waited = Math.min((age * rate) / 1000, Number.MAX_VALUE);
    if (waited > this.#stats.stretch) this.#stats.stretch = waited;
    const lateness = waited + (this.#options.stepsPerWindow * this.#start.step * rate) / 1000;
    // With a tolerance of 1e-9: a rate that equals the rate of the windows must not be missed because of rounding.
    return lateness > 1 + 1e-9 ? Math.min(lateness, Number.MAX_VALUE) : 0;
  }

  /** Simulated time in ms since the last update. */
  #ageOf(updatedAt: number): number {
    return Math.max(0, (this.#start.stepsMade - updatedAt) * this.#start.step);
  }

  /** Calls the policy. Returns NaN if it throws or returns no number, so that the other entities are still updated. */
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

  /**
   * Puts entries that are due by their minimum rate first, in order of lateness, up to their share
   * of the window. The other due entries are ranked by priority. If the next due update does not
   * fit into the rest of the share, this rest is added to the share of the next window. Otherwise
   * expensive updates would never fit.
   */
  #chooseDue(due: number): void {
    const credit = this.#dueCredit;
    this.#dueCredit = 0;
    if (due === 0) return;
    const { minRateShare } = this.#options;
    const share = minRateShare < 1 ? minRateShare * this.#capacity + credit : Infinity;
    // In list order, the lateness matters only if not all due updates fit into the share.
    if (!this.#isListOrder || this.#costOf(due) > share)
      sortByPriority(this.#order, this.#columns.priorities, 0, due);
    let left = share;
    for (let i = 0; i < due; i++) {
      const position = this.#order[i]!;
      const cost = this.#columns.costs[position]!;
      if (this.#dueEnd === i && cost <= left) {
        left -= cost;
        this.#columns.priorities[position] = NaN;
        this.#columns.isKnown[position] = 0;
        this.#dueEnd++;
      } else this.#askAt(position);
    }
    if (this.#dueEnd < due) this.#dueCredit = left;
    this.#end = this.#dueEnd;
  }

  /** The expected cost of the first `count` entries of the order. */
  #costOf(count: number): number {
    let cost = 0;
    for (let i = 0; i < count; i++) cost += this.#columns.costs[this.#order[i]!]!;
    return cost;
  }

  #choose(): void {
    this.#dueCost = this.#costOf(this.#dueEnd);
    if (this.#wasCut) this.#threshold = this.#findThreshold();
    if (this.#isListOrder) this.#chooseInListOrder();
    else this.#sortNext();
  }

  #findThreshold(): number {
    const capacity = this.#capacity * SURPLUS - this.#dueCost;
    return priorityThreshold(this.#columns.priorities, this.#columns.costs, this.#count, capacity);
  }

  /** Appends the entries that are next by priority. */
  #sortNext(): void {
    const limit = this.#limit;
    this.#limit = this.#threshold;
    this.#threshold = -Infinity;
    this.#sortRange(this.#limit, limit);
  }

  /** Appends the entries with a priority from `least` up to but not including `limit`, in order of priority. */
  #sortRange(least: number, limit: number): void {
    const priorities = this.#columns.priorities;
    const from = this.#end;
    let end = from;
    for (let i = 0; i < this.#count; i++) {
      const priority = priorities[i]!;
      if (priority >= least && priority < limit) this.#order[end++] = i;
    }
    this.#end = end;
    sortByPriority(this.#order, priorities, from, end);
  }

  /** Puts all entries for which there may be time into the order of the list. */
  #chooseInListOrder(): void {
    if (this.#wasCut) this.#beginPlan();
    const due = this.#order.subarray(0, this.#dueEnd).toSorted();
    let nextDue = 0;
    let end = 0;
    let least = Infinity;
    for (let i = 0; i < this.#count; i++) {
      const priority = this.#columns.priorities[i]!;
      if (priority >= this.#threshold) least = Math.min(least, priority);
      else if (due[nextDue] === i) nextDue++;
      else continue;
      this.#order[end++] = i;
    }
    this.#dueEnd = this.#end = end;
    if (this.#plan !== undefined) return;
    this.#limit = -Infinity; // no entry is left
    this.#listPriority = least < Infinity ? least : MIN_RATE_PRIORITY;
  }

  #beginPlan(): void {
    this.#sortRange(this.#threshold, Infinity);
    const ranked = this.#order.subarray(this.#dueEnd, this.#end);
    const { costs, priorities } = this.#columns;
    const plan = (this.#plan = this.#listPlan);
    plan.begin({ ranked, costs, count: this.#count, due: this.#dueEnd, dueCost: this.#dueCost });
    this.#listPriority = plan.planned > 0 ? priorities[ranked[plan.planned - 1]!]! : MIN_RATE_PRIORITY;
  }

  get #isListRunning(): boolean {
    return this.#isListOrder && this.#next < this.#dueEnd;
  }

  #chosenPriority(): number {
    if (this.#next < this.#dueEnd) return this.#isListOrder ? this.#listPriority : MIN_RATE_PRIORITY;
    if (this.#next === this.#end && !this.#chooseMore()) return -Infinity;
    return this.#columns.priorities[this.#order[this.#next]!]!;
  }

  /** Chooses more entries, since there is more time than expected: first some, then all. Returns false if all have been chosen. */
  #chooseMore(): boolean {
    this.#next = this.#end = this.#dueEnd = 0;
    while (this.#limit > -Infinity && this.#end === 0) this.#sortNext();
    return this.#end > 0;
  }

  #nextInList(): Entry<E> | undefined {
    if (this.#next >= this.#dueEnd) return this.#nextByPriority();
    return this.#plan === undefined ? this.#takeNext() : this.#nextPlanned(this.#plan);
  }

  #nextPlanned(plan: ListOrderPlan): Entry<E> | undefined {
    plan.correct(this.#frame.busyTime - this.#busyTimeAtBegin);
    while (this.#next < this.#dueEnd) {
      const position = this.#order[this.#next]!;
      if (plan.visit(position)) {
        this.#columns.priorities[position] = NaN; // marks the entry as chosen
        return this.#takeNext();
      }
      this.#next++;
    }
    return this.#nextByPriority();
  }

  #nextByPriority(): Entry<E> | undefined {
    if (this.#added.size > 0) return this.#nextOfBoth();
    return this.#next < this.#end ? this.#takeNext() : this.#nextChosen();
  }

  #nextChosen(): Entry<E> | undefined {
    if (this.#next === this.#end && this.#chosenPriority() === -Infinity) return undefined;
    return this.#takeNext();
  }

  #takeNext(): Entry<E> {
    const position = this.#order[this.#next++]!;
    this.#columns.isKnown[position] = 0;
    return this.#entries[position]!;
  }

  #nextOfBoth(): Entry<E> | undefined {
    return this.#chosenPriority() >= this.#added.topKey() ? this.#nextChosen() : this.#added.pop();
  }

  #learnCapacity(wasCut: boolean): void {
    this.#wasCut = wasCut;
    const known = this.#made - this.#unknown;
    if (known === 0) return;
    const spent = this.#spent + (this.#spent / known) * this.#unknown;
    if (this.#options.order === 'list') this.#learnDuration(spent);
    if (!wasCut) this.#capacity = Math.max(this.#capacity, spent);
    else this.#capacity = this.#capacity < Infinity ? (this.#capacity + spent) / 2 : spent;
  }

  #learnDuration(cost: number): void {
    if (this.#wasCut) this.#listPlan.learn(cost, this.#frame.busyTime - this.#busyTimeAtBegin);
    else this.#listPlan.forget();
  }
}

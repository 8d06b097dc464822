import { checkNumberResult } from '../../event-loop/callback-result.ts';
import type { Entry } from '../entities/entity-list.ts';
import { EntryColumns } from './entry-columns.ts';
import type { CompleteFrameOptions } from '../frame-options.ts';
import type { FrameState } from '../frame-state.ts';
import { ListOrderPlan } from './list-order-plan.ts';
import { PriorityQueue } from '../../queue/priority-queue.ts';
import { priorityThreshold } from './priority-threshold.ts';
import { sortByPriority } from '../../queue/priority-sort.ts';

/** Updates that a minimum rate demands go before all others, also of tasks and policies that use the whole range of numbers. */
const MIN_RATE_PRIORITY = Number.MAX_VALUE;

/** The expected costs of chosen updates are more than what fitted lately, so that the choice seldom has to be made again … */
const SURPLUS = 1.25;
/** After this many windows in a row that ended before the list did, one runs by priority, so that the end of the list does not starve. */
const MAX_CUTS = 3;

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

  #frame: FrameState<E>;
  #options: CompleteFrameOptions<E>;
  #stats: { stretch: number };
  #reportError: (error: unknown) => void;

  #entries: readonly Entry<E>[] = [];
  #start: WindowStart = { made: 0, step: 0, now: 0 };
  // A priority is NaN if the entry has been chosen for its minimum rate, or if the policy has failed.
  #facts: EntryColumns = new EntryColumns();
  #count = 0;
  #turn = 0; // of the entries that are asked about although they are known

  // Positions of the chosen entries, in the order of running: first, up to #dueEnd, those that a minimum rate demands.
  #order: Int32Array = new Int32Array(0);
  #dueEnd = 0;
  #next = 0;
  #end = 0;
  #listPriority = 0; // with which a choice in list order waits
  #dueCost = 0;
  #limit = -Infinity; // entries below it have not been put in order …
  #threshold = -Infinity; // … and those from this one on are put in order next
  #added: PriorityQueue<Entry<E>> = new PriorityQueue(); // entries that came during the window

  #wanted = 0;
  #made = 0;
  #spent = 0; // expected costs of the updates made, ns
  #unknown = 0; // updates made whose cost was not known
  #capacity = Infinity; // what fitted lately, ns
  #wasCut = false; // the last window ended before all its updates were made …
  #cutsInRow = 0; // windows that ended before their list did
  #isListOrder = false;
  #plan: ListOrderPlan | undefined; // in list order, if there is probably not enough time for all
  #listPlan: ListOrderPlan = new ListOrderPlan();
  #began = 0; // busy time of the loop in ms

  constructor(frame: FrameState<E>) {
    const { options, reportError, stats } = frame;
    this.#frame = frame;
    this.#options = options;
    this.#stats = stats;
    this.#reportError = reportError;
  }

  /** Asks the policy about the entries, and chooses. The first `unchanged` entries are in the same places as in the last window. */
  begin(entries: readonly Entry<E>[], unchanged: number, start: WindowStart): void {
    this.isOpen = true;
    this.#start = start;
    this.#entries = entries;
    this.#facts.arrange(entries, unchanged);
    this.#count = this.#wanted = entries.length;
    this.#isListOrder = this.#options.order === 'list' && this.#cutsInRow < MAX_CUTS;
    this.#began = this.#frame.busyTime;
    this.#limit = Infinity;
    if (this.#order.length < entries.length) this.#order = new Int32Array(entries.length * 2);
    const due = this.#rank();
    this.#chooseDue(due);
    this.#choose();
  }

  /** Adds an entry that came during the window. It goes behind the others of its priority, in list order behind all that were chosen. */
  add(entry: Entry<E>, age: number, now: number): void {
    this.#wanted++;
    const priority = this.#ask(entry, age, now);
    if (Number.isNaN(priority)) return;
    this.#added.push(entry, this.#isListOrder ? this.#listPriority : priority);
  }

  /** Takes out the update that goes next; undefined if all have been made. */
  next(): Entry<E> | undefined {
    const entry = this.#isListOrder ? this.#nextInList() : this.#nextByPriority();
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

  /** The times of updates have changed. */
  forget(): void {
    this.#facts.forget();
  }

  /** Drops what is left, and returns how many updates that is. */
  end(): number {
    if (!this.isOpen) return 0;
    const left = this.#wanted - this.#made;
    this.#learnCapacity(left > 0);
    this.#cutsInRow = this.#isListRunning && this.#plan?.isFinished !== true ? this.#cutsInRow + 1 : 0;
    this.isOpen = false;
    this.#added.clear();
    this.#next = this.#end = this.#dueEnd = this.#made = this.#spent = this.#unknown = 0;
    this.#limit = -Infinity;
    this.#threshold = -Infinity;
    this.#plan = undefined;
    this.#entries = [];
    return left;
  }

  /** Returns how many entries would miss their minimum rate: their positions begin the order, and their priorities are how late they are. */
  #rank(): number {
    const { rankEvery } = this.#options;
    const { made, step } = this.#start;
    this.#stats.stretch = 1;
    let due = 0;
    let costs = 0;
    let known = 0;
    // A part of the list after the other: neighbors in the list are neighbors in memory as well.
    const from = Math.floor((this.#count * this.#turn) / rankEvery);
    this.#turn = (this.#turn + 1) % rankEvery;
    const to = this.#turn === 0 ? this.#count : Math.floor((this.#count * this.#turn) / rankEvery);
    const { costs: costOf, isKnown, minRates, priorities, updatedAt } = this.#facts;
    for (let i = 0; i < this.#count; i++) {
      const isAsked = (i >= from && i < to) || isKnown[i] === 0;
      if (isAsked) this.#read(i);
      const age = (made - updatedAt[i]!) * step;
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
    if (known < this.#count) this.#expectUsual(known > 0 ? costs / known : 0);
    return due;
  }

  /** Reads what is to be known of an entry, but for its priority. */
  #read(position: number): void {
    const { minRate } = this.#options;
    const entry = this.#entries[position]!;
    this.#facts.updatedAt[position] = entry.updatedAt;
    this.#facts.costs[position] = entry.cost;
    this.#facts.minRates[position] = minRate === undefined ? 0 : this.#rateOf(entry.entity, minRate);
  }

  #askAt(position: number): void {
    const priority = this.#ask(
      this.#entries[position]!,
      this.#ageOf(this.#facts.updatedAt[position]!),
      this.#start.now,
    );
    this.#facts.priorities[position] = priority;
    this.#facts.isKnown[position] = Number.isNaN(priority) ? 0 : 1;
  }

  /** Entities that have never been updated are expected to cost what the others cost. */
  #expectUsual(cost: number): void {
    for (let i = 0; i < this.#count; i++) if (this.#facts.costs[i]! < 0) this.#facts.costs[i] = cost;
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

  /** How late an entity would be relative to its minimum rate without an update in this window, > 1; 0 if it would be on time. */
  #lateness(rate: number, age: number): number {
    const waited = Math.min((age * rate) / 1000, Number.MAX_VALUE);
    if (waited > this.#stats.stretch) this.#stats.stretch = waited;
    const lateness = waited + (this.#options.stepsPerWindow * this.#start.step * rate) / 1000;
    // A hair of tolerance: a rate that the windows keep exactly is not missed by a rounding error.
    return lateness > 1 + 1e-9 ? Math.min(lateness, Number.MAX_VALUE) : 0;
  }

  /** Simulated ms since the last update. */
  #ageOf(updatedAt: number): number {
    return Math.max(0, (this.#start.made - updatedAt) * this.#start.step);
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
    // The order matters if not all fit, or if they run in it.
    if (!this.#isListOrder || this.#costOf(due) > share)
      sortByPriority(this.#order, this.#facts.priorities, 0, due);
    let cost = 0;
    for (let i = 0; i < due; i++) {
      const position = this.#order[i]!;
      if (cost <= share) {
        cost += this.#facts.costs[position]!;
        this.#facts.priorities[position] = NaN;
        this.#facts.isKnown[position] = 0;
        this.#dueEnd++;
      } else this.#askAt(position);
    }
    this.#end = this.#dueEnd;
  }

  /** The expected costs of the first `count` entries of the order. */
  #costOf(count: number): number {
    let cost = 0;
    for (let i = 0; i < count; i++) cost += this.#facts.costs[this.#order[i]!]!;
    return cost;
  }

  #choose(): void {
    this.#dueCost = this.#costOf(this.#dueEnd);
    if (this.#wasCut) this.#threshold = this.#findThreshold();
    if (this.#isListOrder) this.#chooseInListOrder();
    else this.#putNextInOrder();
  }

  #findThreshold(): number {
    const capacity = this.#capacity * SURPLUS - this.#dueCost;
    return priorityThreshold(this.#facts.priorities, this.#facts.costs, this.#count, capacity);
  }

  /** Appends the entries that come next by priority. */
  #putNextInOrder(): void {
    const limit = this.#limit;
    this.#limit = this.#threshold;
    this.#threshold = -Infinity;
    this.#putInOrder(this.#limit, limit);
  }

  /** Appends the entries with a priority from `least` up to but not including `limit`, the most important first. */
  #putInOrder(least: number, limit: number): void {
    const priorities = this.#facts.priorities;
    const from = this.#end;
    let end = from;
    for (let i = 0; i < this.#count; i++) {
      const priority = priorities[i]!;
      if (priority >= least && priority < limit) this.#order[end++] = i;
    }
    this.#end = end;
    sortByPriority(this.#order, priorities, from, end);
  }

  /** Puts all for which there may be time into the order of the list. */
  #chooseInListOrder(): void {
    if (this.#wasCut) this.#beginPlan();
    const due = this.#order.subarray(0, this.#dueEnd).toSorted();
    let nextDue = 0;
    let end = 0;
    let least = Infinity;
    for (let i = 0; i < this.#count; i++) {
      const priority = this.#facts.priorities[i]!;
      if (priority >= this.#threshold) least = Math.min(least, priority);
      else if (due[nextDue] === i) nextDue++;
      else continue;
      this.#order[end++] = i;
    }
    this.#dueEnd = this.#end = end;
    if (this.#plan !== undefined) return;
    this.#limit = -Infinity; // nothing is left
    this.#listPriority = least < Infinity ? least : MIN_RATE_PRIORITY;
  }

  #beginPlan(): void {
    this.#putInOrder(this.#threshold, Infinity);
    const ranked = this.#order.subarray(this.#dueEnd, this.#end);
    const { costs, priorities } = this.#facts;
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
    return this.#facts.priorities[this.#order[this.#next]!]!;
  }

  /** There is more time than was expected: chooses some more, then all. Returns false if all have been chosen. */
  #chooseMore(): boolean {
    this.#next = this.#end = this.#dueEnd = 0;
    while (this.#limit > -Infinity && this.#end === 0) this.#putNextInOrder();
    return this.#end > 0;
  }

  #nextInList(): Entry<E> | undefined {
    if (this.#next >= this.#dueEnd) return this.#nextByPriority();
    return this.#plan === undefined ? this.#takeNext() : this.#nextPlanned(this.#plan);
  }

  #nextPlanned(plan: ListOrderPlan): Entry<E> | undefined {
    plan.correct(this.#frame.busyTime - this.#began);
    while (this.#next < this.#dueEnd) {
      const position = this.#order[this.#next]!;
      if (plan.takes(position)) {
        this.#facts.priorities[position] = NaN; // it has been chosen
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
    this.#facts.isKnown[position] = 0;
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
    if (this.#wasCut) this.#listPlan.learn(cost, this.#frame.busyTime - this.#began);
    else this.#listPlan.forget();
  }
}

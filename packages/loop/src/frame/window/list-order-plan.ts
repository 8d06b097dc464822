/** An update is planned if there is probably time for this part of it. Less than half, because a cut list is in order, and an update after its end is not. */
const PART = 0.3;

/** By how much a longer window counts, and a shorter one: less, so that the estimate stays near the longest of windows that alternate. */
const LONGER = 1 / 2;
const SHORTER = 1 / 5;

/** What a window has chosen from. */
export interface Candidates {
  /** Positions in the list, the most important first. */
  readonly ranked: Int32Array;
  /** Expected costs in ns by position. */
  readonly costs: Float64Array;
  /** Length of the list. */
  readonly count: number;
  /** Number of the updates that are made in any case. */
  readonly due: number;
  /** Their expected costs in ns. */
  readonly dueCost: number;
}

/**
 * Decides which candidates are updated while the list is worked through, the most important ones first. There are more candidates than time. After each
 * reading of the clock the plan for the rest of the list is corrected by the time that the updates before it have taken, so that the end of the list and the
 * end of the window come together. A correction costs as much as it changes the plan: candidates that the list has passed leave a doubly linked list, so that
 * no correction visits them again.
 */
export class ListOrderPlan {
  #ranked: Int32Array = new Int32Array(0);
  #rankOf: Int32Array = new Int32Array(0); // by position; -1 for updates that are made in any case
  // A linked list of the candidates that the list has not passed, by rank. The first one is after -1, and the last one before #count.
  #before: Int32Array = new Int32Array(0);
  #after: Int32Array = new Int32Array(0);
  #count = 0;
  #costs: Float64Array = new Float64Array(0);

  #planned = 0; // candidates of a lower rank are made; a rank in the linked list, or #count
  #ahead = 0; // updates that are planned and not made
  #aheadCost = 0; // ns
  #left = 0; // expected costs in ns for which there is time
  #spent = 0; // ms at the last correction

  #duration = Infinity; // expected ms of a window
  #costPerMs = 1; // expected costs in ns of the updates in a ms

  /** Number of candidates that are planned, before the list is worked through. */
  get planned(): number {
    return this.#planned;
  }

  /** Whether all that is planned has been made. */
  get isFinished(): boolean {
    return this.#ahead === 0;
  }

  begin({ costs, count, due, dueCost, ranked }: Candidates): void {
    this.#makeRoom(count);
    this.#ranked.set(ranked);
    this.#count = ranked.length;
    this.#costs = costs;
    this.#rankOf.fill(-1, 0, count);
    for (let rank = 0; rank < ranked.length; rank++) this.#enter(rank);
    this.#before[ranked.length] = ranked.length - 1;
    this.#planned = 0;
    this.#ahead = due;
    this.#aheadCost = dueCost;
    this.#spent = 0;
    this.#left = this.#duration * this.#costPerMs;
    this.#adjust();
  }

  /** Corrects the plan. `spent`: ms since the window began. */
  correct(spent: number): void {
    if (spent === this.#spent) return;
    this.#spent = spent;
    this.#left = (this.#duration - spent) * this.#costPerMs;
    this.#adjust();
  }

  /** The list has come to a position. Returns whether the entity there is updated. */
  takes(position: number): boolean {
    const rank = this.#rankOf[position]!;
    const isPlanned = rank < this.#planned;
    if (rank >= 0) this.#leave(rank);
    if (!isPlanned) return false;
    const cost = this.#costs[position]!;
    this.#ahead--;
    this.#aheadCost -= cost;
    this.#left -= cost;
    return true;
  }

  /** A window was too short for all updates. `cost`: expected costs in ns of those made in it. `spent`: its duration in ms. */
  learn(cost: number, spent: number): void {
    if (!(spent > 0 && cost > 0)) return;
    if (this.#duration === Infinity) {
      this.#duration = spent;
      this.#costPerMs = cost / spent;
      return;
    }
    this.#duration += (spent - this.#duration) * (spent > this.#duration ? LONGER : SHORTER);
    this.#costPerMs = (this.#costPerMs + cost / spent) / 2;
  }

  /** A window was long enough for all updates. */
  forget(): void {
    this.#duration = Infinity;
  }

  #makeRoom(count: number): void {
    if (this.#rankOf.length > count) return;
    const size = count * 2 + 1;
    this.#rankOf = new Int32Array(size);
    this.#ranked = new Int32Array(size);
    this.#before = new Int32Array(size);
    this.#after = new Int32Array(size);
  }

  #enter(rank: number): void {
    this.#rankOf[this.#ranked[rank]!] = rank;
    this.#before[rank] = rank - 1;
    this.#after[rank] = rank + 1;
  }

  /** The list passes a candidate. */
  #leave(rank: number): void {
    const before = this.#before[rank]!;
    const after = this.#after[rank]!;
    this.#before[after] = before;
    if (before >= 0) this.#after[before] = after;
    if (rank === this.#planned) this.#planned = after;
  }

  #adjust(): void {
    while (this.#planned < this.#count && this.#plansNext()) this.#planned = this.#after[this.#planned]!;
    while (this.#dropsLast()) this.#planned = this.#before[this.#planned]!;
  }

  #plansNext(): boolean {
    const cost = this.#costs[this.#ranked[this.#planned]!]!;
    if (this.#aheadCost + cost * PART > this.#left) return false;
    this.#ahead++;
    this.#aheadCost += cost;
    return true;
  }

  #dropsLast(): boolean {
    const last = this.#before[this.#planned]!;
    if (last < 0) return false;
    const cost = this.#costs[this.#ranked[last]!]!;
    if (this.#aheadCost - cost * (1 - PART) <= this.#left) return false;
    this.#ahead--;
    this.#aheadCost -= cost;
    return true;
  }
}

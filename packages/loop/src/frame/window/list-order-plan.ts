/**
 * An update is planned if there is probably time for this part of it. The part is less than half,
 * because too many planned updates do less harm than too few. With too many, the list is cut short,
 * but stays in order. With too few, the remaining time goes to updates out of order.
 */
const MIN_FITTING_PART = 0.3;

/**
 * Weights of a longer and of a shorter window in the estimate of the duration. If long and short
 * windows alternate, the estimate stays near the long ones.
 */
const LONGER_WEIGHT = 1 / 2;
const SHORTER_WEIGHT = 1 / 5;

/** The updates among which a plan chooses. */
export interface Candidates {
  /** Positions in the list, in order of priority. */
  readonly ranked: Int32Array;
  /** Expected costs in ns by position. */
  readonly costs: Float64Array;
  /** Length of the list. */
  readonly count: number;
  /** Number of updates that are made in any case. */
  readonly due: number;
  /** Expected cost of the `due` updates in ns. */
  readonly dueCost: number;
}

/**
 * Chooses the updates that are made in list order when there are more candidates than time. The most important candidates are planned. While the list is
 * processed, each reading of the clock corrects the plan for the rest of the list by the duration of the updates so far, so that the list and the window end
 * at the same time.
 *
 * The cost of a correction is proportional to the change of the plan: candidates that the list has passed leave a doubly linked list, so no correction visits
 * them again.
 */
export class ListOrderPlan {
  #ranked: Int32Array = new Int32Array(0);
  #rankOf: Int32Array = new Int32Array(0); // by position; -1 for updates that are made in any case
  // Linked list, by rank, of the candidates that the list has not passed. The first one follows -1, and the last one precedes #count.
  #previous: Int32Array = new Int32Array(0);
  #next: Int32Array = new Int32Array(0);
  #count = 0;
  #costs: Float64Array = new Float64Array(0);

  #planned = 0; // candidates with a rank below this number are planned; a rank in the linked list, or #count
  #remaining = 0; // number of planned updates that are not made yet
  #remainingCost = 0; // their expected cost, ns
  #lacksFirst = false;
  #costBudget = 0; // expected cost for which there is time, ns
  #spent = 0; // duration of the window at the last correction, ms

  #duration = Infinity; // expected duration of a window, ms
  #costPerMs = 1; // expected cost in ns of the updates that take 1 ms

  /** Number of candidates that are planned. Valid before the list is processed. */
  get planned(): number {
    return this.#planned;
  }

  /** Whether all planned updates have been made. */
  get isFinished(): boolean {
    return this.#remaining === 0;
  }

  /** Whether the most important candidate has not been taken. */
  get lacksFirst(): boolean {
    return this.#lacksFirst;
  }

  begin({ costs, count, due, dueCost, ranked }: Candidates): void {
    this.#makeRoom(count);
    this.#ranked.set(ranked);
    this.#count = ranked.length;
    this.#costs = costs;
    this.#rankOf.fill(-1, 0, count);
    for (let rank = 0; rank < ranked.length; rank++) this.#link(rank);
    this.#previous[ranked.length] = ranked.length - 1;
    this.#planned = 0;
    this.#remaining = due;
    this.#lacksFirst = ranked.length > 0;
    this.#remainingCost = dueCost;
    this.#spent = 0;
    this.#costBudget = this.#duration * this.#costPerMs;
    this.#adjust();
  }

  /** Corrects the plan. `spent`: duration of the window so far, in ms. */
  correct(spent: number): void {
    if (spent === this.#spent) return;
    this.#spent = spent;
    this.#costBudget = (this.#duration - spent) * this.#costPerMs;
    this.#adjust();
  }

  /** Called when the list reaches `position`. Returns whether the entity there is updated. */
  visit(position: number): boolean {
    const rank = this.#rankOf[position]!;
    const isPlanned = rank < this.#planned;
    if (rank >= 0) this.#unlink(rank);
    if (!isPlanned) return false;
    if (rank === 0) this.#lacksFirst = false;
    const cost = this.#costs[position]!;
    this.#remaining--;
    this.#remainingCost -= cost;
    this.#costBudget -= cost;
    return true;
  }

  /** Learns from a window that was too short for all updates. `cost`: expected cost of its updates, in ns. `spent`: its duration in ms. */
  learn(cost: number, spent: number): void {
    if (!(spent > 0 && cost > 0)) return;
    if (this.#duration === Infinity) {
      this.#duration = spent;
      this.#costPerMs = cost / spent;
      return;
    }
    this.#duration += (spent - this.#duration) * (spent > this.#duration ? LONGER_WEIGHT : SHORTER_WEIGHT);
    this.#costPerMs = (this.#costPerMs + cost / spent) / 2;
  }

  /** Forgets the expected duration, after a window that was long enough for all updates. */
  forget(): void {
    this.#duration = Infinity;
  }

  #makeRoom(count: number): void {
    if (this.#rankOf.length > count) return;
    const size = count * 2 + 1;
    this.#rankOf = new Int32Array(size);
    this.#ranked = new Int32Array(size);
    this.#previous = new Int32Array(size);
    this.#next = new Int32Array(size);
  }

  #link(rank: number): void {
    this.#rankOf[this.#ranked[rank]!] = rank;
    this.#previous[rank] = rank - 1;
    this.#next[rank] = rank + 1;
  }

  #unlink(rank: number): void {
    const previous = this.#previous[rank]!;
    const next = this.#next[rank]!;
    this.#previous[next] = previous;
    if (previous >= 0) this.#next[previous] = next;
    if (rank === this.#planned) this.#planned = next;
  }

  #adjust(): void {
    while (this.#planned < this.#count && this.#plansNext()) this.#planned = this.#next[this.#planned]!;
    while (this.#dropsLast()) this.#planned = this.#previous[this.#planned]!;
  }

  #plansNext(): boolean {
    const cost = this.#costs[this.#ranked[this.#planned]!]!;
    if (this.#remainingCost + cost * MIN_FITTING_PART > this.#costBudget) return false;
    this.#remaining++;
    this.#remainingCost += cost;
    return true;
  }

  #dropsLast(): boolean {
    const last = this.#previous[this.#planned]!;
    if (last < 0) return false;
    const cost = this.#costs[this.#ranked[last]!]!;
    if (this.#remainingCost - cost * (1 - MIN_FITTING_PART) <= this.#costBudget) return false;
    this.#remaining--;
    this.#remainingCost -= cost;
    return true;
  }
}

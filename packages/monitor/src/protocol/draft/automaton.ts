import type { TraceMessage } from './recorded-messages.ts';

/** A message by its sender and its name. */
export type Label = TraceMessage;

/**
 * A deterministic automaton that accepts some traces. It begins as their prefix tree, in which each state is the set of traces with a common beginning. Then
 * states are merged. States are numbers. The numbers of merged states form a tree (union-find), whose root is the number in use.
 */
export class Automaton {
  #labels: Map<string, number> = new Map();
  #labelOf: Label[] = [];
  #children: Map<number, number>[] = [new Map<number, number>()]; // by state: the next state by the number of a label
  #incoming: number[] = [-1]; // by state of the prefix tree: the label that leads to it
  #parents: number[] = [0];

  /** `tail`: the number of messages that decide whether two states of the prefix tree are one. */
  constructor(traces: readonly (readonly TraceMessage[])[], tail: number) {
    for (const trace of traces) this.#addTrace(trace);
    this.#mergeEqualTails(tail);
    while (this.#closeDiamond()) {
      // Each merge may bring two more messages together.
    }
  }

  get start(): number {
    return this.#rootOf(0);
  }

  /** The messages that are allowed in a state, and the next states. */
  transitionsOf(state: number): readonly (readonly [Label, number])[] {
    return Array.from(
      this.#children[this.#rootOf(state)]!,
      ([label, next]) => [this.#labelOf[label]!, this.#rootOf(next)] as const,
    );
  }

  #addTrace(trace: readonly TraceMessage[]): void {
    let state = 0;
    for (const message of trace) {
      const label = this.#numberOf(message);
      const children = this.#children[state]!;
      state = children.get(label) ?? this.#addState(label);
      children.set(label, state);
    }
  }

  #addState(incoming: number): number {
    this.#incoming.push(incoming);
    this.#parents.push(this.#parents.length);
    return this.#children.push(new Map()) - 1;
  }

  #numberOf({ from, name }: TraceMessage): number {
    const key = JSON.stringify([from, name]);
    const known = this.#labels.get(key);
    if (known !== undefined) return known;
    this.#labels.set(key, this.#labelOf.length);
    return this.#labelOf.push({ from, name }) - 1;
  }

  /**
   * States are equal if the same messages follow, up to `tail` ones. The ends of two traces are equal only if the last messages are: a trace may also end
   * because a recording did.
   */
  #mergeEqualTails(tail: number): void {
    let classes = this.#children.map((children, state) => (children.size > 0 ? -1 : this.#incoming[state]!));
    for (let depth = 0; depth < tail; depth++) {
      const keys = new Map<string, number>();
      classes = classes.map((ofState, state) => {
        const next = Array.from(this.#children[state]!, ([label, child]) => `${label}:${classes[child]!}`);
        const key = next.length === 0 ? `end ${ofState}` : next.toSorted().join();
        const number = keys.get(key) ?? keys.size;
        keys.set(key, number);
        return number;
      });
    }
    const firsts = new Map<number, number>();
    for (const [state, ofState] of classes.entries()) {
      const first = firsts.get(ofState);
      if (first === undefined) firsts.set(ofState, state);
      else this.#merge(first, state);
    }
  }

  /** Merges two states that can be reached from one by the same two messages of different roles in different orders. Returns false if there are none. */
  #closeDiamond(): boolean {
    for (const [state, parent] of this.#parents.entries()) {
      if (state !== parent) continue;
      const transitions = [...this.#children[state]!];
      for (const [first, afterFirst] of transitions)
        for (const [second, afterSecond] of transitions) {
          if (this.#labelOf[first]!.from === this.#labelOf[second]!.from) continue;
          const one = this.#children[this.#rootOf(afterFirst)]!.get(second);
          const other = this.#children[this.#rootOf(afterSecond)]!.get(first);
          if (one !== undefined && other !== undefined && this.#merge(one, other)) return true;
        }
    }
    return false;
  }

  /** Merges two states, and the states that the merged one reaches by the same message. Returns false if they are one already. */
  #merge(one: number, other: number): boolean {
    let hasMerged = false;
    const pairs: [number, number][] = [[one, other]];
    for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
      const [kept, merged] = pair.map((state) => this.#rootOf(state)) as [number, number];
      if (kept === merged) continue;
      hasMerged = true;
      this.#parents[merged] = kept;
      const children = this.#children[kept]!;
      for (const [label, next] of this.#children[merged]!) {
        const known = children.get(label);
        if (known === undefined) children.set(label, next);
        else pairs.push([known, next]);
      }
    }
    return hasMerged;
  }

  #rootOf(state: number): number {
    let root = state;
    while (this.#parents[root] !== root) root = this.#parents[root]!;
    // Later searches are shorter.
    for (let at = state; at !== root;) [at, this.#parents[at]] = [this.#parents[at]!, root];
    return root;
  }
}

/** The counters and the problems of a soak. */
export interface Ledger {
  readonly counts: Record<string, number>;
  /** Descriptions of the first 20 problems. */
  readonly problems: string[];
}

const maxProblems = 20;

/** Adds `times` to the counter `what`. */
export function count(ledger: Ledger, what: string, times = 1): void {
  ledger.counts[what] = (ledger.counts[what] ?? 0) + times;
}

/** Counts and describes a problem. */
export function addProblem(ledger: Ledger, problem: string): void {
  count(ledger, 'problems');
  if (ledger.problems.length < maxProblems) ledger.problems.push(problem);
}

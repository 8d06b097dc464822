/** What was done in a soak, and what was wrong. */
export interface Ledger {
  readonly counts: Record<string, number>;
  /** The first of them, in words. */
  readonly problems: string[];
}

const mostProblems = 20;

export function count(ledger: Ledger, what: string, times = 1): void {
  ledger.counts[what] = (ledger.counts[what] ?? 0) + times;
}

export function blame(ledger: Ledger, problem: string): void {
  count(ledger, 'problems');
  if (ledger.problems.length < mostProblems) ledger.problems.push(problem);
}

/** The counters and the problems of a soak. */
export interface Findings {
  readonly counts: Record<string, number>;
  /** Descriptions of the first 20 problems. */
  readonly problems: string[];
}

const maxProblems = 20;

/** Adds `times` to the given counter. */
export function count(findings: Findings, counter: string, times = 1): void {
  findings.counts[counter] = (findings.counts[counter] ?? 0) + times;
}

/** Counts and describes a problem. */
export function addProblem(findings: Findings, problem: string): void {
  count(findings, 'problems');
  if (findings.problems.length < maxProblems) findings.problems.push(problem);
}

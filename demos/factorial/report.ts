import type { Backend } from '@doha/multiproc';
import type { Plan } from './plan.ts';

/** One computation of n!. */
export interface Run {
  /** How many did it; 'alone': the page did, with nothing of DOHA. */
  readonly workers: number | 'alone';
  /** What tasks ran in, if there were any. */
  readonly backend: Backend | undefined;
  readonly ms: number;
  /** In decimal. */
  readonly answer: string;
  /** Workers that were killed meanwhile. */
  readonly killed: number;
}

/** What the page leaves. */
export interface Report {
  readonly plan: Plan;
  /** Threads that run at once, as the browser says. */
  readonly cores: number;
  readonly isolated: boolean;
  /** In the order in which they were made. */
  readonly runs: readonly Run[];
}

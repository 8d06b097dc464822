import type { Backend } from '@doha/multiproc';
import type { Plan } from './plan.ts';

/** One computation of n! modulo the prime. */
export interface Run {
  /** The number of its round, from 0 on. */
  readonly round: number;
  /** The number of workers. `alone`: the page computed it without DOHA. */
  readonly workers: number | 'alone';
  /** The kind of thread that ran the tasks; undefined for a run of the page alone. */
  readonly backend: Backend | undefined;
  readonly ms: number;
  /** In decimal. */
  readonly answer: string;
  /** The number of workers that were killed during the run. */
  readonly killed: number;
}

/** The report of the page. */
export interface Report {
  readonly plan: Plan;
  /** `navigator.hardwareConcurrency`. */
  readonly cores: number;
  readonly isolated: boolean;
  /** In the order of their execution. */
  readonly runs: readonly Run[];
}

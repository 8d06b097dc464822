import type { Report } from './report.ts';
import type { Summary } from './summary.ts';

/** The report that the page leaves for measurements: all samples and their summary. */
export interface LeftReport extends Report {
  readonly summary: Summary;
  /** The names of the contestants by their ids. */
  readonly names: Readonly<Record<string, string>>;
}

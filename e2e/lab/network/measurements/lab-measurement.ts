import type { Lab } from '../link/lab.ts';

/** Options of all measurements in a lab. */
export interface LabMeasurement {
  readonly lab: Lab;
  /** Duration of each run, including the warm-up. */
  readonly seconds: number;
  /** Seconds at the beginning of each run that are not measured. */
  readonly warmup: number;
  /** Runs of each case. The cases take turns. */
  readonly runs: number;
  /** Reports progress. */
  readonly log: (text: string) => void;
}

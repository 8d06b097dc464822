import type { Lab } from '../link/lab.ts';

/** What all measurements in a lab are told. */
export interface LabMeasurement {
  readonly lab: Lab;
  /** Of each run, and of these at the beginning do not count. */
  readonly seconds: number;
  readonly warmup: number;
  /** Each case is run so often, in turns. */
  readonly goes: number;
  readonly tell: (text: string) => void;
}

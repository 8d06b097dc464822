import type { Side } from './network.ts';

/** What the page leaves when some inputs have come. */
export interface Report {
  /** Ms that an input took in the mean of the last second; undefined: none came. */
  readonly inputs: Readonly<Record<Side, number | undefined>>;
  readonly isReal: boolean;
}

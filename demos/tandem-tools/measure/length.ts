/** The length of a run, and the part that counts. */
export interface Length {
  readonly seconds: number;
  /** Seconds at either end that do not count. */
  readonly warmup: number;
}

/** When a run is over, and what of it counts. */
export interface Length {
  readonly seconds: number;
  /** Seconds at either end that do not count. */
  readonly warmup: number;
}

/** The result of one computation of n! modulo the prime. */
export interface TimedResult {
  /** The duration in ms. */
  readonly ms: number;
  readonly answer: bigint;
}

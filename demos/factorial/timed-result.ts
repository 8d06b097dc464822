/** What a way to compute n! came to. */
export interface Computed {
  /** Milliseconds that it took. */
  readonly ms: number;
  readonly answer: bigint;
}

/** A source of time. */
export interface Clock {
  /** Milliseconds since some fixed moment; never goes back. */
  now(): number;
}

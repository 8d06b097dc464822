/** A source of time. */
export interface Clock {
  /** The time in ms since a fixed moment. It never decreases. */
  now(): number;
}

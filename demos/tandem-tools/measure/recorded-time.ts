/** The duration of a recorded run, and the part of it that counts. */
export interface RecordedTime {
  /** Duration of the whole run. */
  readonly seconds: number;
  /** Seconds at the start and at the end of the run that do not count. */
  readonly margin: number;
}

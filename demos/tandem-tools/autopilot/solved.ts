/** What the autopilot found for a level that has a plan. */
export interface Solved {
  readonly id: string;
  /** See `writeRecording`; undefined where no way was found. */
  readonly keys: string | undefined;
  /** Seconds of play, or why there are none. */
  readonly outcome: string;
}

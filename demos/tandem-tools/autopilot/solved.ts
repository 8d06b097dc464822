/** The result of the autopilot for a level with a plan. */
export interface Solved {
  readonly id: string;
  /** See `writeRecording`; undefined if no way was found. */
  readonly keys: string | undefined;
  /** The playing time, or the reason of the failure. */
  readonly outcome: string;
}

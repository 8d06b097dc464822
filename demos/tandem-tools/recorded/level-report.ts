import type { Recording } from '../measure/recording.ts';

/** The report of a recorded level in `globalThis.report`: plain JSON. */
export interface LevelReport {
  readonly enemies: number;
  /** Whether the page is isolated. Then the resolution of its clock is 5 µs instead of 100 µs. */
  readonly isolated: boolean;
  /** Number of falls of all robots. */
  readonly falls: number;
  /** Number of steps until both robots were at the exit, or -1. */
  readonly finishedIn: number;
  readonly recording: Recording;
}

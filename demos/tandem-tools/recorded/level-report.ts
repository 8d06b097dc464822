import type { Recording } from '../measure/recording.ts';

/** What the page of a recorded level leaves in `globalThis.report`: plain JSON. */
export interface LevelReport {
  readonly enemies: number;
  /** Whether the page is isolated, which makes its clock step by 5 µs and not by 100. */
  readonly isolated: boolean;
  /** Times that a robot went down. */
  readonly falls: number;
  /** Steps until both robots were at the exit, or -1. */
  readonly finishedIn: number;
  readonly recording: Recording;
}

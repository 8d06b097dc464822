/** The report of the page in `globalThis.report`. */
export interface SessionReport {
  readonly enemies: number;
  readonly seconds: number;
  readonly steps: number;
  readonly entries: number;
  readonly recordedHash: number;
  readonly replayedHash: number;
  /** Whether the replay has the same tape and the same hash as the recorded game. */
  readonly isSameTape: boolean;
  readonly divergence: string;
  readonly bytesPerMinute: number;
  /** After compression with deflate. */
  readonly compressedPerMinute: number;
  readonly tapePerMinute: number;
  /** Duration of the replay in ms. */
  readonly replayTime: number;
  /** Whether the page is isolated. Then the resolution of its clock is 5 µs instead of 100 µs. */
  readonly isolated: boolean;
}

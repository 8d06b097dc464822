/** The figures of one run of a contestant in a scene. */
export interface Sample {
  readonly scene: string;
  readonly contestant: string;
  /** From 1. */
  readonly round: number;
  /** Duration in ms in which frames and inputs were counted. */
  readonly duration: number;
  /** Presented frames in that time. */
  readonly frames: number;
  /** The longest time in ms between two presented frames. */
  readonly longestGap: number;
  /** Input latencies in ms, in the order of the events. */
  readonly latencies: readonly number[];
  /** The time that entities lived, divided by the time that passed, weighted by importance; 0 to 1. */
  readonly lived: number;
  /** The same without weights. */
  readonly livedUnweighted: number;
  /** The time in ms of a fixed piece of work right before the run. It is longer if other programs use the processor. */
  readonly reference: number;
  /** Updates of all entities per second. */
  readonly updateRate: number;
  /** Durations in ms of interactions from the Event Timing API, which reports those of at least 16 ms; undefined without real events or the API. */
  readonly interactions?: readonly number[];
}

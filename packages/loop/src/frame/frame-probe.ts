/** Callbacks for measurements, such as those of `@doha/monitor`. They must not call methods of the frame or of its loop. */
export interface FrameProbe {
  /**
   * Called when a window ends. Times are in ms on the clock of the loop's host: the beginning, when the entities were ranked, and the end. `updated`,
   * `cancelled`: increases of these statistics of the frame in the window.
   */
  windowEnded?(start: number, end: number, updated: number, cancelled: number): void;
}

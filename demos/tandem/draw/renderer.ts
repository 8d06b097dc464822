/** Draws a world. */
export interface Renderer {
  /**
   * Draws the world at the game time `shown`, in ms, which is not before the last step but one. `time` is the page's time in ms, `updates` the
   * number of updates by entity index. `owners`, if given, is the owning thread by entity index, which is drawn, too.
   */
  draw(shown: number, time: number, updates: Uint32Array, owners?: Uint8Array): void;
}

/** Draws a world. */
export interface Renderer {
  /**
   * Draws the world at the game time `shown` in ms, which is usually between the last two steps.
   * `time` is the page's time in ms, `updates` the number of updates by entity index. If `owners`
   * is given, each enemy is marked with the color of the thread that owns it; `owners` is the
   * owning thread by entity index.
   */
  draw(shown: number, time: number, updates: Uint32Array, owners?: Uint8Array): void;
}

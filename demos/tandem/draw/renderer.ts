/** Shows a world. */
export interface Renderer {
  /**
   * Draws the world as it was at the game time `shown`, in ms, a step before its last one or later. `time` is the page's, in
   * ms; `updates` counts the updates of each entity, by its index; `owners` are the threads that have them, if they are to be shown.
   */
  draw(shown: number, time: number, updates: Uint32Array, owners?: Uint8Array): void;
}

/** Shows nothing: what is left of the time is the simulation's. */
export const nullRenderer: Renderer = { draw() {} };

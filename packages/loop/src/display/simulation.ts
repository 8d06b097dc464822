import type { EventLoop } from '../event-loop/event-loop.ts';

/** A simulation that `everyFrame` runs at a fixed rate, such as a `Frame`. */
export interface Simulation {
  /** Steps per second, unless `everyFrame` has the option `rate`. */
  readonly rate?: number;
  /** Called before the first step, with the loop and the number of steps per second. */
  attach?(loop: EventLoop, rate: number): void;
  /** Makes one step of 1000 / rate ms. */
  tick(): unknown;
  /**
   * Claims the simulation for one driver, such as `everyFrame`. The simulation calls `stop` when it is disposed. Returns a function that releases the
   * claim. Throws an Error if another driver has claimed the simulation.
   */
  claim?(stop: () => void): () => void;
  /** Called before each `draw`, with its `alpha`. */
  beforeDraw?(alpha: number): void;
  /** Called with a time in ms for which no steps are made. */
  skip?(elapsed: number): void;
}

import type { Clock } from './clock.ts';

/**
 * The platform below an event loop: a clock, and a way to request turns. A turn is one callback of the platform in which the loop works.
 *
 * A host that gives turns has one loop at a time. A second loop throws an Error, unless the first one is disposed. A plain clock, such as `performance`,
 * is enough for a loop that the application drives, for example from the frame callback of a game engine: such a loop works only inside
 * `loop.run({ budget })`.
 */
export interface Host extends Clock {
  /** Called by a new loop. The host calls `turn` for each turn that {@link wake} requests. */
  attach?(turn: () => void): void;

  /**
   * Requests one turn after `delay` ms, and replaces the previous request. 0 or less: as soon as the platform has had a chance to render and to deliver
   * input. Infinity: no turn.
   */
  wake?(delay: number): void;

  /**
   * The time of `now`, for a submission. Only for hosts on which readings of the clock take time, such as `VirtualHost`: a submission must not. Default: `now`.
   */
  peek?(): number;

  /** Called when the loop is disposed. Releases the resources of the host: it gives no more turns, until the next {@link attach}. */
  detach?(): void;

  /** Whether something more urgent than the loop waits, such as input, so that the turn should end. */
  interrupted?(): boolean;

  /** Calls `draw` once before the next display frame, as `requestAnimationFrame` does. Absent on platforms without a display. */
  requestFrame?(draw: (time: number) => void): void;

  /**
   * Cancels the last request of `draw`, as `cancelAnimationFrame` does. Has no effect if there is none. Without it a hidden page keeps a simulation that was
   * stopped until it is shown.
   */
  cancelFrame?(draw: (time: number) => void): void;

  /** Calls `listener` with the visibility of the page, now and at each change. Returns a function that removes the listener. */
  watchVisibility?(listener: (visible: boolean) => void): () => void;
}

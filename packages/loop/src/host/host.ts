import type { Clock } from './clock.ts';

/**
 * The platform below an event loop: a clock, and a way to request turns. A turn is one platform callback in which the loop works.
 *
 * A host that gives turns serves one loop at a time. Creating a second loop throws an Error, unless the first one is disposed. A plain clock, such as
 * `performance`, is enough for a loop that the application drives, for example from the frame callback of a game engine. Such a loop works only inside
 * `loop.run({ budget })`.
 */
export interface Host extends Clock {
  /** Called by a new loop. The host calls `turn` for each turn that {@link wake} requests. */
  attach?(turn: () => void): void;

  /**
   * Requests one turn after `delay` ms. Replaces the previous request. With 0 or less, the turn comes as soon as the platform has had a chance to render
   * and to deliver input. Infinity requests no turn.
   */
  wake?(delay: number): void;

  /**
   * Like `now`, but a call takes no simulated time. The loop calls it for submissions. Only hosts whose `now` takes simulated time need it, such as
   * `VirtualHost`. Default: `now`.
   */
  peek?(): number;

  /** Called when the loop is disposed. Releases the resources of the host, which gives no more turns until the next {@link attach}. */
  detach?(): void;

  /** Whether something more urgent than the loop, such as input, is waiting, so that the turn should end. */
  interrupted?(): boolean;

  /** Calls `draw` once before the next display frame, as `requestAnimationFrame` does. Absent on platforms without a display. */
  requestFrame?(draw: (time: number) => void): void;

  /**
   * Cancels the last request of `draw`, as `cancelAnimationFrame` does. Has no effect if there is none. Without this method, a hidden page keeps a stopped
   * simulation in memory until the page is shown.
   */
  cancelFrame?(draw: (time: number) => void): void;

  /** Calls `listener` with the visibility of the page, at once and after each change. Returns a function that removes the listener. */
  watchVisibility?(listener: (visible: boolean) => void): () => void;
}

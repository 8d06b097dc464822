import type { Clock } from '../clock.ts';

/**
 * Where an event loop lives: its clock, and the way in which it gets its turns from the platform below.
 *
 * A host that gives turns serves one loop. A bare clock, such as `performance`, is the host of a loop that somebody else drives,
 * like a game engine from its ticker: work is done inside `loop.run({ budget })` only.
 */
export interface Host extends Clock {
  /** Called once, by the loop: `turn` is what {@link wake} calls. */
  attach?(turn: () => void): void;

  /**
   * Asks for one turn after `delay` ms, in place of what was asked for before. 0 or less: as soon as the platform has had the
   * chance to render and to deliver input. Infinity: no turn until asked again.
   */
  wake?(delay: number): void;

  /** Gives back what the host holds; no turn comes after. */
  detach?(): void;

  /** Whether the platform has something more urgent, such as input, so that the turn had better end. */
  interrupted?(): boolean;

  /** Calls `draw` once, before the next picture is presented. Absent where nothing is presented. */
  requestFrame?(draw: (time: number) => void): void;

  /** Tells `listener` whether the page can be seen, now and at each change; returns the undo. */
  watchVisibility?(listener: (visible: boolean) => void): () => void;
}

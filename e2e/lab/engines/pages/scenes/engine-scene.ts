import type { EngineFrame, EngineFrameOptions } from '@doha/engines';

/** Width and height of the view in pixels. */
export const view = { width: 480, height: 300 } as const;

/** A position in pixels, from the middle of the view. Writing it moves the drawn object. */
export interface Point {
  x: number;
  y: number;
}

/** The options of a scene. */
export interface ScenePlan {
  readonly fish: number;
  /** Whether the engine leaves out objects that are out of view when it draws. */
  readonly culls: boolean;
  /** Called after each frame that the engine has drawn. */
  readonly drawn: () => void;
}

/** A scene of an engine: many fish, and a player. */
export interface EngineScene {
  readonly fish: readonly Point[];
  readonly player: Point;
  /** Whether the engine has found the fish with this index out of view. */
  isOutOfView(index: number): boolean;
  /** Runs a usual loop: `frame` is called before each display frame with the elapsed time in ms, as the engine gives it. */
  run(frame: (elapsed: number) => void): void;
  /** Runs a frame of DOHA in the engine. */
  runFrame<E extends object>(options: EngineFrameOptions<E>): EngineFrame<E>;
}

/** Creates a scene, and resolves when the engine is ready. */
export type CreateScene = (plan: ScenePlan) => Promise<EngineScene>;

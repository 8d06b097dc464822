import type { Entity } from '../contestants/contestant.ts';

/** An input of the user. */
export interface Input {
  /** The time at which the input happened in ms, on the clock of `performance`. */
  readonly at: number;
  /** The position in the canvas, 0 to 1; undefined for keys. */
  readonly x?: number | undefined;
  readonly y?: number | undefined;
}

/** The world of a scene. It knows neither schedulers nor measurements. */
export interface World {
  readonly always: readonly Entity[];
  readonly entities: readonly Entity[];
  /** The weight of an entity, above 0 and at most 1. */
  importance(entity: Entity): number;
  apply(input: Input): void;
  /** Advances an entity, or a member of `always`, by `elapsed` ms. */
  update(entity: Entity, elapsed: number): void;
  draw(): void;
}

/** A scene of the benchmark. */
export interface SceneKind {
  /** A short name for links and files. */
  readonly id: string;
  readonly name: string;
  /** Explains the scene to a visitor in one sentence. */
  readonly description: string;
  /** The time in ms in which each entity wants one update. */
  readonly period: number;
  /** `steps`: entities live by the time of their updates. `answers`: rows live while they have the answer to the last input. */
  readonly life: 'steps' | 'answers';
  /** Creates the world. `effort`: the work in an update, a whole number from 1; the cost of an update grows linearly with it. */
  readonly create: (canvas: HTMLCanvasElement, effort: number) => World;
}

/** Creates the entities of a world. */
export function createEntities(count: number): Entity[] {
  return Array.from({ length: count }, (_, index) => ({ index, updatedAt: 0 }));
}

/** Size of each scene in its own units. The canvas shows it scaled. */
export const sceneWidth = 640;
export const sceneHeight = 480;

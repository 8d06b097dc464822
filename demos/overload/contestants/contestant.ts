/** An object of a scene that is updated again and again, such as an agent or a row of a list. */
export interface Entity {
  /** The position in the list of the scene, from 0; -1 for the members of `always`. */
  readonly index: number;
  /**
   * The time of the last update in ms, on the clock of `requestAnimationFrame`. At the start of a run it has the start time. Scenes never read it:
   * a contestant may write it, and needs it if the contestant has no other record of the ages of entities.
   */
  updatedAt: number;
}

/** An overloaded scene: all its updates take about three times the available time. */
export interface Scene {
  /** The time between two frames of a display with 60 Hz, in ms. */
  readonly step: number;
  /** Objects that follow the input, such as the player. A frame shows an input only if these objects were updated after the input. They are cheap. */
  readonly always: readonly Entity[];
  /**
   * The entities that want an update now. Call this method again in each frame: in the list, only rows that do not have the answer to the current
   * text want an update. The array may be reused by the next call.
   */
  waiting(): readonly Entity[];
  /**
   * The priority of an update of an entity that was last updated `age` ms ago. From 1 on, the entity loses lived time if it waits longer. The
   * highest priority is the most urgent.
   */
  priority(entity: Entity, age: number): number;
  /**
   * Updates an entity, or a member of `always`. `elapsed` is the time in ms since its last update.
   *
   * @throws RangeError if `elapsed` is negative or not finite.
   */
  update(entity: Entity, elapsed: number): void;
  /** Draws the scene. Call this method in a callback of `requestAnimationFrame`. */
  draw(): void;
  /** Sets a function that is called after each input event, for schedulers that react to input. */
  whenInput(callback: () => void): void;
}

/** A scheduler that takes part in the benchmark. */
export interface Contestant {
  /** A short name for links and files: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** The name in tables. */
  readonly name: string;
  /** One sentence about the way in which the contestant spends its time. */
  readonly method: string;
  /** The reason why this browser cannot run the contestant; undefined if it can. */
  readonly missing?: () => string | undefined;
  /** Plays a scene until the returned function is called. After that call, the contestant must not touch the scene again. */
  readonly start: (scene: Scene) => () => void;
}

/** The list of a frame, as the frame has read it. */
export interface ListReading {
  readonly entries: readonly unknown[];
  /** Number of entities that were not in the list before. */
  readonly added: number;
  /** Number of members that were left out because they are also in `always`. */
  readonly omitted: number;
}

/**
 * Warnings about mistakes that are not errors. The loop and its frames call these methods with
 * facts that they know anyway. The warnings read no clock and no list of the application, because
 * the program would then run differently than in other builds.
 */
export interface DevelopmentWarnings {
  /** An application has passed options to the function or class `what`, which knows the names `known`. */
  optionsGiven(what: string, given: object, known: readonly string[]): void;
  /** A frame has read its list. */
  listRead(frame: object, list: ListReading): void;
  /** A timer with the release time `at` was submitted to `loop`. */
  timerSubmitted(loop: object, at: number): void;
  /** `loop` has read the clock of its host. */
  clockRead(loop: object, now: number): void;
  /** A generator task has yielded a promise. */
  promiseYielded(): void;
  /** An application runs `frame` for `elapsed` ms. `now` is the time of the clock. */
  frameRan(frame: object, elapsed: number, now: number): void;
}

/**
 * `development.ts` sets `warnings` in the build for development. In other builds it is undefined,
 * so warnings cost nothing.
 */
export const development: { warnings: DevelopmentWarnings | undefined } = { warnings: undefined };

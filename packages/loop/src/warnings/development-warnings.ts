/** What a frame has found in its list. */
export interface ListFindings {
  readonly entries: readonly unknown[];
  /** Entities that were not in the list before. */
  readonly newcomers: number;
  /** Members that were left out, because they are in `always` as well. */
  readonly omitted: number;
}

/**
 * Checks that help while a program is developed. The advisor learns what the loop and its frames know, and asks nothing else: a clock or a list of the
 * application could notice that, and the program would run differently.
 */
export interface DevelopmentWarnings {
  /** An application has given options to `what`, of this package or one above it. */
  options(what: string, given: object, known: readonly string[]): void;
  /** A frame has read its list. */
  listRead(frame: object, list: ListFindings): void;
  /** A timer with the release time `at` was submitted to `loop`. */
  timerSubmitted(loop: object, at: number): void;
  /** `loop` has read the clock of its host. */
  clockRead(loop: object, now: number): void;
  /** A generator task has yielded a promise. */
  promiseYielded(): void;
  /** An application runs `frame` for `elapsed` ms. The clock is at `now`. */
  frameRan(frame: object, elapsed: number, now: number): void;
}

/** Holds the advisor of the build for development (`development.ts`); other builds have none, and pay nothing for it. */
export const development: { warnings: DevelopmentWarnings | undefined } = { warnings: undefined };

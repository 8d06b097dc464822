/** Checks that help while a program is developed. */
export interface Advisor {
  /** An application has given options to `what`, of this package or one above it. */
  options(what: string, given: object, known: readonly string[]): void;
  /** A frame begins its first window. */
  firstWindow(always: Iterable<unknown>, entities: Iterable<unknown>): void;
  /** A frame has read its list: `newcomers` of its `count` entities were not in the list before. */
  listRead(frame: object, newcomers: number, count: number): void;
  /** A timer with the release time `at` was submitted when the host's clock was at `now`. */
  timerSubmitted(at: number, now: number): void;
  /** A generator task has yielded a promise. */
  promiseYielded(): void;
  /** An application has run `frame` for `elapsed` ms. */
  frameRan(frame: object, elapsed: number, now: number): void;
}

/** Holds the advisor of the build for development (`development.ts`); other builds have none, and pay nothing for it. */
export const advice: { advisor: Advisor | undefined } = { advisor: undefined };

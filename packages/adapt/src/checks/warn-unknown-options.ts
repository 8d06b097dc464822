/** What warns of unknown options in the build for development (`development.ts`); other builds have nothing, and pay nothing for it. */
export const development: {
  warn: ((what: string, given: object, known: readonly string[]) => void) | undefined;
} = { warn: undefined };

/**
 * Builds for development warn on the console of members that are not among the `known` options. Called after all checks, since a call that is refused must
 * not warn as well.
 */
export function warnUnknownOptions(what: string, given: object, known: readonly string[]): void {
  development.warn?.(what, given, known);
}

/** Holds the function that warns of unknown options in the build for development, which `development.ts` installs. Other builds have none. */
export const development: {
  warn: ((what: string, given: object, known: readonly string[]) => void) | undefined;
} = { warn: undefined };

/**
 * In builds for development, warns on the console of members that are not among the `known` options. Call it after all checks: a call that throws must not
 * warn as well.
 */
export function warnUnknownOptions(what: string, given: object, known: readonly string[]): void {
  development.warn?.(what, given, known);
}

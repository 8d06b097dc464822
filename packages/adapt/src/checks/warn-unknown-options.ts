/**
 * `warn` is called with unknown options. `development.ts` sets it in the build for development; in
 * other builds it is undefined.
 */
export const development: {
  warn: ((what: string, given: object, known: readonly string[]) => void) | undefined;
} = { warn: undefined };

/**
 * In builds for development, warns on the console of members of `given` that are not `known`
 * options. Call it after all checks, because invalid arguments should only throw.
 */
export function warnUnknownOptions(what: string, given: object, known: readonly string[]): void {
  development.warn?.(what, given, known);
}

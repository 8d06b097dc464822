/**
 * `warn` gets the given options and the names of the known ones, and warns of the others. `development.ts` sets it in the build for development; in
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

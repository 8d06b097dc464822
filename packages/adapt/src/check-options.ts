import { checkObject } from './check-object.ts';

/** What warns of unknown options in the build for development (`development.ts`); other builds have nothing, and pay nothing for it. */
export const advice: { warn: ((what: string, given: object, known: readonly string[]) => void) | undefined } =
  { warn: undefined };

/**
 * Throws a TypeError that names `what` unless `given` is an object. Builds for development also warn on the console of members that are not among the
 * `known` options.
 */
export function checkOptions(what: string, given: object, known: readonly string[]): void {
  checkObject(`${what}: options`, given);
  advice.warn?.(what, given, known);
}

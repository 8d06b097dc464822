import { checkNumber } from '@doha/loop/options';

/** Greatest absolute value in ms of an origin: that of the time of a `Date`. */
export const maxOrigin = 8.64e15;

/** Throws a TypeError or RangeError that names `what` unless `origin` is undefined or the time of a `Date` in ms. */
export function checkOrigin(what: string, origin: number | undefined): void {
  if (origin !== undefined) checkNumber(what, origin, { min: -maxOrigin, max: maxOrigin });
}

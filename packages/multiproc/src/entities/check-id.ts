import { checkNumber } from '@doha/loop/options';

/** Throws a TypeError or a RangeError that names `what` unless `id` is that of an entity: a whole number from 0 to 2³² - 1. */
export function checkId(what: string, id: unknown): void {
  if (typeof id === 'number' && id >>> 0 === id) return; // a BigInt or a symbol has no `>>>`
  checkNumber(what, id, { min: 0, max: 2 ** 32 - 1, whole: true });
}

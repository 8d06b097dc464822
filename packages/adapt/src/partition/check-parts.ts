import { checkNumber } from '../checks/check-number.ts';

const MAX_PARTS = 1e6;

/** Throws a TypeError that names `what` unless `parts` is a number, and a RangeError unless it is a whole number from 1 to 1,000,000. */
export function checkParts(what: string, parts: number): void {
  checkNumber(what, parts, 'a whole number from 1 to 1,000,000', isPartCount);
}

const isPartCount = (parts: number): boolean => Number.isInteger(parts) && parts >= 1 && parts <= MAX_PARTS;

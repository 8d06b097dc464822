import { isThenable } from './is-thenable.ts';

/** Forwards the rejection of a callback's result to `report` if the result is a promise. */
export function reportRejection(result: unknown, report: (error: unknown) => void): void {
  if (isThenable(result)) result.then(undefined, report);
}

/** Forwards the rejection of a callback's result to `report` if the result is a promise. */
export function reportRejection(result: unknown, report: (error: unknown) => void): void {
  const promise = result as PromiseLike<unknown> | null | undefined;
  if (typeof promise?.then === 'function') promise.then(undefined, report);
}

/** Takes what a callback has returned. If it is a promise, its rejection goes to `report`. */
export function reportRejection(result: unknown, report: (error: unknown) => void): void {
  const promise = result as PromiseLike<unknown> | null | undefined;
  if (typeof promise?.then === 'function') promise.then(undefined, report);
}

/** Whether an error of `onError` reports that a session has ended, or messages were dropped, because they took too much memory. */
export function isOverflowReport(error: unknown): boolean {
  return error instanceof RangeError && /(has been closed|have been dropped): /.test(error.message);
}

/** Throws `error` as an uncaught exception: window's `error` event, or Node's `uncaughtException`. */
export function reportUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

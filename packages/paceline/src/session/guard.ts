import type { EventLoop } from '@doha/loop';

/** Calls what the application has given; what that throws is reported by the loop, and stops nothing of ours. */
export function guard(loop: EventLoop, call: () => void): void {
  try {
    call();
  } catch (error) {
    loop.reportError(error);
  }
}

/** Calls all listeners with `what`: those that are there now, less those that are removed meanwhile. */
export function callEach<T>(loop: EventLoop, listeners: ReadonlySet<(what: T) => void>, what: T): void {
  const now = [...listeners];
  for (const listener of now) if (listeners.has(listener)) guard(loop, () => listener(what));
}

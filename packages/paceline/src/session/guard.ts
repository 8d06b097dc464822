import type { EventLoop } from '@doha/loop';

/** Calls what the application has given; what that throws is reported by the loop, and stops nothing of ours. */
export function guard(loop: EventLoop, call: () => void): void {
  try {
    call();
  } catch (error) {
    loop.reportError(error);
  }
}

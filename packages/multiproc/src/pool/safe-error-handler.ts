import { callGuarded } from '../call-guarded.ts';
import type { RemoteTask } from '../task/remote-task.ts';

/** Receives an error, and the task that failed with it if there is one. */
export type ErrorHandler = (error: unknown, task?: RemoteTask) => unknown;

/** Wraps an error handler of the application so that it never throws. Its own errors go to `console.error`. */
export function safeErrorHandler(onError: ErrorHandler = toConsole): ErrorHandler {
  return (error, task) => callGuarded(toConsole, onError, error, task);
}

function toConsole(error: unknown): void {
  // oxlint-disable-next-line no-console -- the default, which an application replaces by its own onError
  console.error(error);
}

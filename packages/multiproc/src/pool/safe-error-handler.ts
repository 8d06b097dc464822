import { reportRejection } from '../report-rejection.ts';
import type { RemoteTask } from '../task/remote-task.ts';

/** Gets an error, and the task that failed with it. */
export type ErrorHandler = (error: unknown, task?: RemoteTask) => unknown;

/** An error handler for code that must go on whatever the handler of the application does. What that throws goes to `console.error`. */
export function safeErrorHandler(onError: ErrorHandler = toConsole): ErrorHandler {
  return (error, task) => {
    try {
      reportRejection(onError(error, task), toConsole);
    } catch (second) {
      toConsole(second);
    }
  };
}

function toConsole(error: unknown): void {
  // oxlint-disable-next-line no-console -- an application that wants them elsewhere gives onError
  console.error(error);
}

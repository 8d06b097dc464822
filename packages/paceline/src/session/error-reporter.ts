import { guard, type Reporter } from './guard.ts';

/** Receives what callbacks of the application throw, or reject with. */
export type OnError = (error: unknown) => unknown;

/** Hands errors to `onError`. What that throws goes to the console, so no error becomes an uncaught exception. */
export class ErrorReporter implements Reporter {
  #onError: OnError;

  constructor(onError: OnError = toPlatform) {
    this.#onError = onError;
  }

  reportError(error: unknown): void {
    const onError = this.#onError; // it gets no `this`
    const bothToConsole: Reporter = {
      reportError(second) {
        toConsole(error);
        toConsole(second);
      },
    };
    guard(bothToConsole, () => onError(error));
  }
}

// Pages have an event for errors. Where there is a process, as in Node, Bun and Deno, such an error may end it.
function toPlatform(error: unknown): void {
  const { process, reportError } = globalThis as Platform;
  if (process === undefined && reportError !== undefined) reportError(error);
  else toConsole(error);
}

interface Platform {
  readonly process?: object;
  readonly reportError?: (error: unknown) => void;
}

function toConsole(error: unknown): void {
  console.error(error); // oxlint-disable-line no-console -- an application that wants them elsewhere gives onError
}

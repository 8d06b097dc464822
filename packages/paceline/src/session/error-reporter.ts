import { guard, type Reporter } from './guard.ts';

/** Receives what callbacks of the application throw, or reject with. */
export type OnError = (error: unknown) => unknown;

/** Hands errors to `onError`. What that throws goes to the console, so no error becomes an uncaught exception. */
export class ErrorReporter implements Reporter {
  #onError: OnError;

  constructor(onError: OnError = toConsole) {
    this.#onError = onError;
  }

  reportError(error: unknown): void {
    const bothToConsole: Reporter = {
      reportError(second) {
        toConsole(error);
        toConsole(second);
      },
    };
    guard(bothToConsole, () => this.#onError(error));
  }
}

function toConsole(error: unknown): void {
  console.error(error); // oxlint-disable-line no-console -- an application that wants them elsewhere gives onError
}

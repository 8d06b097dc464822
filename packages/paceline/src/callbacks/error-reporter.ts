import { guard, type Reporter } from './guard.ts';

/**
 * Receives errors of the application's callbacks, thrown or rejected. Of errors with the same innermost
 * stack lines it receives at most five in ten seconds, because a peer may cause an error with each
 * message. `omitted`: number of errors that were left out before this one, from 0.
 */
export type OnError = (error: unknown, omitted: number) => unknown;

/** Period in ms over which errors of one kind, with the same innermost stack lines, are counted. */
const period = 10_000;

/** Maximum number of reported errors of a kind in a period. */
const maxReported = 5;

/**
 * Maximum number of kinds that are counted separately; errors of further kinds are counted
 * together.
 */
const maxKinds = 32;

/** Passes errors to `onError`. If that throws, both errors go to the console, so no error becomes an uncaught exception. */
export class ErrorReporter implements Reporter {
  #onError: OnError;
  #now: () => number;
  #periodEnd = -Infinity;
  #counts: Map<string, number> = new Map();
  #omitted = 0;

  /** `now` returns the time in ms. */
  constructor(onError: OnError = toPlatform, now: () => number = () => performance.now()) {
    this.#onError = onError;
    this.#now = now;
  }

  reportError(error: unknown): void {
    const onError = this.#onError; // it gets no `this`
    if (!this.#mayReport(error)) return void this.#omitted++;
    const omitted = this.#omitted;
    this.#omitted = 0;
    const bothToConsole: Reporter = {
      reportError(second) {
        toConsole(error, omitted);
        toConsole(second, 0);
      },
    };
    guard(bothToConsole, () => onError(error, omitted));
  }

  #mayReport(error: unknown): boolean {
    const now = this.#now();
    if (now >= this.#periodEnd) {
      this.#periodEnd = now + period;
      this.#counts.clear();
    }
    const ownKind = kindOf(error);
    const kind = this.#counts.has(ownKind) || this.#counts.size < maxKinds ? ownKind : '';
    const count = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, count + 1);
    return count < maxReported;
  }
}

// Identifies the kind of an error by the innermost lines of its stack, because the outer lines
// differ before and after an `await`. The message is removed: it may contain data of a peer.
function kindOf(error: unknown): string {
  try {
    if (!(error instanceof Error)) return typeof error;
    return String(error.stack?.replace(error.message, '').split('\n', 3));
  } catch {
    return ''; // an application may throw anything, such as a Proxy whose traps throw
  }
}

// In a page `reportError` fires the event 'error'. In Node, Bun and Deno it may end the process, so
// errors go to the console there.
function toPlatform(error: unknown, omitted: number): void {
  const { process, reportError } = globalThis as Platform;
  if (process === undefined && reportError !== undefined) reportError(error);
  else toConsole(error, omitted);
}

interface Platform {
  readonly process?: object;
  readonly reportError?: (error: unknown) => void;
}

function toConsole(error: unknown, omitted: number): void {
  const more = omitted === 0 ? [] : [`(and ${omitted} more before)`];
  // oxlint-disable no-console -- to send errors elsewhere, an application gives onError
  try {
    console.error(error, ...more);
  } catch {
    console.error('the console cannot show an error', ...more);
  }
}

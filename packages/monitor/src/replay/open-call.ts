import { checkCall } from './check-session.ts';

/** Returns the promise of a call of a program. `open`: keeps the call until its result is delivered. The promise is rejected with the error of a check or of `open`. */
export function promiseOfCall<Result>(
  name: string,
  start: () => Result | PromiseLike<Result>,
  open: (call: OpenCall) => void,
): Promise<Result> {
  const call = new OpenCall(name);
  try {
    checkCall(name, start);
    open(call);
  } catch (error) {
    call.settle({ failed: true, value: error });
  }
  return call.promise as Promise<Result>;
}

/** The value of a call, or its error if `failed`. */
export interface Outcome {
  readonly failed: boolean;
  readonly value: unknown;
}

/** A call of a program whose result the session has not delivered. */
export class OpenCall {
  readonly name: string;
  readonly promise: Promise<unknown>;
  #resolve!: (value: unknown) => void;
  #reject!: (error: unknown) => void;

  constructor(name: string) {
    this.name = name;
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  settle({ failed, value }: Outcome): void {
    if (failed) this.#reject(value);
    else this.#resolve(value);
  }

  /**
   * Rejects with an error of the session, which counts as handled: the recorded program may have left out a handler because its call had not failed, and an
   * unhandled rejection ends a Node process.
   */
  refuse(message: string): void {
    this.promise.catch(() => {});
    this.#reject(new Error(message));
  }
}

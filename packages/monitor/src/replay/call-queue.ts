import { maxTimeout } from '../callbacks/max-timeout.ts';

/** A method of a replay. */
export type CallKind = 'run' | 'seek' | 'step';

/** A call that a {@link CallQueue} makes. */
export class QueuedCall {
  readonly kind: CallKind;
  #isEnded = false;
  #endPause: () => void = () => {};

  constructor(kind: CallKind) {
    this.kind = kind;
  }

  /** Whether the call must end, because of a later one. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  end(): void {
    this.#isEnded = true;
    this.#endPause();
  }

  /** Resolves after `ms`, but after at most {@link maxTimeout}, or when the call must end. */
  async pause(ms: number): Promise<void> {
    if (this.#isEnded) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(ms, maxTimeout));
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Makes the calls of a replay one after another. Any later call ends a run, and a later seek ends a seek. */
export class CallQueue {
  #calls: Set<QueuedCall> = new Set(); // those that have not settled
  #last: Promise<unknown> = Promise.resolve();

  /** Makes a call after all earlier ones. Resolves or rejects as `call` does. */
  async add<Result>(kind: CallKind, call: (queued: QueuedCall) => Promise<Result>): Promise<Result> {
    for (const earlier of this.#calls)
      if (earlier.kind === 'run' || (earlier.kind === 'seek' && kind === 'seek')) earlier.end();
    const queued = new QueuedCall(kind);
    this.#calls.add(queued);
    const result = this.#last.then(async () => call(queued)).finally(() => this.#calls.delete(queued));
    this.#last = result.catch(() => {}); // the caller gets the error
    return result;
  }

  /** Ends all calls. */
  end(): void {
    for (const call of this.#calls) call.end();
  }
}

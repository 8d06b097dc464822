/** Functions that throw or reject, or whose results cannot be sent. */
export const failingFunctions = {
  /** Throws outside of all tasks. Its promise never resolves. */
  crashLater(): Promise<never> {
    setTimeout(() => {
      throw new Error('out of turn');
    });
    return new Promise(() => {});
  },

  /**
   * Creates a rejected promise without a handler. Returns whether the platform tells workers of it. Firefox 153 does not, if the script of the worker has
   * another origin than the page: it treats rejections in a module of another origin like those in a classic script, whose errors are muted.
   */
  async rejectAside(message: string): Promise<boolean> {
    const isTold = hasOwnOrigin() ? true : isRejectionTold(5000);
    void Promise.reject(new RangeError(message));
    return isTold;
  },

  /** Returns a promise of a generator, or of a revoked proxy. */
  stepsInPromise: (isRevoked: boolean): Promise<unknown> =>
    Promise.resolve().then(() => (isRevoked ? unprintable('revoked') : oneStep())),

  async *stepsLater(): AsyncGenerator<undefined, number> {
    yield;
    return 1;
  },

  fail(message: string): never {
    throw new RangeError(message);
  },

  async failLater(message: string): Promise<never> {
    await Promise.resolve();
    throw new RangeError(message);
  },

  *failAtStep(step: number): Generator<undefined, void> {
    for (let i = 0; i < step; i++) yield;
    throw new Error(`step ${step}`);
  },

  /** Throws an error of a class that only this module has. */
  failWithCode(): never {
    throw new QuotaError('too much', { cause: new TypeError('why') });
  },

  /** Throws a DOMException, as browsers do. */
  failAsPlatform(): never {
    throw new DOMException('no such thing', 'NotFoundError');
  },

  giveFunction: (): (() => void) => () => {},

  giveUnprintable: (kind: Unprintable): unknown => unprintable(kind),

  throwUnprintable(kind: Unprintable): never {
    throw unprintable(kind);
  },

  /** Returns a thenable that resolves twice, unlike a promise. */
  giveTwice: (): PromiseLike<number> =>
    ({
      // oxlint-disable-next-line unicorn/no-thenable -- the test needs a thenable
      then(resolve: (value: number) => void): void {
        resolve(1);
        resolve(2);
      },
    }) as PromiseLike<number>,
};

/** An error of a class that only the workers know. */
export class QuotaError extends RangeError {
  override readonly name = 'QuotaError';
  readonly code = 'E_QUOTA';
}

export type Unprintable = 'without prototype' | 'toString' | 'name' | 'message' | 'revoked';

function hasOwnOrigin(): boolean {
  const { origin } = globalThis as { origin?: string }; // Node has none
  return origin === undefined || new URL(import.meta.url).origin === origin;
}

/** Waits for an event of a rejection without a handler, for at most `ms`. */
function isRejectionTold(ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    addEventListener('unhandledrejection', () => resolve(true), { once: true });
    setTimeout(resolve, ms, false);
  });
}

// Returns a value that can neither be copied nor converted to a string.
function unprintable(kind: Unprintable): unknown {
  const fail = (): never => {
    throw new Error(`${kind} throws`);
  };
  if (kind === 'without prototype') return Object.assign(Object.create(null) as object, { fail });
  if (kind === 'toString') return { toString: fail };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  if (kind === 'revoked') return proxy;
  return Object.defineProperty(Object.assign(new Error(), { fail }), kind, { get: fail });
}

function* oneStep(): Generator<number, void> {
  yield 1;
}

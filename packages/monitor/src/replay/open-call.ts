/** A call of a program whose result the session has not delivered. */
export class OpenCall {
  readonly name: string;
  readonly promise: Promise<unknown>;
  resolve!: (value: unknown) => void;
  reject!: (error: unknown) => void;

  constructor(name: string) {
    this.name = name;
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /**
   * Rejects with an error of the session, which counts as handled: the recorded program may have left out a handler because its call had not failed, and an
   * unhandled rejection ends a Node process.
   */
  refuse(message: string): void {
    this.promise.catch(() => {});
    this.reject(new Error(message));
  }
}

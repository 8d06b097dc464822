/** Reason why no session could be opened. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  /** See {@link closeCode}; 1006: a connection could not be made. */
  readonly code: number;
  /** The server's reason, or a description of the failure. */
  readonly reason: string;
  // oxlint-disable-next-line no-unused-private-class-members -- `in` looks for it
  readonly #isOne = true;

  // A program may throw anything, such as a Proxy whose traps throw. Looking for a private member calls no trap.
  static override [Symbol.hasInstance](given: unknown): given is ConnectError {
    return typeof given === 'object' && given !== null && #isOne in given;
  }

  constructor(code: number, reason: string, message: string = reason) {
    super(`connect: ${message}`);
    this.code = code;
    this.reason = reason;
  }
}

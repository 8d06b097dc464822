/** Why no session could be opened. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  /** See {@link closeCode}; 1006: a connection could not be made. */
  readonly code: number;
  /** What the server said, or what went wrong. */
  readonly reason: string;

  constructor(code: number, reason: string, message: string = reason) {
    super(`connect: ${message}`);
    this.code = code;
    this.reason = reason;
  }
}

/** Counts the bytes on the wire of all connections of a session: frames, with the WebSocket headers before them. */
export class WireCounters {
  bytesSent = 0;
  bytesReceived = 0;
  #isClient: boolean;

  constructor(isClient: boolean) {
    this.#isClient = isClient;
  }

  /** Counts a frame that was given to a connection. `bytes`: its size. */
  countSent(bytes: number): void {
    this.bytesSent += bytes + headerSize(bytes, this.#isClient);
  }

  /** Counts a frame that has arrived. */
  countReceived(bytes: number): void {
    this.bytesReceived += bytes + headerSize(bytes, !this.#isClient);
  }
}

/** Frames of a client are masked (RFC 6455 §5.2). */
function headerSize(bytes: number, isMasked: boolean): number {
  const length = bytes < 126 ? 2 : bytes < 2 ** 16 ? 4 : 10;
  return length + (isMasked ? 4 : 0);
}

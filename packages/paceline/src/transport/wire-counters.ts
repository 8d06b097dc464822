/** Bytes that the connections of a session have taken and brought: of frames, with the heads that WebSocket puts before them. */
export class WireCounters {
  sent = 0;
  received = 0;
  #isClient: boolean;

  constructor(isClient: boolean) {
    this.#isClient = isClient;
  }

  /** A frame of so many bytes was given to a connection. */
  goes(bytes: number): void {
    this.sent += bytes + headSize(bytes, this.#isClient);
  }

  /** One has come. */
  comes(bytes: number): void {
    this.received += bytes + headSize(bytes, !this.#isClient);
  }
}

/** RFC 6455 §5.2: what a client sends is masked. */
function headSize(bytes: number, isMasked: boolean): number {
  const length = bytes < 126 ? 2 : bytes < 2 ** 16 ? 4 : 10;
  return length + (isMasked ? 4 : 0);
}

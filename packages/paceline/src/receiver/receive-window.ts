/**
 * Flow control at the receiver: the credit of the peer, in bytes since the beginning of the session or stream. A message takes some more credit than its
 * size (see `layout.ts`). Unread messages hold credit back. Incomplete messages do not, because the reassembly limit bounds them.
 */
export class ReceiveWindow {
  /** Credit used by the data that has arrived. */
  used = 0;
  /** Credit used by complete, unread messages. */
  unread = 0;
  #size: number;
  #granted: number; // the limit that the peer knows

  /** `size`: maximum bytes of unread messages; both endpoints know it from the beginning. */
  constructor(size: number) {
    this.#size = size;
    this.#granted = size;
  }

  /** Whether the peer has used more than it was granted. */
  get isExceeded(): boolean {
    return this.used > this.#granted;
  }

  /** Whether the peer was told a limit above the first one. */
  get hasGranted(): boolean {
    return this.#granted > this.#size;
  }

  /** Whether the limit has moved by a quarter of the window, so that the peer should be told. */
  get isDue(): boolean {
    return this.#limit - this.#granted >= this.#size / 4;
  }

  /** Returns the limit that the peer is told now. It never decreases. */
  grant(): number {
    this.#granted = Math.max(this.#granted, this.#limit);
    return this.#granted;
  }

  get #limit(): number {
    return this.used + this.#size - this.unread;
  }
}

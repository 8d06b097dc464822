/**
 * Flow control of the receiving end: how much credit the other end has. Credit is counted in bytes from the beginning; each message takes some bytes
 * beside its own (see `layout.ts`). Messages that wait to be read hold credit back. Messages that are not complete do not: the reassembly limit
 * bounds them.
 */
export class ReceiveWindow {
  /** Credit that has been used by what arrived. */
  used = 0;
  /** Of that, by complete messages that were not read. */
  unread = 0;
  #size: number;
  #granted: number; // the limit that the other end knows

  /** `size`: bytes of messages that may wait to be read; both ends know it from the beginning. */
  constructor(size: number) {
    this.#size = size;
    this.#granted = size;
  }

  /** Whether the other end has used more than it was granted. */
  get isExceeded(): boolean {
    return this.used > this.#granted;
  }

  /** Whether the other end was told of a limit. */
  get hasGranted(): boolean {
    return this.#granted > this.#size;
  }

  /** Whether the limit has moved by so much that the other end should know. */
  get isDue(): boolean {
    return this.#limit - this.#granted >= this.#size / 4;
  }

  /** The limit that the other end is told now. It never decreases. */
  grant(): number {
    this.#granted = Math.max(this.#granted, this.#limit);
    return this.#granted;
  }

  get #limit(): number {
    return this.used + this.#size - this.unread;
  }
}

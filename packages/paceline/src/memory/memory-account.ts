/** Counts the bytes of memory that a session holds for one purpose. */
export class MemoryAccount {
  /** Bytes that are held. */
  bytes = 0;
  #changed: (bytes: number) => void;

  /** `changed` receives the bytes that are held, or released if negative. It may end the session. */
  constructor(changed: (bytes: number) => void) {
    this.#changed = changed;
  }

  /** Counts bytes that are held, or released if negative. */
  change(bytes: number): void {
    this.bytes += bytes;
    this.#changed(bytes);
  }
}

// Shared memory of a reader, by which those who write what it reads wake it:
//
//   i32   how often it was rung
//   i32   1 if the reader wants a message with the next ring

/** Rings a reader. */
export class BellPull {
  #words: Int32Array;
  #message: () => void;

  /** `message` sends the reader a message. */
  constructor(memory: SharedArrayBuffer, message: () => void) {
    this.#words = new Int32Array(memory);
    this.#message = message;
  }

  ring(): void {
    Atomics.add(this.#words, 0, 1);
    Atomics.notify(this.#words, 0);
    if (Atomics.exchange(this.#words, 1, 0) === 1) this.#message();
  }
}

/** Wakes a reader. */
export class Bell {
  readonly memory: SharedArrayBuffer = new SharedArrayBuffer(8);
  #words: Int32Array = new Int32Array(this.memory);
  #heard = 0;

  /** What came until now is known. */
  hear(): void {
    this.#heard = Atomics.load(this.#words, 0);
  }

  /** Asks for a message with the next ring. */
  arm(): void {
    Atomics.store(this.#words, 1, 1);
  }

  /** Blocks until it is rung, or has been since `hear`. Returns whether that was within so many ms. */
  wait(timeout: number): boolean {
    return Atomics.wait(this.#words, 0, this.#heard, timeout) !== 'timed-out';
  }
}

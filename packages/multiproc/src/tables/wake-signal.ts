// Shared memory of a reader, by which those who write what it reads wake it:
//
//   i32   how often it was rung
//   i32   1 if the reader wants a message with the next ring

/** Rings a reader. */
export class WakeSender {
  #words: Int32Array;
  #message: () => void;

  /** `message` sends the reader a message. */
  constructor(memory: SharedArrayBuffer, message: () => void) {
    this.#words = new Int32Array(memory);
    this.#message = message;
  }

  wake(): void {
    Atomics.add(this.#words, 0, 1);
    Atomics.notify(this.#words, 0);
    if (Atomics.exchange(this.#words, 1, 0) === 1) this.#message();
  }
}

/** Milliseconds for which a reader polls before it blocks: about what it takes to wake a thread that blocks. */
const SPIN = 0.02;
/** Polls between two readings of the clock. */
const POLLS = 64;
/** After polling was in vain again and again, one wait in so many tries it again. */
const MAX_SPIN_INTERVAL = 256;

/** Wakes a reader. */
export class WakeSignal {
  readonly memory: SharedArrayBuffer = new SharedArrayBuffer(8);
  #words: Int32Array = new Int32Array(this.memory);
  #heard = 0;
  #mayBlock = false; // until that is known
  #interval = 1; // waits from one that polls to the next
  #sinceSpin = 0; // waits

  /** Throws a TypeError that names the action in a thread that must not block. */
  checkMayBlock(action: string): void {
    if (this.#mayBlock) return;
    try {
      Atomics.wait(this.#words, 0, this.#heard, 0);
    } catch (cause) {
      throw new TypeError(`${action}: the thread must be allowed to block, and this one is not`, { cause });
    }
    this.#mayBlock = true;
  }

  /** What came until now is known. */
  read(): void {
    this.#heard = Atomics.load(this.#words, 0);
  }

  /** Asks for a message with the next ring. */
  requestMessage(): void {
    Atomics.store(this.#words, 1, 1);
  }

  /**
   * Blocks until it is rung, or has been since `read`. Returns whether that was within `timeout` ms.
   *
   * A thread that answers within microseconds is faster than the system wakes a blocked one, so a wait polls first. Where polling is in vain (a
   * single core, a writer with long pauses), ever fewer waits do it.
   */
  wait(timeout: number): boolean {
    if (++this.#sinceSpin >= this.#interval) {
      this.#sinceSpin = 0;
      const isWoken = this.#spin(Math.min(timeout, SPIN));
      this.#interval = isWoken ? 1 : Math.min(MAX_SPIN_INTERVAL, 2 * this.#interval);
      if (isWoken) return true;
    }
    return Atomics.wait(this.#words, 0, this.#heard, timeout) !== 'timed-out';
  }

  #spin(ms: number): boolean {
    const words = this.#words;
    const heard = this.#heard;
    const until = performance.now() + ms;
    do {
      for (let i = 0; i < POLLS; i++) if (Atomics.load(words, 0) !== heard) return true;
    } while (performance.now() < until);
    return false;
  }
}

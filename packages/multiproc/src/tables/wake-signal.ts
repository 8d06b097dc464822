import type { ThreadId } from '../transport/thread-id.ts';

// Shared memory by which other threads wake a reader that is blocked in `Replica.wait`:
//
//   i32   number of signals
//   i32   1 if the reader wants a message with the next signal
//   i32   id of the writer that was lost last, until a message has told the reader of the loss; 0: none

/** Wakes a reader. */
export class WakeSender {
  #words: Int32Array;
  #message: () => void;

  /** `message` sends the reader a message. */
  constructor(memory: SharedArrayBuffer, message: () => void) {
    this.#words = new Int32Array(memory);
    this.#message = message;
  }

  wake(): void {
    signal(this.#words);
    if (Atomics.exchange(this.#words, 1, 0) === 1) this.#message();
  }

  /** As `wake`, but without a message, because the caller sends one of its own. */
  endWait(): void {
    signal(this.#words);
  }
}

/**
 * Ends the wait of a reader whose writer is lost. Further calls of `Replica.wait` return at once, until a message has told the reader of the loss. `writer`
 * must not be the main thread: its id is 0, which stands for no lost writer in the memory.
 */
export function endWaitForLost(writer: ThreadId, memory: SharedArrayBuffer): void {
  const words = new Int32Array(memory);
  Atomics.store(words, 2, writer);
  signal(words);
}

function signal(words: Int32Array): void {
  Atomics.add(words, 0, 1);
  Atomics.notify(words, 0);
}

/** Polling time in ms before a reader blocks: about as long as it takes to wake a blocked thread. */
const SPIN = 0.02;
/** Polls between two readings of the clock. */
const POLLS = 64;
/** After unsuccessful polls fewer waits poll, but at least one in 256. */
const MAX_SPIN_INTERVAL = 256;

/** Lets a reader wait for snapshots. */
export class WakeSignal {
  readonly memory: SharedArrayBuffer = new SharedArrayBuffer(12);
  #words: Int32Array = new Int32Array(this.memory);
  #lastSignal = 0;
  #mayBlock = false; // false until checked
  #interval = 1; // one in this number of waits polls
  #sinceSpin = 0; // number of waits since one has polled

  /** Throws a TypeError that names the action if this thread must not block. */
  checkMayBlock(action: string): void {
    if (this.#mayBlock) return;
    try {
      Atomics.wait(this.#words, 0, this.#lastSignal, 0);
    } catch (cause) {
      throw new TypeError(`${action}: the thread must be allowed to block, and this one is not`, { cause });
    }
    this.#mayBlock = true;
  }

  /** Ends the effect of all earlier signals: only a later one ends the next `wait`. */
  ignoreEarlier(): void {
    this.#lastSignal = Atomics.load(this.#words, 0);
  }

  /** Whether a writer was lost and the message about the loss has not arrived yet. */
  get needsMessage(): boolean {
    return Atomics.load(this.#words, 2) !== 0;
  }

  /**
   * Called when the message about the loss of a thread has arrived. These messages arrive in the
   * order of the losses, so the message about the last loss ends `needsMessage`.
   */
  confirmLost(thread: ThreadId): void {
    Atomics.compareExchange(this.#words, 2, thread, 0);
  }

  /** Requests a message with the next signal. */
  requestMessage(): void {
    Atomics.store(this.#words, 1, 1);
  }

  /**
   * Blocks until the next signal after the last `ignoreEarlier`. Returns whether it came within `timeout` ms.
   *
   * A wait polls first: if the writer commits within microseconds, this thread sees the signal sooner than the system could wake it. If polling has no
   * success (a single core, a writer with long pauses), fewer and fewer waits poll.
   */
  wait(timeout: number): boolean {
    if (++this.#sinceSpin >= this.#interval) {
      this.#sinceSpin = 0;
      const isWoken = this.#spin(Math.min(timeout, SPIN));
      this.#interval = isWoken ? 1 : Math.min(MAX_SPIN_INTERVAL, 2 * this.#interval);
      if (isWoken) return true;
    }
    return Atomics.wait(this.#words, 0, this.#lastSignal, timeout) !== 'timed-out';
  }

  #spin(ms: number): boolean {
    const words = this.#words;
    const lastSignal = this.#lastSignal;
    const until = performance.now() + ms;
    do {
      for (let i = 0; i < POLLS; i++) if (Atomics.load(words, 0) !== lastSignal) return true;
    } while (performance.now() < until);
    return false;
  }
}

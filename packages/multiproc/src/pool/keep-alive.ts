/** The used part of Node's timers. */
interface NodeTimer {
  ref(): unknown;
  unref(): unknown;
}

/** Longest delay of a timer, in ms. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * Keeps a Node process alive until each `hold` is released. The pool calls `unref` of its workers,
 * so that only unfinished work keeps the process alive. In browsers there is nothing to keep alive.
 */
export class KeepAlive {
  #timer: NodeTimer | undefined = nodeTimer();
  #holds = 0;
  #isDisposed = false;

  /** Whether this thread belongs to a process that ends when nothing keeps it alive (Node). */
  get isNeeded(): boolean {
    return this.#timer !== undefined;
  }

  /** Keeps the process alive until the returned function is called. */
  hold(): () => void {
    if (this.#holds++ === 0) this.#timer?.ref();
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  /** Removes the timer as soon as each `hold` is released. */
  dispose(): void {
    this.#isDisposed = true;
    if (this.#holds === 0) this.#clear();
  }

  #release(): void {
    if (--this.#holds > 0) return;
    if (this.#isDisposed) this.#clear();
    else this.#timer?.unref();
  }

  #clear(): void {
    clearInterval(this.#timer as unknown as number | undefined);
  }
}

// A timer keeps the process alive, and not `ref` of a worker, because any worker may be lost. In
// browsers and Deno, `setInterval` returns a number.
function nodeTimer(): NodeTimer | undefined {
  const timer = setInterval(() => {}, MAX_DELAY) as unknown as Partial<NodeTimer>;
  if (typeof timer.ref === 'function' && typeof timer.unref === 'function') {
    timer.unref();
    return timer as NodeTimer;
  }
  clearInterval(timer as number);
  return undefined;
}

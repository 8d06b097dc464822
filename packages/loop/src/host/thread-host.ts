import type { Host } from './host.ts';
import { checkKind, checkOptions } from '../options.ts';
import { postTask } from '../post-task.ts';

/** The part of Node's timeouts that is used here. */
interface NodeTimeout {
  unref(): unknown;
}

// Not in all type libraries: `navigator.scheduling` of Chromium.
interface InputAware {
  scheduling?: { isInputPending?(): boolean };
}

/** Options of a {@link ThreadHost}. */
export interface ThreadHostOptions {
  /** Whether the timers of the loop keep a Node process alive; true by default. */
  readonly keepsAlive?: boolean | undefined;
}

const NAMES: readonly (keyof ThreadHostOptions)[] = ['keepsAlive'];

/**
 * The host of the calling thread: a window, a worker, or Node.
 *
 * In a browser it yields with a message of a MessageChannel. That takes about 7 µs, is not throttled like nested timeouts, and lets the page render, unlike
 * `scheduler.yield`. In Node it yields with `setImmediate`, so that sockets and files are served between turns. A loop without pending work does not keep
 * the process alive.
 */
export class ThreadHost implements Host {
  readonly #keepsAlive: boolean;
  #turn: () => void = () => {};
  #isTurnWanted = false; // a turn is wanted from the posted message
  #isMessagePosted = false; // a message was posted and has not arrived
  // A message that an earlier loop of this host has posted gives the current loop its turn.
  #deliver: () => void = () => {
    this.#isMessagePosted = false;
    if (this.#isTurnWanted) this.#turn();
  };
  #timeout: ReturnType<typeof setTimeout> | undefined;
  #timeoutAt = Infinity; // Infinity: there is no timeout
  #onTimeout = (): void => {
    this.#timeoutAt = Infinity;
    this.#turn();
  };
  #requests: WeakMap<(time: number) => void, number> = new WeakMap(); // the last request of each callback

  /** Throws a TypeError if an option is invalid. */
  constructor(options: ThreadHostOptions = {}) {
    checkOptions('ThreadHost', options, NAMES);
    const { keepsAlive = true } = options;
    checkKind('ThreadHost: keepsAlive', typeof keepsAlive === 'boolean', 'true or false', keepsAlive);
    this.#keepsAlive = keepsAlive;
  }

  now(): number {
    return performance.now();
  }

  attach(turn: () => void): void {
    this.#turn = turn;
  }

  wake(delay: number): void {
    this.#isTurnWanted = delay <= 0;
    if (this.#isTurnWanted) return this.#post();
    const at = this.now() + delay;
    // A loop whose tasks arrive one at a time requests the same time after each of them. A new timeout would cost more than the task.
    if (Math.abs(at - this.#timeoutAt) < 1) return;
    clearTimeout(this.#timeout);
    this.#timeoutAt = at;
    // `setTimeout` takes at most 2^31 - 1 ms, about 25 days. After a shorter timeout the loop requests the rest.
    if (delay === Infinity) return;
    this.#timeout = setTimeout(this.#onTimeout, Math.min(Math.ceil(delay), 2e9));
    if (!this.#keepsAlive) (this.#timeout as Partial<NodeTimeout>).unref?.();
  }

  #post(): void {
    if (this.#isMessagePosted) return;
    this.#isMessagePosted = true;
    postTask(this.#deliver);
  }

  detach(): void {
    this.wake(Infinity);
  }

  interrupted(): boolean {
    return (globalThis.navigator as InputAware | undefined)?.scheduling?.isInputPending?.() === true;
  }

  requestFrame(draw: (time: number) => void): void {
    try {
      const request = globalThis.requestAnimationFrame?.(draw) as number | undefined;
      if (request !== undefined) this.#requests.set(draw, request);
    } catch {
      // A worker that a worker has started has the function, but no display frames.
    }
  }

  cancelFrame(draw: (time: number) => void): void {
    const request = this.#requests.get(draw);
    if (request !== undefined) cancelAnimationFrame(request);
  }

  watchVisibility(listener: (visible: boolean) => void): () => void {
    const page = globalThis.document as Document | undefined;
    const notify = (): void => listener(page?.visibilityState !== 'hidden');
    notify();
    page?.addEventListener('visibilitychange', notify);
    return () => page?.removeEventListener('visibilitychange', notify);
  }
}

import type { Host } from './host.ts';
import { postTask } from '../post-task.ts';

// What only some platforms have; declared here so that the package needs no types of theirs.
interface InputAware {
  scheduling?: { isInputPending?(): boolean };
}

/**
 * The host of the calling thread: a window, a worker, or Node.
 *
 * In a browser it yields by a message of a MessageChannel. That takes about 7 µs, is not throttled as nested timeouts are, and lets the page render,
 * which `scheduler.yield` alone does not. In Node it yields by `setImmediate`, so that sockets and files are served between turns. A loop without
 * pending work does not keep the process alive.
 */
export class ThreadHost implements Host {
  #turn: () => void = () => {};
  #wanted = false; // a turn is wanted from the message that is under way
  #posted = false; // a message is under way
  // One that the last loop of this host has posted gives the next loop its turn.
  #deliver: () => void = () => {
    this.#posted = false;
    if (this.#wanted) this.#turn();
  };
  #timeout: ReturnType<typeof setTimeout> | undefined;
  #timeoutAt = Infinity; // never
  #timedOut = (): void => {
    this.#timeoutAt = Infinity;
    this.#turn();
  };
  #requests: WeakMap<(time: number) => void, number> = new WeakMap(); // the last one of each

  now(): number {
    return performance.now();
  }

  attach(turn: () => void): void {
    this.#turn = turn;
  }

  wake(delay: number): void {
    this.#wanted = delay <= 0;
    if (this.#wanted) return this.#post();
    const at = this.now() + delay;
    // A loop whose tasks come one at a time asks for the same timer after each of them, and a new timeout would cost more than the task.
    if (Math.abs(at - this.#timeoutAt) < 1) return;
    clearTimeout(this.#timeout);
    this.#timeoutAt = at;
    // Longer delays wrap around at some 25 days; the loop asks again.
    if (delay < Infinity) this.#timeout = setTimeout(this.#timedOut, Math.min(Math.ceil(delay), 2e9));
  }

  #post(): void {
    if (this.#posted) return;
    this.#posted = true;
    postTask(this.#deliver);
  }

  detach(): void {
    this.wake(Infinity);
  }

  interrupted(): boolean {
    return (globalThis.navigator as InputAware | undefined)?.scheduling?.isInputPending?.() === true;
  }

  requestFrame(draw: (time: number) => void): void {
    const request = globalThis.requestAnimationFrame?.(draw) as number | undefined;
    if (request !== undefined) this.#requests.set(draw, request);
  }

  cancelFrame(draw: (time: number) => void): void {
    const request = this.#requests.get(draw);
    if (request !== undefined) cancelAnimationFrame(request);
  }

  watchVisibility(listener: (visible: boolean) => void): () => void {
    const page = globalThis.document as Document | undefined;
    const tell = (): void => listener(page?.visibilityState !== 'hidden');
    tell();
    page?.addEventListener('visibilitychange', tell);
    return () => page?.removeEventListener('visibilitychange', tell);
  }
}

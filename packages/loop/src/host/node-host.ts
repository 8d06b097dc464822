import type { Host } from './host.ts';

// Node's own, declared here so that the package needs no types of Node.
declare function setImmediate(callback: () => void): object;
declare function clearImmediate(immediate: object | undefined): void;

const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * The host of a Node thread: it yields through setImmediate, so that sockets and files are served between turns.
 * A loop with nothing pending does not keep the process alive.
 */
export class NodeHost implements Host {
  #turn: () => void = () => {};
  #immediate: object | undefined;
  #timeout: ReturnType<typeof setTimeout> | undefined;

  now(): number {
    return performance.now();
  }

  attach(turn: () => void): void {
    this.#turn = turn;
  }

  wake(delay: number): void {
    clearTimeout(this.#timeout);
    clearImmediate(this.#immediate);
    if (delay <= 0) this.#immediate = setImmediate(this.#turn);
    else if (delay < Infinity) {
      this.#timeout = setTimeout(this.#turn, Math.min(Math.ceil(delay), LONGEST_TIMEOUT));
    }
  }

  detach(): void {
    this.wake(Infinity);
  }
}

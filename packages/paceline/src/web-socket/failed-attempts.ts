import type { Socket } from '../transport/socket-link.ts';

/**
 * Number of failed attempts in a row after which the server counts as gone. After the loss of a
 * stable connection they take 0.35 to 0.7 s if each is refused at once.
 */
const limit = 4;

/**
 * Counts attempts to connect that fail in a row while a PacelineSocket has no connection. If the
 * server is gone, attempts fail at once, and the socket can be closed early. If the network is
 * down, attempts take long, or do not count because the page is offline.
 */
export class FailedAttempts {
  #count = 0;
  #hasOpened = false; // whether the socket of the last attempt has opened
  #tooMany: () => void;

  constructor(tooMany: () => void) {
    this.#tooMany = tooMany;
  }

  /** Watches the socket of the next attempt. */
  watch(socket: Socket): void {
    this.#hasOpened = false;
    socket.addEventListener('open', () => {
      this.#hasOpened = true;
      this.#count = 0;
    });
  }

  /**
   * Counts a failed attempt. Must be called only once for each, although a platform may fire
   * several events for one failure. Must not be called for an attempt that was abandoned.
   */
  failed(): void {
    const { navigator } = globalThis as { readonly navigator?: { readonly onLine?: boolean } };
    if (this.#hasOpened || navigator?.onLine === false) return;
    if (++this.#count >= limit) this.#tooMany();
  }
}

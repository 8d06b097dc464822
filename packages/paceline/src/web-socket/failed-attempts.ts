import type { Socket } from '../transport/socket-link.ts';

/** Maximum number of failed attempts in a row, which takes 0.3 to 0.7 s if they are refused at once. */
const limit = 4;

/**
 * Counts attempts to connect that fail in a row while there is no connection. If a server is gone they fail at once, and no session can be resumed. While a
 * network is down they take long, or the page is offline.
 */
export class FailedAttempts {
  #count = 0;
  #hasOpened = false; // the socket of the last attempt
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

  /** The attempt has failed. To be called once, because a platform may fire several events for it, and not for an attempt that was abandoned. */
  failed(): void {
    const { navigator } = globalThis as { readonly navigator?: { readonly onLine?: boolean } };
    if (this.#hasOpened || navigator?.onLine === false) return;
    if (++this.#count >= limit) this.#tooMany();
  }
}

import type { Socket } from '../session/socket-link.ts';

/** Attempts that may fail in a row, which takes 0.3 to 0.7 s if a server refuses them at once. */
const limit = 4;

/**
 * Counts attempts to connect that fail in a row. While a network is down they take long, or the page is offline; if a server is gone they fail at
 * once, and no session can be resumed.
 */
export class FailedAttempts {
  #count = 0;
  #tooMany: () => void;

  constructor(tooMany: () => void) {
    this.#tooMany = tooMany;
  }

  watch(socket: Socket): void {
    const { navigator } = globalThis as { readonly navigator?: { readonly onLine?: boolean } };
    let isOpen = false;
    socket.addEventListener('open', () => {
      isOpen = true;
      this.#count = 0;
    });
    socket.addEventListener('error', () => {
      if (isOpen || navigator?.onLine === false) return;
      if (++this.#count >= limit) this.#tooMany();
    });
  }
}

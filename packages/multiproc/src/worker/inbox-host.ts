import type { Host } from '@doha/loop';

/** The host of a worker's loop: while a message is read it asks for no turn, since the loop works right after that. */
export class InboxHost implements Host {
  #host: Host;
  #onTurn: () => void;
  #reading = false;

  /** `host` gives the turns. `onTurn` is called when one begins. */
  constructor(host: Host, onTurn: () => void) {
    this.#host = host;
    this.#onTurn = onTurn;
  }

  now(): number {
    return this.#host.now();
  }

  attach(turn: () => void): void {
    this.#host.attach?.(() => {
      this.#onTurn();
      turn();
    });
  }

  wake(delay: number): void {
    if (!this.#reading) this.#host.wake?.(delay);
  }

  detach(): void {
    this.#host.detach?.();
  }

  interrupted(): boolean {
    return this.#host.interrupted?.() === true;
  }

  /** Calls `read`; wake-ups that are asked for meanwhile are left out. */
  while(read: () => void): void {
    this.#reading = true;
    try {
      read();
    } finally {
      this.#reading = false;
    }
  }
}

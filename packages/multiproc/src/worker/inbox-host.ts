import type { Host } from '@doha/loop';

/** Called around each turn that the host gives. */
export interface TurnListener {
  readonly begin: () => void;
  readonly end: () => void;
}

/** The host of a worker's loop: while a message is read it asks for no turn, since the loop works right after that. */
export class InboxHost implements Host {
  #host: Host;
  #turns: TurnListener;
  #reading = false;

  /** `host` gives the turns. */
  constructor(host: Host, turns: TurnListener) {
    this.#host = host;
    this.#turns = turns;
  }

  now(): number {
    return this.#host.now();
  }

  attach(turn: () => void): void {
    this.#host.attach?.(() => {
      this.#turns.begin();
      turn();
      this.#turns.end();
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

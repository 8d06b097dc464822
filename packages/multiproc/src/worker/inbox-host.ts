import type { Host } from '@doha/loop';

/** Called around each turn that the host gives. */
export interface TurnListener {
  readonly begin: () => void;
  readonly end: () => void;
}

/** The host of a worker's loop. It requests no turn while a message is read, because the loop runs right after that. */
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

  /** Calls `read` and ignores wake-ups that are requested meanwhile. */
  while(read: () => void): void {
    this.#reading = true;
    try {
      read();
    } finally {
      this.#reading = false;
    }
  }
}

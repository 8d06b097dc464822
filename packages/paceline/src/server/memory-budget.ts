import type { Session } from '../session/session.ts';
import { closeCode } from '../wire/close-code.ts';

/** The memory that all sessions of a server may hold together for their clients. */
export class MemoryBudget {
  #limit: number;
  #sessions: () => readonly Session[];
  #used = 0;

  /** `limit`: bytes; `sessions`: those that hold them. */
  constructor(limit: number, sessions: () => readonly Session[]) {
    this.#limit = limit;
    this.#sessions = sessions;
  }

  /** A session holds more, or less if `bytes` is negative. Ends sessions until the memory suffices. */
  change(bytes: number): void {
    this.#used += bytes;
    if (bytes <= 0) return;
    while (this.#used > this.#limit) {
      const session = this.#greatest();
      if (session === undefined) return;
      session.engine.fail(closeCode.overflow, 'the memory of the server for incoming messages is used up');
    }
  }

  // Without a connection a session may never come back.
  #greatest(): Session | undefined {
    const holding = this.#sessions().filter(({ engine }) => engine.held > 0);
    const left = holding.filter(({ isConnected }) => !isConnected);
    const among = left.length > 0 ? left : holding;
    return among.reduce<Session | undefined>(
      (most, session) => (session.engine.held > (most?.engine.held ?? 0) ? session : most),
      undefined,
    );
  }
}

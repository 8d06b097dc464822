import type { Session } from '../session/session.ts';

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
      endAndCut(session);
    }
  }

  // Not those without a connection first: one client that holds nearly everything would end all of them.
  #greatest(): Session | undefined {
    let most: Session | undefined;
    for (const session of this.#sessions())
      if (session.engine.held > 0 && (most === undefined || goesBefore(session, most))) most = session;
    return most;
  }
}

/** Whether a session is ended before another one. Of two that hold as much, the one without a connection may never come back. */
function goesBefore(session: Session, other: Session): boolean {
  const [held, heldByOther] = [session.engine.held, other.engine.held];
  return held > heldByOther || (held === heldByOther && !session.isConnected && other.isConnected);
}

// Its connections are cut without waiting for the client: they have buffers, too.
function endAndCut(session: Session): void {
  const links = [...session.engine.channels].map(({ link }) => link);
  session.endForMemory('the memory of the server for incoming messages is used up');
  for (const link of links) link.terminate?.();
}

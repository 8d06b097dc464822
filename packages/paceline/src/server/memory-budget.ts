import type { Reporter } from '../callbacks/guard.ts';
import type { Session } from '../session/session.ts';
import type { DroppedMessages } from './unread-messages.ts';

/** What a session without a connection holds counts so many times: it may never come back. */
const factorWithoutConnection = 8;

export interface MemoryBudgetParts {
  /** Bytes. */
  readonly limit: number;
  /** The option that says so, and what the memory is for. */
  readonly name: string;
  readonly purpose: string;
  /** Those that hold the memory, and how much each does. */
  readonly sessions: () => readonly Session[];
  readonly heldBy: (session: Session) => number;
  /** Ends a session. */
  readonly end: (session: Session, reason: string) => void;
  /** Drops what belongs to no session any more. Returns undefined if there is nothing. */
  readonly dropOldest?: () => DroppedMessages | undefined;
  readonly reporter: Reporter;
}

/** The memory that all sessions of a server may hold together for one purpose. */
export class MemoryBudget {
  #parts: MemoryBudgetParts;
  #used = 0;

  constructor(parts: MemoryBudgetParts) {
    this.#parts = parts;
  }

  /** Bytes that are held. */
  get used(): number {
    return this.#used;
  }

  /** More memory is held, or less if `bytes` is negative. Drops messages of ended sessions, then ends sessions, until the memory suffices. */
  change(bytes: number): void {
    this.#used += bytes;
    if (bytes <= 0) return;
    while (this.#used > this.#parts.limit && (this.#dropOldest() || this.#endGreatest()));
  }

  #dropOldest(): boolean {
    const dropped = this.#parts.dropOldest?.();
    if (dropped !== undefined)
      this.#report(
        `unread messages of the ended session ${dropped.session} have been dropped`,
        dropped.bytes,
      );
    return dropped !== undefined;
  }

  #endGreatest(): boolean {
    const session = this.#greatest();
    if (session === undefined) return false;
    const held = this.#parts.heldBy(session);
    endAndCut(session, () =>
      this.#parts.end(session, `the memory of the server for ${this.#parts.purpose} is used up`),
    );
    this.#report(`session ${session.id} has been closed`, held);
    return true;
  }

  #report(what: string, held: number): void {
    const { limit, name, purpose, reporter } = this.#parts;
    const why = `all sessions may hold ${limit} bytes for ${purpose} (${name}), got more; it held ${held}`;
    reporter.reportError(new RangeError(`${what}: ${why}`));
  }

  // Not those without a connection first: one client that holds nearly everything would end all of them.
  #greatest(): Session | undefined {
    let [found, most]: [Session | undefined, number] = [undefined, 0];
    for (const session of this.#parts.sessions()) {
      if (session.endpoint.isClosed) continue; // it is about to release what it holds
      const held = this.#parts.heldBy(session) * (session.isConnected ? 1 : factorWithoutConnection);
      if (held > most) [found, most] = [session, held];
    }
    return found;
  }
}

// Its connections are cut without waiting for the client: they have buffers, too.
function endAndCut(session: Session, end: () => void): void {
  const links = [...session.endpoint.channels].map(({ link }) => link);
  end();
  for (const link of links) link.terminate?.();
}

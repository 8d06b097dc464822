import type { Reporter } from '../callbacks/guard.ts';
import type { Session } from '../session/session.ts';
import type { DroppedMessages } from './unread-messages.ts';

/** Factor for the memory of a session without a connection, whose client may never come back. */
const disconnectedFactor = 8;

export interface MemoryBudgetParts {
  /** Bytes. */
  readonly limit: number;
  /** Name of the option, and the purpose of the memory, for error messages. */
  readonly name: string;
  readonly purpose: string;
  /** The sessions, and the bytes that each of them holds. */
  readonly sessions: () => readonly Session[];
  readonly heldBy: (session: Session) => number;
  /** Ends a session. */
  readonly end: (session: Session, reason: string) => void;
  /** Drops unread messages of the session that ended first. Returns undefined if there are none. */
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

  /**
   * Counts bytes that are held, or released if negative. Above the limit, drops unread messages of
   * ended sessions, and then ends sessions, until the memory suffices.
   */
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
    const why = `it held ${held} bytes, and all sessions together exceed ${limit} bytes for ${purpose} (${name})`;
    reporter.reportError(new RangeError(`${what}: ${why}`));
  }

  // Sessions without a connection do not always end first: otherwise one connected client that
  // holds nearly all memory would end all of them.
  #greatest(): Session | undefined {
    let [found, most]: [Session | undefined, number] = [undefined, 0];
    for (const session of this.#parts.sessions()) {
      if (session.endpoint.isClosed) continue; // it is about to release its memory
      const held = this.#parts.heldBy(session) * (session.isConnected ? 1 : disconnectedFactor);
      if (held > most) [found, most] = [session, held];
    }
    return found;
  }
}

// Cuts the connections without waiting for the client, because their buffers take memory, too.
function endAndCut(session: Session, end: () => void): void {
  const links = [...session.endpoint.channels].map(({ link }) => link);
  end();
  for (const link of links) link.terminate?.();
}

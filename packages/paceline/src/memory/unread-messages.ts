import { costOfReceived, type Inbox } from '../stream/inbox.ts';
import type { StreamEnding } from '../stream/stream-ending.ts';

/** The unread messages of one stream of a session that has ended. */
interface Unread {
  readonly inbox: WeakRef<Inbox>;
  readonly ending: StreamEnding;
  /** Id of the session. */
  readonly session: string;
  /** Bytes of memory of the messages and their stream. */
  bytes: number;
}

/** A stream with unread messages. */
interface UnreadStream {
  /** Bytes of memory of the stream without its messages. */
  readonly cost: number;
  readonly ending: StreamEnding;
  readonly inbox: Inbox;
}

/** Unread messages that were dropped. */
export interface DroppedMessages {
  readonly session: string;
  readonly bytes: number;
}

/**
 * Counts the unread messages of sessions that have ended. The application can still read them,
 * unless it has no reference to them any more.
 */
export class UnreadMessages {
  #hold: (bytes: number) => void;
  #all: Set<Unread> = new Set(); // in the order in which their sessions have ended
  #forgotten: FinalizationRegistry<Unread> = new FinalizationRegistry((unread) =>
    this.#change(unread, -unread.bytes),
  );

  /** `hold` is called with each change, in bytes, of the memory of all unread messages. */
  constructor(hold: (bytes: number) => void) {
    this.#hold = hold;
  }

  /** A session has ended, and a stream of it has unread messages. */
  add({ cost, ending, inbox }: UnreadStream, session: string): void {
    const unread: Unread = { inbox: new WeakRef(inbox), ending, session, bytes: 0 };
    inbox.transfer({
      wait: (arrival) => {
        this.#change(unread, costOfReceived(arrival) + (unread.bytes === 0 ? cost : 0));
        return true;
      },
      read: (arrival) => {
        this.#change(unread, -costOfReceived(arrival));
        if (unread.bytes === cost) this.#change(unread, -cost); // all have been read
      },
    });
    this.#forgotten.register(inbox, unread);
    this.#change(unread, inbox.cost + cost);
  }

  /**
   * Drops the unread messages of one stream, of the session that ended first. Returns undefined if
   * there are none.
   */
  dropOldest(): DroppedMessages | undefined {
    const [oldest] = this.#all;
    if (oldest === undefined) return undefined;
    const { bytes, session } = oldest;
    oldest.ending.lose();
    oldest.inbox.deref()?.cancel();
    this.#change(oldest, -oldest.bytes);
    return { bytes, session };
  }

  // Releases no more than is held. If a listener receives messages that were counted as dropped, `read` would subtract them a second time.
  #change(unread: Unread, wanted: number): void {
    const bytes = Math.max(wanted, -unread.bytes);
    unread.bytes += bytes;
    if (unread.bytes > 0) this.#all.add(unread);
    else this.#all.delete(unread);
    this.#hold(bytes);
  }
}

import { codeForPrograms } from '../wire/close-code.ts';
import type { Closed } from './closing-handshake.ts';

/** The end of a session as a close event reports it. */
export interface EndForPrograms {
  /** The code of the close event. */
  readonly code: number;
  readonly reason: string;
  /** Why the session has ended. Differs from `code` if the code means nothing to programs that know only WebSocket. */
  readonly cause: number;
}

/**
 * Describes the end of a session for programs that know only WebSocket. As with any WebSocket, the end that the peer has sent counts, even if
 * messages were in flight.
 */
export function endForPrograms(closed: Closed, endOfPeer: Closed | undefined): EndForPrograms {
  const { code: cause, reason } = endOfPeer ?? closed;
  return { code: codeForPrograms(cause, endOfPeer !== undefined), reason, cause };
}

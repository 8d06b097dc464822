import { codeForPrograms, noCode } from '../wire/close-code.ts';
import type { Closed } from './closing-handshake.ts';

/**
 * Returns the end of a session as a close event reports it to programs that know only WebSocket. As with any WebSocket, the end that the peer
 * has sent counts, even if messages were in flight.
 */
export function endForPrograms(closed: Closed, endOfPeer: Closed | undefined): Closed {
  const { code, reason } = endOfPeer ?? closed;
  // A close frame without a code has no reason either.
  return { code: codeForPrograms(code, endOfPeer !== undefined), reason: code === noCode ? '' : reason };
}

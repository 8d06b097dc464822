import type { Session } from '../session/session.ts';
import { noCode } from '../wire/close-code.ts';
import type { Transport } from './transport.ts';

/**
 * If the server does not answer `close`, the socket ends after this many ms without progress, as in
 * Chromium.
 */
const closingTimeout = 60_000;

/** Sends messages by a session. `failed` is called with a RangeError if a message is too long. */
export function sessionTransport(session: Session, failed: (error: RangeError) => void): Transport {
  return {
    get bufferedAmount() {
      return session.queued + session.endpoint.droppedBytes;
    },
    send(data, { key, ...how }) {
      try {
        if (key === undefined) session.send(data, how);
        else session.latest(key, data, how);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        failed(error);
      }
    },
    close: (code = noCode, reason) => session.endpoint.close(code, reason, closingTimeout),
  };
}

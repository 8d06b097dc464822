import type { Session } from '../session/session.ts';
import { noCode } from '../wire/close-code.ts';
import type { Transport } from './transport.ts';

/** Ms without progress after which a socket that was closed ends without the server's answer, as in Chromium. */
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

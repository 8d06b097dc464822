import { sendAsStream } from './message-stream.ts';
import type { Outgoing, Outlet } from './outlet.ts';
import { SortedQueue } from './sorted-queue.ts';

/**
 * Maximum number of streams that are open at once for messages with an expiry time. This number of messages exceeds
 * the congestion window of a connection with a fair share of any measured link, so the connection is never idle.
 */
const maxOpen = 16;

interface Waiting extends Outgoing {
  readonly expiresAt: number;
}

/**
 * Sends each message as a stream with its priority. Messages that expire wait in a sorted queue for one of a limited number of streams, because a stream costs
 * Chromium most of a millisecond of CPU time, and half of the messages expire before any byte of them is sent.
 */
export function webTransportOutlet(session: WebTransport): Outlet {
  const queue = new SortedQueue<Waiting>();
  let open = 0;
  const send = (message: Outgoing): Promise<void> => sendAsStream(session, message).catch(() => {}); // it has expired, or the session is closed
  const sendNext = async (): Promise<void> => {
    const now = performance.now();
    const next = open < maxOpen ? queue.pop(now) : undefined;
    if (next === undefined) return;
    open++;
    await send({ ...next, expiresIn: next.expiresAt - now });
    open--;
    void sendNext();
  };
  return (message) => {
    const { expiresIn } = message;
    if (expiresIn === undefined) return void send(message);
    const now = performance.now();
    queue.push({ ...message, expiresAt: now + expiresIn }, now);
    return void sendNext();
  };
}

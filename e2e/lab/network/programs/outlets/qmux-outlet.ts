import { type Config, type default as Qmux, StreamError } from '@moq/qmux';
import type { Outgoing, Outlet } from './outlet.ts';

/** The subprotocol of the newest wire format of qmux, without an application protocol. */
export const qmuxProtocol = 'qmux-02';

/** The WebSocket type that qmux accepts. */
export type QmuxSocket = Parameters<typeof Qmux.accept>[0];

/**
 * Limits of the receiver, so high that nothing waits for them. By default they are 100 streams and 1 MB. Queued streams of low priority would use both up, and
 * important messages would wait for seconds.
 */
export const qmuxConfig: Config = { maxStreamsUni: 2n ** 32n, maxData: 2n ** 40n };

/** The `sendOrder` of expired messages, below all others. */
const stale = -1;

/** Sends each message as a stream with its priority. Aborts the stream when the message expires. */
export function qmuxOutlet(session: Qmux): Outlet {
  return (message) => void send(session, message).catch(() => {}); // the stream was aborted, or the session is closed
}

async function send(session: Qmux, { bytes, expiresIn, priority }: Outgoing): Promise<void> {
  const stream = await session.createUnidirectionalStream({ sendOrder: priority });
  const writer = stream.getWriter();
  // The stream ends only when its queued data has been written. With the lowest priority, no other stream waits for this data.
  const expire = (): void => {
    Object.assign(stream, { sendOrder: stale });
    writer.abort(new StreamError(0)).catch(() => {}); // the stream has just ended
  };
  const timer = expiresIn === undefined ? undefined : setTimeout(expire, expiresIn);
  await writer.write(bytes);
  clearTimeout(timer);
  await writer.close();
}

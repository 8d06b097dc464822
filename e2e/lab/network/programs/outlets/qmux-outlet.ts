import { type Config, type default as Qmux, StreamError } from '@moq/qmux';
import type { Outgoing, Outlet } from './outlet.ts';

/** Its newest wire format, with no protocol of an application. */
export const qmuxProtocol = 'qmux-02';

/** What it takes for a WebSocket. */
export type QmuxSocket = Parameters<typeof Qmux.accept>[0];

/**
 * Limits of the receiver, so high that nothing waits for them. By default they are 100 streams and 1 MB. Queued streams of low priority would use both up, and
 * important messages would wait for seconds.
 */
export const qmuxConfig: Config = { maxStreamsUni: 2n ** 32n, maxData: 2n ** 40n };

/** Below all that is still of use. */
const stale = -1;

/** Each message is a stream with its priority, which is aborted when its time is over. */
export function qmuxOutlet(session: Qmux): Outlet {
  return (message) => void send(session, message).catch(() => {}); // it was aborted, or the session is over
}

async function send(session: Qmux, { bytes, expiresIn, priority }: Outgoing): Promise<void> {
  const stream = await session.createUnidirectionalStream({ sendOrder: priority });
  const writer = stream.getWriter();
  // The stream ends only when its queued data has been written. With the lowest priority, no other stream waits for this data.
  const expire = (): void => {
    Object.assign(stream, { sendOrder: stale });
    writer.abort(new StreamError(0)).catch(() => {}); // it has just ended
  };
  const timer = expiresIn === undefined ? undefined : setTimeout(expire, expiresIn);
  await writer.write(bytes);
  clearTimeout(timer);
  await writer.close();
}

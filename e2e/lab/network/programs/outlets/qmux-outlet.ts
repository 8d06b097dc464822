import { type Config, type default as Qmux, StreamError } from '@moq/qmux';
import type { Outgoing, Outlet } from './outlet.ts';

/** Its newest wire format, with no protocol of an application. */
export const qmuxProtocol = 'qmux-02';

/** What it takes for a WebSocket. */
export type QmuxSocket = Parameters<typeof Qmux.accept>[0];

/**
 * What the receiver lets in: so much that nothing waits for it. By default it is a hundred streams and a megabyte, which streams that wait for their turn
 * take up, first come, first served, so that what is important waits for seconds behind them.
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
  // It ends only when what waits to be written has been, as streams do: at least nothing waits for that then.
  const expire = (): void => {
    Object.assign(stream, { sendOrder: stale });
    writer.abort(new StreamError(0)).catch(() => {}); // it has just ended
  };
  const timer = expiresIn === undefined ? undefined : setTimeout(expire, expiresIn);
  await writer.write(bytes);
  clearTimeout(timer);
  await writer.close();
}

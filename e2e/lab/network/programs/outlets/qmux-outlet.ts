import { type Config, type default as Qmux, StreamError } from '@moq/qmux';
import { sendAsStream } from './message-stream.ts';
import type { Outlet } from './outlet.ts';

/** The subprotocol of the newest wire format of qmux, without an application protocol. */
export const qmuxProtocol = 'qmux-02';

/** The WebSocket type that qmux accepts. */
export type QmuxSocket = Parameters<typeof Qmux.accept>[0];

/**
 * Limits of the receiver, so high that nothing waits for them. By default they are 100 streams and 1 MB. Queued streams of low priority would use both up, and
 * important messages would wait for seconds.
 */
export const qmuxConfig: Config = { maxStreamsUni: 2n ** 32n, maxData: 2n ** 40n };

/** Sends each message as a stream with its priority. Aborts the stream when the message expires. */
export function qmuxOutlet(session: Qmux): Outlet {
  return (message) => void sendAsStream(session, message, new StreamError(0)).catch(() => {}); // the stream was aborted, or the session is closed
}

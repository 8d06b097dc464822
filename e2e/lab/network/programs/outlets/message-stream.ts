import type { Outgoing } from './outlet.ts';

/** Factor from priorities to `sendOrder`, which is an integer. The priorities of base layers are multiples of 1/4. */
const sendOrderScale = 4;

/** The `sendOrder` of expired messages, below all others. */
const stale = -1;

/**
 * Sends a message as a stream with its priority. Aborts the stream with `reason` when the message expires. Resolves when the stream has ended; rejects if it
 * was aborted or the session is closed.
 */
export async function sendAsStream(
  session: WebTransport,
  { bytes, expiresIn, priority }: Outgoing,
  reason?: Error,
): Promise<void> {
  const stream = await session.createUnidirectionalStream({ sendOrder: sendOrderScale * priority });
  const writer = stream.getWriter() as WritableStreamDefaultWriter<Uint8Array>;
  // An aborted stream may end only when its queued data has been written. With the lowest priority, this data
  // delays no other stream.
  const expire = (): void => {
    Object.assign(stream, { sendOrder: stale });
    writer.abort(reason).catch(() => {}); // rejects if the stream has just ended
  };
  const timer = expiresIn === undefined ? undefined : setTimeout(expire, expiresIn);
  await Promise.all([writer.write(bytes), writer.close()]); // together, so that the end of the stream needs no packet of its own
  clearTimeout(timer);
}

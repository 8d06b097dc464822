/** A message that another process received, and forwards. */
export interface ForwardedMessage {
  /** Number of its connection, from 0. */
  readonly connection: number;
  readonly bytes: Uint8Array;
  /** Time of arrival in ms, on the clock that all processes share. */
  readonly receivedAt: number;
}

const headSize = 16;

/** Yields the messages in the output of `web-transport-server.py`, which documents their format. */
export async function* forwardedMessages(
  output: AsyncIterable<Uint8Array>,
): AsyncGenerator<ForwardedMessage, void> {
  let unread = new Uint8Array();
  for await (const chunk of output) {
    unread = joined(unread, chunk);
    for (let end = endOf(unread); end <= unread.length; end = endOf(unread)) {
      const head = new DataView(unread.buffer, unread.byteOffset);
      const bytes = unread.subarray(headSize, end);
      yield { receivedAt: head.getFloat64(0), connection: head.getUint32(8), bytes };
      unread = unread.subarray(end);
    }
  }
}

/** The end of the first message; Infinity if its head is incomplete. */
function endOf(unread: Uint8Array): number {
  if (unread.length < headSize) return Infinity;
  return headSize + new DataView(unread.buffer, unread.byteOffset).getUint32(12);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

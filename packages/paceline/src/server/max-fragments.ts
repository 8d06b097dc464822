/**
 * Greatest number of fragments of a WebSocket message that belongs to a session. Both endpoints send each frame in one piece, and Chromium divides only messages
 * of more than 64 KiB, but a proxy may divide any message (RFC 6455 §5.4). `ws` holds for each fragment the block of up to 64 KiB in which it has arrived.
 */
export const maxFragmentsOfSession = 16;

/** Bytes of a plain message for each of which there may be a fragment. Chromium sends 100 MiB in fragments of 119 kB on average. */
const fragmentSize = 2 ** 14;

/** Some messages have small fragments. */
const minFragments = 64;

/** As `ws` allows by default. */
const maxFragments = 2 ** 14;

/** Greatest number of fragments of a plain message: they hold at most four times the bytes of the longest message, or 4 MiB. */
export function maxFragmentsOf(maxMessageSize: number): number {
  return Math.min(maxFragments, Math.max(minFragments, Math.ceil(maxMessageSize / fragmentSize)));
}

/**
 * Maximum number of fragments of a WebSocket message of a session. Both endpoints send each frame in one piece, and Chromium divides only messages
 * of more than 64 KiB, but a proxy may divide any message (RFC 6455 §5.4). `ws` holds for each fragment the block of up to 64 KiB in which it has arrived.
 */
export const maxFragmentsOfSession = 16;

/**
 * Maximum number of pieces in which a frame of a session may arrive. Until the frame is complete, `ws` holds the data of each piece and about 200 bytes more. A frame of
 * 256 KiB arrives in 490 pieces if each is one TCP segment of 536 bytes, and usually in about ten.
 */
export const maxChunksOfSession = 1024;

/** A plain message may have one fragment for each of this many bytes. Chromium sends 100 MiB in fragments of 119 kB on average. */
const fragmentSize = 2 ** 14;

/** Number of fragments that a short message may have. */
const minFragments = 64;

/** Maximum number of fragments of any message, the default of `ws`. */
const maxFragments = 2 ** 14;

/**
 * Maximum number of fragments of a plain message. For them `ws` holds at most four times the bytes
 * of the longest message, or 4 MiB if that is more.
 */
export function maxFragmentsOf(maxMessageSize: number): number {
  return Math.min(maxFragments, Math.max(minFragments, Math.ceil(maxMessageSize / fragmentSize)));
}

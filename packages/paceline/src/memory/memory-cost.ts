/** Bytes of memory that a message takes beside its data. Measured with Node: 250 to 700. */
export const costOfMessage = 512;

/** Bytes of memory that a stream takes beside its label. Measured with Node: 1,750. */
export const costOfStream = 2048;

/** Bytes of memory that an unacknowledged control record takes. Measured with Node: 105. */
export const costOfControl = 128;

/** Bytes of memory that a chunk in flight takes, beside its message and its data. Measured with Node: 64. */
export const costOfChunk = 64;

/** Bytes of memory that a range of an `IdSet` takes. Measured with Node: 17 to 65. */
export const costOfRange = 64;

/** Bytes of memory that a text takes. Engines store ASCII texts with one byte per character, other texts with up to two. */
export function costOfText(text: string, utf8Length: number): number {
  return text.length === utf8Length ? utf8Length : 2 * text.length;
}

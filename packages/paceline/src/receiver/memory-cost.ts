/** Bytes of memory that a message takes beside its own: measured with Node, 250 to 700. */
export const costOfMessage = 512;

/** Bytes of memory that a stream takes beside its label: measured with Node, 1,750. */
export const costOfStream = 2048;

/** Bytes of memory that a control record takes that is not acknowledged: measured with Node, 105. */
export const costOfControl = 128;

/** Bytes of memory that a chunk takes that is in flight, beside its message and its bytes: measured with Node, 64. */
export const costOfChunk = 64;

/** Bytes of memory that a range of an `IdSet` takes: measured with Node, 17 to 65. */
export const costOfRange = 64;

/** Bytes of memory that a text takes, of so many bytes of UTF-8. Engines store texts of ASCII with one byte for a character, others with up to two. */
export function costOfText(text: string, utf8Length: number): number {
  return text.length === utf8Length ? utf8Length : 2 * text.length;
}

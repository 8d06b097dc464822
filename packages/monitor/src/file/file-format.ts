// A recording file. Numbers of several bytes are little-endian. A "number" below is a variable-length integer of 7 bits per byte, the lowest first. A "text"
// is the number of its UTF-8 bytes, and these bytes.
//
//   file          "doharec" · version (1 byte) · chunk …
//   chunk         type (1 byte) · length of the payload (4 bytes) · checksum (4 bytes) · payload · checksum (4 bytes)
//
// A checksum is the CRC-32 of the types, lengths and payloads of the file up to there: without the first 8 bytes, and without other checksums. The first one
// shows a wrong length before the reader waits for the payload. Because a checksum includes all earlier chunks, a chunk that is missing, repeated or in
// another place gives a wrong checksum, too.
//
//   header        JSON: origin, metadata                                       the first chunk
//   thread        number of the thread · JSON: name, clockError                before the records of the thread, and again if the clock error has changed
//   names         number of the thread · (number of the name · text) …         before the records that use them; a later name replaces an earlier one
//   records       number of the thread · number of lost records before these · shift (8 bytes) · number of records · records, see record-encoding.ts
//   entry         text: its kind · its bytes
//   lost entries  number of entries that were lost since the chunk of this type before
//   end           empty, the last chunk
//
// A reader skips chunks of other types. A file without the chunk `end` was cut off.

/** The types of chunks. */
export const chunkType = {
  header: 1,
  thread: 2,
  names: 3,
  records: 4,
  entry: 5,
  lostEntries: 6,
  end: 7,
} as const;

/** Number of bytes of the type and the length of a chunk, and of a checksum. */
export const headLength = 5;
export const checksumLength = 4;

/** Content of the chunk `header`. */
export interface FileHeader {
  readonly origin?: number | undefined;
  readonly metadata?: unknown;
}

/** JSON of the chunk `thread`. */
export interface FileThreadInfo {
  readonly name: string;
  readonly clockError?: number | undefined;
}

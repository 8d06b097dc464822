// A recording file. Numbers of several bytes are little-endian. A "number" below is a variable-length integer of 7 bits per byte, the lowest first. A "text"
// is the number of its UTF-8 bytes, and these bytes.
//
//   file          "doharec" · version (1 byte) · chunk …
//   chunk         type (1 byte) · length of the payload (4 bytes) · payload · CRC-32 of type, length and payload (4 bytes)
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

/** The first bytes of a file: "doharec", and the version. */
export const fileStart: Uint8Array = /* @__PURE__ */ Uint8Array.of(
  0x64,
  0x6f,
  0x68,
  0x61,
  0x72,
  0x65,
  0x63,
  1,
);

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

/** Number of bytes before the payload of a chunk, and after the payload. */
export const chunkHead = 5;
export const chunkTail = 4;

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

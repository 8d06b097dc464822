/** A format of this package, by the beginning of its bytes. */
export interface Format {
  /** Name in errors, with its article. */
  readonly name: string;
  /** The function or class that reads it. */
  readonly reader: string;
  /** The first bytes. */
  readonly magic: readonly number[];
  /** The byte after `magic`. */
  readonly version: number;
  /** Number of bytes without which nothing can be read. */
  readonly headLength: number;
}

/** A recording file. It begins with "doharec". */
export const fileFormat: Format = {
  name: 'a recording file',
  reader: 'readRecording',
  magic: [0x64, 0x6f, 0x68, 0x61, 0x72, 0x65, 0x63],
  version: 1,
  headLength: 8,
};

/** The log of a session. It begins with "DOHR". Its head also contains the seed. */
export const logFormat: Format = {
  name: 'the log of a RecordedSession',
  reader: 'Replay',
  magic: [0x44, 0x4f, 0x48, 0x52],
  version: 1,
  headLength: 9,
};

/** Returns the reason why bytes cannot be read as a format, as far as their beginning shows; undefined if there is none. */
export function faultOfStart(bytes: Uint8Array, format: Format): string | undefined {
  const { headLength, magic, name, version } = format;
  if (bytes.length === 0) return `expected ${name}, got no bytes`;
  if (!matches(bytes, magic)) {
    const other = [fileFormat, logFormat].find(
      (one) => bytes.length > one.magic.length && matches(bytes, one.magic),
    );
    if (other !== undefined) return `expected ${name}, got ${other.name}, which ${other.reader} reads`;
    return `the bytes are not ${name}: they begin with ${textOrNumbers(bytes.subarray(0, magic.length))}`;
  }
  if (bytes.length > magic.length && bytes[magic.length] !== version)
    return `the version of ${name} must be ${version}, got ${bytes[magic.length]!}`;
  if (bytes.length < headLength)
    return `${name} has at least ${headLength} bytes, but the bytes end after ${bytes.length}`;
  return undefined;
}

/** Bytes for a message: a text in quotation marks if all of them are printable ASCII characters. */
function textOrNumbers(bytes: Uint8Array): string {
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isText ? JSON.stringify(String.fromCharCode(...bytes)) : bytes.join(', ');
}

/** Whether bytes are equal to others, as far as both go. */
function matches(bytes: Uint8Array, others: readonly number[]): boolean {
  return others.every((byte, at) => at >= bytes.length || bytes[at] === byte);
}

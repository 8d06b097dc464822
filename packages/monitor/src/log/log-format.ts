// A log is a stream of bytes. A number is a varint: 7 bits per byte, the lowest first, and the highest bit of a byte says that more bytes follow.
//
//   "DOHR"  version: 1 byte  seed: 4 bytes, little-endian  items
//
// An item begins with a number n:
//
//   n even   a reading of a clock: n / 2 ns after the last one; 0: the same as the last one
//   n odd    an item of the kind (n >> 1) & 15, with the argument n >> 5, and the bytes that the kind says
//
// Times are exact. A time that is the float64 nearest to a whole number of ns is written as a reading (n even). The times of Chromium have a rounding
// error: they are items of the kind `exact`, and so are times that go back.
//
// An entry is a call from the platform into the program: a turn, an input, a display frame, a change of the visibility, or results of calls. It
// extends to its item `end`. In the item that begins an entry, n >> 5 is 2 × the argument below, + 1 if no microtask ran since the beginning of the last
// entry. Readings outside of entries belong to the start of the program, to microtasks, or to other code, such as one that disposes of a loop. A replay skips
// those of other code.

/** The kinds of items. */
export const ItemKind = {
  /**
   * A reading of a clock. Argument 0: 8 bytes (float64). Otherwise, the ns since the last reading follow (a number): the time is the e-th float64
   * after the one that is nearest to these ns (before it if e is negative). Argument: 2 × e if e is positive, else 1 - 2 × e.
   */
  exact: 0,
  /** Entry: a turn. Argument: the host. */
  turn: 1,
  /** Entry: an input. Argument: the name. A value follows, then a reading. */
  input: 2,
  /** Entry: a display frame. Argument: the request. 8 bytes: its time (float64). */
  frame: 3,
  /** Entry: a page was shown or hidden. Argument: the listener. A byte: 1 if the page is visible. */
  visibility: 4,
  /** Entry: results of calls. Argument: their number. For each: 2 × the number of the call, + 1 if it failed; a value. Then a reading. */
  results: 5,
  /** The end of an entry. Argument: 1 if 2 bytes of the check value follow, 0 if it has not changed. */
  end: 6,
  /** A task ran. Argument: the name. */
  ran: 7,
  /** A timer ran. Argument: the name. */
  fired: 8,
  /** A task was dropped. Argument: 2 × the number of the name, + 1 if it has expired. */
  dropped: 9,
  /** An event without an argument of its own: see {@link Mark}. */
  mark: 10,
  /** A new name, with the next number. Argument: its length in bytes (UTF-8). */
  name: 11,
  /** The application's hash of its state. Argument: 1 at the end of the recording. A value follows. */
  state: 12,
  /** The visibility of the page at the beginning of a watch. Argument: 1 if it is visible. */
  watched: 13,
  /** A new host, with the next number. Argument: a bit for each of {@link optionalMethods} that it has. */
  host: 14,
  /** A call whose result is recorded began. Argument: the name. */
  called: 15,
} as const;
export type ItemKind = (typeof ItemKind)[keyof typeof ItemKind];

/** Whether items of this kind begin entries. */
export function isEntry(kind: ItemKind | undefined): boolean {
  return kind !== undefined && kind >= ItemKind.turn && kind <= ItemKind.results;
}

/** Whether items of this kind are readings of a clock. */
export function isReading(kind: ItemKind | undefined): kind is typeof ItemKind.exact | undefined {
  return kind === undefined || kind === ItemKind.exact;
}

/** Arguments of items of the kind `mark`. */
export const Mark = {
  /** The host has said that something more urgent is waiting. */
  interrupted: 0,
  /** The handler of the entry has thrown an error. */
  threw: 1,
  /** The recording was ended. */
  finished: 2,
} as const;

/** Methods that a host may lack. */
export const optionalMethods = [
  'attach',
  'wake',
  'peek',
  'detach',
  'interrupted',
  'requestFrame',
  'cancelFrame',
  'watchVisibility',
] as const;

/** The kind of chunks with a log in a file. */
export const chunkKind = 'replay';

/** Text for errors and reports. */
export function kindName(kind: ItemKind): string {
  return Object.entries(ItemKind).find(([, number]) => number === kind)![0];
}

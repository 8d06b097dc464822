import type { Bytes } from '../bytes/bytes.ts';
import type { ItemKind } from './log-format.ts';

/**
 * The side of a session that differs between recording and replay. While recording, a journal asks the platform and writes the answer. While replaying,
 * a journal answers from the log, and compares the events of the program with the recorded ones.
 */
export interface Journal {
  /** A reading of a clock. `read` asks the platform. */
  reading(read: () => number): number;
  /** An answer of `host.interrupted`. */
  interrupted(ask: () => boolean): boolean;
  /** The visibility at the beginning of a watch. */
  watched(visible: boolean | undefined): boolean;
  /** An event of the program. */
  note(kind: ItemKind, argument: number): void;
  /** A new name. Its number is the number of names before. */
  name(text: string): void;
  /** The platform begins an entry. `contents`: the bytes of the entry. Only while recording: a replay begins entries itself. */
  begin(kind: ItemKind, argument: number, contents?: Bytes): void;
  /** The end of an entry, with a hash of the decisions since the beginning. */
  end(check: number): void;
  /** A moment at which the state may be compared. `hash` is slow, and gets the last reading of the clock. `isLast`: at the end of the recording. */
  state(hash: () => unknown, isLast: boolean): void;
  /** No entry runs any longer. */
  entryEnded(): void;
}
